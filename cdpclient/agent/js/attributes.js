// The attributes of an element that matter, read in one go: most elements have none of them.

import { attributeNames, getAttribute, hasAttributes } from './dom.js';

const KEPT = new Set([
  'role', 'tabindex', 'inert', 'contenteditable', 'href', 'xlink:href', 'id', 'title', 'popovertarget', 'commandfor', 'alt', 'label',
  'popover',
]);

export const NO_ATTRIBUTES = Object.freeze({});

/** An object with the interesting attributes by name, `aria-…` included. */
export const readAttributes = (element) => {
  if (!hasAttributes(element)) return NO_ATTRIBUTES;
  let found = NO_ATTRIBUTES;
  for (const name of attributeNames(element)) {
    if (!KEPT.has(name) && !name.startsWith('aria-') && !name.startsWith('on')) continue;
    if (found === NO_ATTRIBUTES) found = {};
    found[name] = getAttribute(element, name);
  }
  return found;
};

/** Whether no attribute can bear on role, name or state. */
export const isPlain = (attributes) => {
  if (attributes === NO_ATTRIBUTES) return true;
  for (const name in attributes) {
    if (name !== 'id') return false;
  }
  return true;
};
