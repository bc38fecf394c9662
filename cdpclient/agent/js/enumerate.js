// Every node of the document with its key, for an engine that knows nodes by other numbers.

import { ELEMENT, firstChild, isText, localName, nextSibling, nodeType, shadowOf, slotted } from './dom.js';
import { recordOf } from './record.js';
import { number, signed } from './wire.js';

const counted = (node) => nodeType(node) === ELEMENT || isText(node);

/** The elements and texts in an element in the flat tree, which is how DOMSnapshot tells them too. */
const childrenOf = (element) => {
  const children = [];
  const root = shadowOf(element);
  const nodes = !root && localName(element) === 'slot' ? slotted(element) : null;
  if (nodes) return nodes.filter(counted);
  for (let node = firstChild(root ?? element); node; node = nextSibling(node)) if (counted(node)) children.push(node);
  return children;
};

/**
 * The elements and texts of the flat tree in document order: each as its key (a difference to the
 * one after the last), and 0 for a text, or 1 and 2 for each child.
 */
export const enumerate = (root) => {
  const out = [];
  const stack = [root];
  let last = 0;
  while (stack.length) {
    const node = stack.pop();
    const isElement = nodeType(node) === ELEMENT;
    const { key } = recordOf(node, isElement ? localName(node).toLowerCase() : '#text');
    out.push(signed(key - last - 1));
    last = key;
    if (!isElement) {
      out.push(number(0));
      continue;
    }
    const children = childrenOf(node);
    out.push(number(1 + children.length * 2));
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return out.join('');
};
