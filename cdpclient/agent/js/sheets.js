// What the style sheets say that no element shows: which elements may have generated text, and
// whether the sheets changed since they were last looked at.

import { matches, styleSheets } from './dom.js';
import { contentText } from './text.js';

const PSEUDO = /:?:(before|after)\b/;
const PSEUDOS = /:?:(before|after)\b/g;
const UNUSUAL = /:host|::slotted|::part|&/;
const EMPTY = new Set(['', 'none', 'normal', '""', "''"]);
const MOST_SELECTORS = 40;

/** The version of a sheet as far as it can be told cheaply; -1 when its rules cannot be read. */
const versionOf = (sheet) => {
  try {
    return sheet.disabled ? 0 : sheet.cssRules.length + 1;
  } catch {
    return -1;
  }
};

/** A string that differs after sheets were added, removed, switched or got other rules. */
export const sheetsVersion = (root) => {
  let version = '';
  for (const sheet of styleSheets(root)) version += versionOf(sheet) + (sheet.media?.mediaText ?? '') + ',';
  return version;
};

const collect = (rules, into) => {
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (selector !== undefined && PSEUDO.test(selector) && !EMPTY.has(rule.style.content)) {
      if (rule.parentRule?.selectorText !== undefined || UNUSUAL.test(selector)) into.all = true;
      into.selectors.push(selector);
    }
    if (rule.cssRules?.length) collect(rule.cssRules, into);
    else if (rule.styleSheet) collectSheet(rule.styleSheet, into);
    if (into.all) return;
  }
};

const collectSheet = (sheet, into) => {
  try {
    collect(sheet.cssRules, into);
  } catch {
    into.all = true;
  }
};

/** A function that says whether an element may have generated text. */
const candidates = (root) => {
  const found = { all: false, selectors: [] };
  for (const sheet of styleSheets(root)) collectSheet(sheet, found);
  if (found.all || found.selectors.length > MOST_SELECTORS) return () => true;
  if (!found.selectors.length) return null;
  const selector = found.selectors.join(',').replace(PSEUDOS, ':is(*)');
  try {
    matches(document.createElement('i'), selector);
  } catch {
    return () => true;
  }
  return (element) => matches(element, selector);
};

/** Generated text of one root (document or shadow root). */
export class Generated {
  #may;

  constructor(root) {
    this.#may = candidates(root);
  }

  /** The text of ::before or ::after of an element; '' when there is none. */
  text(element, tag, pseudo) {
    if (tag !== 'q' && (this.#may === null || !this.#may(element))) return '';
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === 'none' || content === 'normal') return '';
    if (style.display === 'none' || style.visibility !== 'visible') return '';
    return contentText(content);
  }
}
