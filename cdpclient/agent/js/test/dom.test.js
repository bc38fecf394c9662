import {
  attributeNames, closest, firstChild, flatParent, focusedElement, getAttribute, includes, isEditable, localName, nextSibling, nodeType, parentNode,
  queryAll, rootOf, shadowOf, slotted, summaryOf, textContent,
} from '../dom.js';
import { build, equal } from './assert.js';

/** A host with an open root in which the first slot shows what has no slot attribute. */
const host = () => {
  const element = build('<div><p id=a>a</p><p id=b slot=other>b</p></div>');
  element.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section><slot name=none><i>fallback</i></slot>';
  return element;
};

export const tests = {
  'a form cannot put its fields in the place of what is read of it': () => {
    const names = ['childNodes', 'firstChild', 'nextSibling', 'parentNode', 'nodeType', 'localName', 'getAttribute', 'getAttributeNames', 'closest', 'textContent', 'getRootNode', 'shadowRoot'];
    const form = build(`<form id=f>${names.map((name) => `<input name=${name}>`).join('')}</form>`);
    equal([nodeType(form), localName(form), getAttribute(form, 'id'), attributeNames(form), textContent(form)], [1, 'form', 'f', ['id'], '']);
    equal([localName(firstChild(form)), nextSibling(form), localName(parentNode(form)), closest(form, 'body') === document.body], ['input', null, 'body', true]);
    equal([rootOf(form) === document, shadowOf(form)], [true, null]);
  },
  'the flat tree leads from what is slotted over the slot to the host': () => {
    const element = host();
    const root = shadowOf(element);
    const [slot, other] = queryAll(root, 'slot');
    equal(flatParent(queryAll(element, '#a')[0]) === slot, true);
    equal(localName(flatParent(slot)), 'section');
    equal(flatParent(firstChild(root)) === element, true);
    equal(flatParent(queryAll(element, '#b')[0]), null, 'what no slot takes has no place');
    equal([slotted(slot).length, slotted(other)], [1, null]);
  },
  'an element includes what is in the shadow trees in it': () => {
    const element = host();
    const inner = queryAll(shadowOf(element), 'i')[0];
    equal([includes(document.body, inner), includes(element, inner), includes(inner, element), includes(inner, inner)], [true, true, false, true]);
  },
  'the focus is looked for through shadow roots': () => {
    const element = host();
    equal(focusedElement(), null);
    const button = document.createElement('button');
    shadowOf(element).append(button);
    button.focus();
    equal(focusedElement() === button, true);
  },
  'a details element has the first of its children that is a summary': () => {
    equal(summaryOf(build('<details><div><summary>no</summary></div><summary id=s>yes</summary><summary>no</summary></details>')).id, 's');
    equal(summaryOf(build('<details><p>x</p></details>')), null);
  },
  'what can be edited is told for every kind of element': () => {
    equal(isEditable(build('<div contenteditable><b>x</b></div>').firstChild), true);
    equal(isEditable(build('<svg><g></g></svg>').firstChild), false);
  },
};
