// Computed styles. To ask for one costs more than all else about most elements, so within one pass
// elements share theirs where they must be equal: under parents that share a style, with the same
// tag and the same classes and attributes as far as any selector looks at them, and where no
// selector that looks at siblings, children or states may mean one and not the other. What cannot
// be told for certain is not shared.

import { meaningOf } from './display.js';
import { getAttribute, matches, queryAll, runningAnimations } from './dom.js';

/** What is read of the computed style of one element or several; each property is read once. */
export class Style {
  /** signature → the style of children; for styleOf alone. */
  children = null;
  #declared;
  #cursor;
  #visibility;
  #position;
  #overflowX;
  #overflowY;
  #pointerEvents;
  #whiteSpaceCollapse;
  #textTransform;
  #contentVisibility;
  #clip;
  #clipPath;

  constructor(declared) {
    this.#declared = declared;
    this.display = declared.display;
    this.meaning = meaningOf(this.display);
  }

  get cursor() {
    return (this.#cursor ??= this.#declared.cursor);
  }

  get visibility() {
    return (this.#visibility ??= this.#declared.visibility);
  }

  get position() {
    return (this.#position ??= this.#declared.position);
  }

  get overflowX() {
    return (this.#overflowX ??= this.#declared.overflowX);
  }

  get overflowY() {
    return (this.#overflowY ??= this.#declared.overflowY);
  }

  get pointerEvents() {
    return (this.#pointerEvents ??= this.#declared.pointerEvents);
  }

  get whiteSpaceCollapse() {
    return (this.#whiteSpaceCollapse ??= this.#declared.whiteSpaceCollapse);
  }

  get textTransform() {
    return (this.#textTransform ??= this.#declared.textTransform);
  }

  get contentVisibility() {
    return (this.#contentVisibility ??= this.#declared.contentVisibility);
  }

  get clip() {
    return (this.#clip ??= this.#declared.clip);
  }

  get clipPath() {
    return (this.#clipPath ??= this.#declared.clipPath);
  }
}

/** The style of an element that shares it with no other. */
export const ownStyle = (element) => new Style(getComputedStyle(element));

/** Elements with states or parts that style looks at by itself. */
const UNLIKE = new Set([
  'html', 'body', 'summary', 'legend', 'details', 'dialog', 'select', 'option', 'optgroup', 'textarea', 'fieldset', 'form', 'slot', 'iframe',
  'frame', 'object', 'embed', 'video', 'audio', 'canvas', 'progress', 'meter', 'img', 'bdi', 'caption', 'ruby', 'rt', 'rp', 'svg', 'math',
]);

const CONTROLS = new Set(['input', 'button']);

/** Attributes that style does not depend on unless a selector names them. */
const NEUTRAL = new Set([
  'title', 'alt', 'name', 'value', 'for', 'role', 'target', 'rel', 'tabindex', 'placeholder', 'autocomplete', 'colspan', 'rowspan', 'scope',
  'datetime', 'cite', 'itemprop', 'itemscope', 'itemtype', 'download', 'ping', 'checked',
]);

const isNeutral = (name) => NEUTRAL.has(name) || name.startsWith('aria-') || name.startsWith('data-') || name.startsWith('on');

/**
 * What sets one element apart from others with the same attributes. A bare :hover or :active means links only in
 * quirks mode (Quirks Mode Standard 3.2).
 */
const IN_A_STATE = ':is(:hover,:active,:focus,:focus-within,:target,:fullscreen)';

/** How many elements are asked by themselves whether they are in a state, before all that are are looked for. */
const MOST_ASKED = 100;

/** What is known in one pass of the elements that do not share; null until somebody asks. */
const apart = { asked: 0, inState: null, animated: null };

/** Forgets what was found: to be called when a new pass begins. */
export const beginStyles = () => {
  apart.asked = 0;
  apart.inState = apart.animated = null;
};

const isInState = (element) => {
  if (apart.inState === null && ++apart.asked <= MOST_ASKED) return matches(element, IN_A_STATE);
  apart.inState ??= new Set(queryAll(document, IN_A_STATE));
  return apart.inState.has(element);
};

const isAnimated = (element) => {
  apart.animated ??= new Set(runningAnimations(document).map(({ effect }) => effect?.target));
  return apart.animated.has(element);
};

const isApart = (element) => isInState(element) || isAnimated(element);

/** What a style depends on besides the parent's, as a string; null when the element is to be asked itself. */
const signatureOf = (element, tag, names, sheets) => {
  const { sharing } = sheets;
  if (!sharing.isPossible || UNLIKE.has(tag) || tag.includes('-') || sharing.tags.has(tag)) return null;
  if (sharing.isStateful && CONTROLS.has(tag)) return null;
  let signature = tag;
  for (const name of names) {
    const value = part(element, name, sheets);
    if (value === null) return null;
    signature += value;
  }
  return isApart(element) ? null : signature;
};

/** What one attribute adds to a signature; null when it is nobody's business but the element's. */
const part = (element, name, { sharing, attributes }) => {
  if (name === 'class') return classes(getAttribute(element, name), sharing);
  const isNamed = attributes.has(name);
  if (name === 'id') {
    const id = getAttribute(element, name);
    return sharing.ids.has(id.toLowerCase()) || isNamed ? null : '';
  }
  if (name === 'href' && !isNamed) return ' href';
  if (name !== 'type' && !isNeutral(name)) return null;
  return isNamed || name === 'type' ? ` ${name}=${getAttribute(element, name)}` : '';
};

const classes = (names, sharing) => {
  if (sharing.classes.size) {
    for (const name of names.toLowerCase().split(/\s+/)) if (sharing.classes.has(name)) return null;
  }
  return ' .' + names;
};

/**
 * The style of an element, given the names of its attributes, the style of its parent in the same
 * document and the sheets that apply. Without a parent it is not shared.
 */
export const styleOf = (element, tag, names, parent, sheets) => {
  const signature = parent === null ? null : signatureOf(element, tag, names, sheets);
  if (signature === null) return ownStyle(element);
  parent.children ??= new Map();
  let style = parent.children.get(signature);
  if (style === undefined) {
    style = ownStyle(element);
    parent.children.set(signature, style);
  }
  return style;
};
