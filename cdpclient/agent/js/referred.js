// The text of elements that others are named, described or told wrong by, and of those that Blink does not
// name because they have no box (accname 1.2, 4.3.2).

import { blink } from './blink.js';
import {
  byId, checkVisibility, ELEMENT, firstChild, getAttribute, isText, localName, nextSibling, nodeType, queryOne, rootOf, shadowOf, slotted, summaryOf, textContent,
} from './dom.js';
import { meaningOf } from './display.js';
import { NEVER } from './roles.js';
import { isSecret } from './secrets.js';
import { isBlank, squeeze } from './text.js';

/** What the browser's own summary says where a details element has none; it cannot be reached, so the element stands for it. */
export const OWN_SUMMARY = 'Details';

/** The elements whose ids an attribute lists; where it is empty, those that a script named instead. */
export const referred = (element, ids, named) => {
  if (ids === '') return [...named(element)];
  const root = rootOf(element);
  return ids.split(/\s+/).map((id) => id && byId(root, id)).filter(Boolean);
};

const DEEPEST = 200; // levels; the walk recurses

/** Types of input that are called something, where others say what is in them. */
const CALLED = new Set(['button', 'submit', 'reset', 'image', 'file']);
const SILENT = new Set(['checkbox', 'radio', 'hidden', 'color']);

const valueOfInput = (element) => {
  const { type } = element;
  if (CALLED.has(type)) return blink.name(element) ?? '';
  return SILENT.has(type) || isSecret(element) ? '' : element.value;
};

/** Roles that have a value. */
const RANGES = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar']);

/** What a control says that stands in a text. */
const valueIn = (element, tag) => {
  switch (tag) {
    case 'input':
      return valueOfInput(element);
    case 'textarea':
      return isSecret(element) ? '' : element.value;
    case 'select':
      return Array.from(element.selectedOptions, (option) => option.label).join(' ');
    case 'progress':
    case 'meter':
      return String(element.value);
    default:
      return RANGES.has(getAttribute(element, 'role')) ? getAttribute(element, 'aria-valuetext') ?? getAttribute(element, 'aria-valuenow') : '';
  }
};

/** Boxes that stand in a line, but apart from the words around them, and elements without a box: Blink tells neither to be one word. */
const APART = /^(?:inline-|contents)/;

const isApart = (display) => APART.test(display) || !meaningOf(display).isInline;

/** Elements that a child of theirs gives a name, and which child that is. */
const NAMING_CHILD = { table: 'caption', fieldset: 'legend', svg: 'title' };

/** What an element is called by a child of its own that is there for that. */
export const namedByChild = (element, tag) => {
  const child = NAMING_CHILD[tag] && queryOne(element, ':scope > ' + NAMING_CHILD[tag]);
  return child ? contentOf(child) : '';
};

const ownText = (element, tag) => getAttribute(element, 'aria-label') || (tag === 'img' ? getAttribute(element, 'alt') : namedByChild(element, tag));

/** What is said in the place of nothing. */
const hintOf = (element) => getAttribute(element, 'title') ?? getAttribute(element, 'placeholder') ?? '';

/** What an element says; skipsHidden leaves out what is not shown in it. */
const saidBy = (element, tag, skipsHidden, depth) => {
  const own = valueIn(element, tag) || ownText(element, tag);
  if (own) return ` ${own} `;
  const said = textIn(element, tag, skipsHidden, depth + 1);
  return isBlank(said) ? ` ${hintOf(element)} ` : said;
};

/** Elements whose text is for the browser, unless a style sheet shows it. */
const NO_TEXT = new Set(['script', 'style']);

const partIn = (element, skipsHidden, depth) => {
  const tag = localName(element);
  if (NEVER.has(tag)) return '';
  const { display } = getComputedStyle(element);
  if (display === 'none' && (skipsHidden || NO_TEXT.has(tag))) return '';
  if (skipsHidden && getAttribute(element, 'aria-hidden') === 'true') return '';
  if (tag === 'br') return ' ';
  const said = saidBy(element, tag, skipsHidden, depth);
  return isApart(display) ? ` ${said} ` : said;
};

const textOfNodes = (nodes, hides, skipsHidden, depth) => {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += hides ? '' : node.data;
    else if (nodeType(node) === ELEMENT) text += partIn(node, skipsHidden, depth);
  }
  return text;
};

const childNodes = (parent) => {
  const nodes = [];
  for (let node = firstChild(parent); node; node = nextSibling(node)) nodes.push(node);
  return nodes;
};

const textIn = (element, tag, skipsHidden, depth) => {
  if (depth > DEEPEST) return textContent(element);
  const hides = skipsHidden && getComputedStyle(element).visibility !== 'visible';
  if (tag === 'details') return textOfDetails(element, hides, skipsHidden, depth);
  const nodes = (tag === 'slot' && slotted(element)) || childNodes(shadowOf(element) ?? element);
  return textOfNodes(nodes, hides, skipsHidden, depth);
};

const textOfDetails = (element, hides, skipsHidden, depth) => {
  const summary = summaryOf(element);
  const said = summary ? partIn(summary, skipsHidden, depth) : hides ? '' : ` ${OWN_SUMMARY} `;
  if (skipsHidden && !element.open) return said;
  return said + textOfNodes(childNodes(element).filter((node) => node !== summary), hides, skipsHidden, depth);
};

const isShown = (element) => checkVisibility(element, { visibilityProperty: true }) || getComputedStyle(element).display === 'contents';

/** What is in an element that is shown. */
export const contentOf = (element) => squeeze(textIn(element, localName(element), true, 0));

/** What elements say that are referred to: what is hidden in one that is shown does not count, all of one that is hidden does. */
export const textOf = (elements) => squeeze(elements.map((element) => saidBy(element, localName(element), isShown(element), 0)).join(' '));

/** What elements say that are shown. */
export const shownTextOf = (elements) => textOf(elements.filter(isShown));
