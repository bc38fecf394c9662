// The text of elements that others are named, described or told wrong by (accname 1.2, 4.3.2).

import { byId, checkVisibility, ELEMENT, firstChild, getAttribute, isText, localName, nextSibling, nodeType, rootOf, textContent } from './dom.js';
import { meaningOf } from './display.js';
import { NEVER } from './roles.js';
import { squeeze } from './text.js';

/** The elements whose ids an attribute lists; where it is empty, those that a script named instead. */
export const referred = (element, ids, named) => {
  if (ids === '') return [...named(element)];
  const root = rootOf(element);
  return ids.split(/\s+/).map((id) => id && byId(root, id)).filter(Boolean);
};

const DEEPEST = 200; // levels; the walk recurses

const partIn = (element, skipsHidden, depth) => {
  const tag = localName(element);
  if (NEVER.has(tag)) return '';
  const { display } = getComputedStyle(element);
  if (skipsHidden && (display === 'none' || getAttribute(element, 'aria-hidden') === 'true')) return '';
  if (tag === 'br') return ' ';
  const own = getAttribute(element, 'aria-label') || (tag === 'img' ? getAttribute(element, 'alt') : '');
  const said = own || textIn(element, skipsHidden, depth + 1);
  return meaningOf(display).isInline ? said : ` ${said} `;
};

const textIn = (element, skipsHidden, depth) => {
  if (depth > DEEPEST) return textContent(element);
  const hides = skipsHidden && getComputedStyle(element).visibility !== 'visible';
  let text = '';
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (isText(node)) text += hides ? '' : node.data;
    else if (nodeType(node) === ELEMENT) text += partIn(node, skipsHidden, depth);
  }
  return text;
};

const isShown = (element) => checkVisibility(element, { visibilityProperty: true }) || getComputedStyle(element).display === 'contents';

/** What elements say that are referred to: what is hidden in one that is shown does not count, all of one that is hidden does. */
export const textOf = (elements) => squeeze(elements.map((element) => textIn(element, isShown(element), 0)).join(' '));

/** What elements say that are shown. */
export const shownTextOf = (elements) => textOf(elements.filter(isShown));
