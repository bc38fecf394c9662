// The attributes of an element that matter, read in one go: most elements have none of them.

import { attributeNames, getAttribute, hasAttributes } from './dom.js';

const KEPT = new Set([
  'role', 'tabindex', 'inert', 'contenteditable', 'href', 'xlink:href', 'id', 'title', 'popovertarget', 'commandfor', 'alt', 'label',
  'popover', 'draggable',
]);

export const NO_ATTRIBUTES = Object.freeze({});

const NO_NAMES = Object.freeze([]);

/** The names of the attributes of an element. */
export const namesOf = (element) => (hasAttributes(element) ? attributeNames(element) : NO_NAMES);

/** An object with the interesting attributes by name, `aria-…` included, of those that an element has. */
export const readAttributes = (element, names) => {
  let found = NO_ATTRIBUTES;
  for (const name of names) {
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
