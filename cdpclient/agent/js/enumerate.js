// Every node of the document with its key, for an engine that knows nodes by other numbers.

import { ELEMENT, firstChild, isText, localName, nextSibling, nodeType, shadowOf } from './dom.js';
import { recordOf } from './record.js';
import { number, signed } from './wire.js';

const counted = (node) => nodeType(node) === ELEMENT || isText(node);

const childrenOf = (parent) => {
  const children = [];
  for (let node = firstChild(parent); node; node = nextSibling(node)) if (counted(node)) children.push(node);
  return children;
};

/**
 * The elements and texts in document order, the content of a shadow root before the children of
 * its host: each as its key (a difference to the one after the last), and 0 for a text, or 1, and 2
 * for each child, and 1 more when a shadow root follows with the number of its children.
 */
export const enumerate = (root) => {
  const out = [];
  const stack = [root];
  let last = 0;
  while (stack.length) {
    const node = stack.pop();
    if (typeof node === 'number') {
      out.push(number(node));
      continue;
    }
    const isElement = nodeType(node) === ELEMENT;
    const { key } = recordOf(node, isElement ? localName(node).toLowerCase() : '#text');
    out.push(signed(key - last - 1));
    last = key;
    if (!isElement) {
      out.push(number(0));
      continue;
    }
    const children = childrenOf(node);
    const shadow = shadowOf(node);
    out.push(number(1 + children.length * 2 + (shadow ? 1 : 0)));
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
    if (!shadow) continue;
    const inner = childrenOf(shadow);
    for (let i = inner.length - 1; i >= 0; i--) stack.push(inner[i]);
    stack.push(inner.length);
  }
  return out.join('');
};
