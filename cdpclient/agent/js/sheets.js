// What the style sheets say that no element shows: which elements may have generated text, which
// kinds of change may bear on other elements than those that changed, and whether the sheets
// changed since they were last looked at.

import { meaningOf } from './display.js';
import { ELEMENT, localName, matches, nodeType, parentNode, styleSheets } from './dom.js';
import { Sharing } from './sharing.js';
import { contentText, transformed } from './text.js';

// What style may depend on beyond ancestors and their classes.
export const STRUCTURE = 1; // which children and siblings there are
export const SIBLINGS = 2; // classes and attributes of siblings and descendants
export const POINTER = 4;
export const FOCUS = 8;
export const STATE = 16; // of controls

const FEATURES = [
  [STRUCTURE, /[+~]|:empty|:has|:nth|:first|:last|:only/],
  [SIBLINGS, /[+~]|:has/],
  [POINTER, /:hover|:active/],
  [FOCUS, /:focus/],
  [STATE, /:checked|valid|:required|:optional|:placeholder|:disabled|:enabled|:indeterminate|:autofill|range\b|:read|:open|:popover|:modal|:default|:state/],
];
const EVERY_FEATURE = STRUCTURE | SIBLINGS | POINTER | FOCUS | STATE;
const ATTRIBUTE = /\[\s*(?:[-\w]*\|)?([-\w]+)/g;

/** Rules that hold for some elements and not for others like them. */
const CONDITIONAL = [globalThis.CSSContainerRule, globalThis.CSSScopeRule].filter(Boolean);

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

/** In how many other quotes a quote stands. */
const quoteDepth = (element, tag) => {
  let depth = 0;
  if (tag === 'q') for (let node = parentNode(element); node && nodeType(node) === ELEMENT; node = parentNode(node)) if (localName(node) === 'q') depth++;
  return depth;
};

/** The style sheets of one root, a document or a shadow root, as they are now. */
export class Sheets {
  features = 0;
  /** Names of attributes that selectors use. */
  attributes = new Set();
  /** Which elements may share a style. */
  sharing = new Sharing();
  #selectors = [];
  #isUnknown = false; // generated text may be anywhere
  #may;

  constructor(root) {
    if (root !== document) this.sharing.refuse(); // what surrounds a shadow root is not looked into
    for (const sheet of styleSheets(root)) this.#readSheet(sheet);
    this.#may = this.#candidates();
  }

  #readSheet(sheet) {
    try {
      this.#read(sheet.cssRules);
    } catch {
      this.#isUnknown = true;
      this.features = EVERY_FEATURE;
      this.sharing.refuse();
    }
  }

  #read(rules) {
    for (const rule of rules) {
      const selector = rule.selectorText;
      if (selector !== undefined) this.#readRule(rule, selector);
      else if (CONDITIONAL.some((type) => rule instanceof type)) this.sharing.refuse();
      if (rule.cssRules?.length) this.#read(rule.cssRules);
      else if (rule.styleSheet) this.#readSheet(rule.styleSheet);
    }
  }

  #readRule(rule, selector) {
    let features = 0;
    for (const [feature, pattern] of FEATURES) if (pattern.test(selector)) features |= feature;
    this.features |= features;
    this.sharing.add(selector, (features & (STRUCTURE | SIBLINGS)) !== 0, (features & STATE) !== 0);
    for (const [, name] of selector.matchAll(ATTRIBUTE)) this.attributes.add(name.toLowerCase());
    if (!PSEUDO.test(selector) || EMPTY.has(rule.style.content)) return;
    if (rule.parentRule?.selectorText !== undefined || UNUSUAL.test(selector)) this.#isUnknown = true;
    this.#selectors.push(selector);
  }

  /** A function that says whether an element may have generated text; null when none has. */
  #candidates() {
    if (this.#isUnknown || this.#selectors.length > MOST_SELECTORS) return () => true;
    if (!this.#selectors.length) return null;
    const selector = this.#selectors.join(',').replace(PSEUDOS, ':is(*)');
    try {
      matches(document.createElement('i'), selector);
    } catch {
      return () => true;
    }
    return (element) => matches(element, selector);
  }

  /** Whether an element other than a quote may have generated text. */
  mayGenerate(element) {
    return this.#may !== null && this.#may(element);
  }

  /** The text of ::before or ::after of an element; '' when there is none. */
  generated(element, tag, pseudo) {
    if (tag !== 'q' && !this.mayGenerate(element)) return '';
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === 'none' || content === 'normal') return '';
    if (style.display === 'none' || style.visibility !== 'visible') return '';
    const text = transformed(contentText(content, style.quotes, quoteDepth(element, tag)), style);
    return text && !meaningOf(style.display).isInline ? ` ${text} ` : text; // in a box of its own
  }
}
