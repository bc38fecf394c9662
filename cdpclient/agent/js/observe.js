// What the page does: mutations, and the events that change what is shown without one. All
// listeners and observers live in the isolated world, where the page cannot see them.

import {
  addListener, documentElement, ELEMENT, FRAGMENT, getAttribute, matches, nodeType, parentNode, queryAll, queryOne, shadowOf,
} from './dom.js';
import { learnSecrets, rememberPassword, SECRETS } from './secrets.js';
import { FOCUS, POINTER, SIBLINGS, STATE, STRUCTURE } from './sheets.js';

// How much of a node is in doubt.
export const RECORD = 1;
export const CHILDREN = 2;
export const SUBTREE = 3;

// How much of the whole document is in doubt.
export const BOXES = 1;
export const EVERYTHING = 2;

const MOST_PENDING = 4000;

/** Properties whose transition may show or hide something when it ends. */
const TELLING = /visibility|display|cursor|all/;

/** Attributes that bear on their element alone, as far as style sheets do not select by them. */
const OWN = new Set([
  'value', 'checked', 'href', 'src', 'srcset', 'alt', 'title', 'placeholder', 'tabindex', 'onclick', 'required',
  'readonly', 'min', 'max', 'step', 'pattern', 'maxlength', 'minlength', 'autocomplete', 'label', 'selected', 'name',
  'for', 'id', 'onchange', 'oninput', 'target', 'rel', 'sizes', 'content', 'viewbox', 'd', 'x', 'y', 'x1', 'x2', 'y1',
  'y2', 'cx', 'cy', 'r', 'fill', 'stroke', 'points', 'transform', 'width', 'height', 'action', 'method', 'srcdoc',
]);
const FAR_ARIA = new Set(['aria-hidden', 'aria-disabled', 'aria-owns']);
const STATE_ATTRIBUTES = new Set(['checked', 'disabled', 'required', 'readonly', 'open', 'selected', 'value', 'type', 'min', 'max', 'pattern', 'placeholder']);
const NAMES_OTHERS = new Set(['id', 'for', 'aria-owns']);

const levelOf = (attribute) => {
  if (attribute.startsWith('aria-')) return FAR_ARIA.has(attribute) ? SUBTREE : RECORD;
  return OWN.has(attribute) ? RECORD : SUBTREE;
};

/** Gathers what is in doubt until the next pull takes it, in bounded memory. */
export class Doubts {
  /** Node → how much of it. */
  nodes = new Map();
  /** Nodes whose text, name or place may be part of the name of others. */
  named = new Set();
  /** How much of the whole document. */
  document = EVERYTHING;
  /** aria-owns, or ids it may refer to, have changed. */
  owners = true;
  hasOwners = false;
  /** Labels, or what they may stand for, have changed. */
  labels = true;
  hasLabels = false;
  /** Ids that something may refer to have changed. */
  references = true;
  /** Modal dialogs may have opened or closed. */
  modals = true;
  /** Counts the changes to which elements the document has. */
  structure = 0;
  /** New elements or scripts may have brought listeners. */
  listeners = true;
  /** Kinds of change that style may depend on, see sheets.js. */
  kinds = 0;
  /** Something was styled anew, and not all of why is known. */
  restyled = false;
  /** Elements may have got closed shadow roots: they were styled anew. */
  mayHaveRoots = false;
  /** Names of attributes that changed. */
  attributes = new Set();
  /** The page may have reacted to the user. */
  acted = true;
  /** The time of the last mutation or event, by performance.now. */
  last = 0;

  add(node, level) {
    if (this.nodes.size >= MOST_PENDING) this.overflow();
    if ((this.nodes.get(node) ?? 0) < level) this.nodes.set(node, level);
  }

  addName(node) {
    if (this.named.size < MOST_PENDING) this.named.add(node);
    else this.document = EVERYTHING;
  }

  overflow() {
    this.nodes.clear();
    this.named.clear();
    this.document = EVERYTHING;
    this.owners = true;
    this.labels = true;
    this.references = true;
    this.modals = true;
  }

  suspect(level) {
    if (this.document < level) this.document = level;
  }
}

/** The node a mutation target stands for: the host of a shadow root. */
const shown = (node) => (nodeType(node) === FRAGMENT ? node.host : node);

const targetOf = (event) => event.composedPath()[0] ?? event.target;

const slotsOf = (host) => {
  const root = shadowOf(host);
  return root ? queryAll(root, 'slot') : [];
};

const has = (element, selector) => matches(element, selector) || queryOne(element, selector) !== null;

const hasElement = (nodes) => {
  for (const node of nodes) if (nodeType(node) === ELEMENT) return true;
  return false;
};

/** Observer watches the roots it is given and tells a Doubts. */
export class Observer {
  #doubts;
  #ring;
  #observer;
  #roots = new WeakSet();

  /** ring is called after each batch of mutations and each event. */
  constructor(doubts, ring) {
    this.#doubts = doubts;
    this.#ring = ring;
    this.#observer = new MutationObserver((mutations) => {
      this.#read(mutations);
      this.#ring();
    });
  }

  /**
   * Watches a document that nobody has asked about yet for what cannot be seen afterwards: that a
   * field was a password field. To hear of all that a parser inserts would cost a page that loads dearly.
   */
  await(root) {
    this.#observer.observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
  }

  /** Starts to watch a document or shadow root; again is harmless. */
  watch(root) {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true });
    this.#listen(root);
  }

  /** Watches a document again whose listeners document.open has taken away. */
  rewatch(root) {
    this.#roots.delete(root);
    this.watch(root);
  }

  /** Takes in what the browser has not delivered yet. */
  drain() {
    const mutations = this.#observer.takeRecords();
    if (mutations.length) this.#read(mutations);
  }

  #read(mutations) {
    this.#doubts.last = performance.now();
    this.#doubts.suspect(BOXES);
    for (const mutation of mutations) {
      if (mutation.type === 'attributes') this.#attribute(mutation);
      else if (mutation.type === 'characterData') this.#text(mutation.target);
      else this.#childList(mutation);
    }
  }

  #attribute({ target, attributeName, oldValue }) {
    const name = attributeName.toLowerCase();
    if (name === 'style' && getAttribute(target, 'style') === oldValue) return;
    const doubts = this.#doubts;
    const level = levelOf(name);
    doubts.add(target, name === 'style' ? CHILDREN : level);
    doubts.addName(target);
    if (NAMES_OTHERS.has(name)) {
      doubts.owners = true;
      doubts.labels = true;
      doubts.references = true;
    }
    doubts.attributes.add(name);
    if (name === 'class' || name === 'id') doubts.kinds |= SIBLINGS;
    else if (STATE_ATTRIBUTES.has(name)) doubts.kinds |= STATE;
    if (name === 'open') doubts.modals = true;
    if (name === 'type' && oldValue?.toLowerCase() === 'password') rememberPassword(target);
    if (name === 'slot') this.#reslot(parentNode(target));
  }

  #text(node) {
    this.#doubts.add(node, RECORD);
    this.#doubts.addName(node);
  }

  #childList({ target, addedNodes, removedNodes }) {
    const node = shown(target);
    const doubts = this.#doubts;
    if (nodeType(node) !== ELEMENT) {
      doubts.overflow();
      return;
    }
    doubts.add(node, CHILDREN);
    doubts.addName(node);
    doubts.kinds |= STRUCTURE;
    if (shadowOf(node) && node === target) this.#reslot(node);
    const hasNew = hasElement(addedNodes);
    if (!hasNew && !hasElement(removedNodes)) return;
    doubts.structure++;
    doubts.listeners ||= hasNew;
    doubts.references = true;
    this.#relations(addedNodes);
    this.#relations(removedNodes);
  }

  /** Notes what elements that came or went may have to do with others. */
  #relations(nodes) {
    const doubts = this.#doubts;
    for (const node of nodes) {
      if (nodeType(node) !== ELEMENT) continue;
      doubts.owners ||= doubts.hasOwners || has(node, '[aria-owns]');
      doubts.labels ||= doubts.hasLabels || has(node, 'label');
      doubts.modals ||= has(node, 'dialog');
      if (has(node, SECRETS)) learnSecrets(node);
    }
  }

  #reslot(host) {
    if (!host || nodeType(host) !== ELEMENT) return;
    for (const slot of slotsOf(host)) this.#doubts.add(slot, CHILDREN);
  }

  /** Listens for what bears on style and on controls without a mutation. */
  #listen(root) {
    const on = (types, react) => {
      for (const type of types) addListener(root, type, react, { capture: true, passive: true });
    };
    on(['input', 'change', 'toggle', 'beforetoggle', 'close', 'cancel', 'invalid', 'reset'], (event) => {
      const node = targetOf(event);
      if (nodeType(node) === ELEMENT) {
        this.#doubts.add(node, CHILDREN);
        this.#doubts.addName(node);
      }
      this.#doubts.modals = true;
      this.#heard(BOXES, STATE);
    });
    on(['slotchange'], (event) => {
      this.#doubts.add(targetOf(event), CHILDREN);
      this.#heard(BOXES, STRUCTURE);
    });
    on(['focusin', 'focusout'], () => this.#heard(0, FOCUS));
    on(['mouseover', 'mouseout', 'mousedown', 'mouseup'], () => this.#heard(0, POINTER));
    on(['click', 'keyup'], () => {
      this.#doubts.acted = true;
      this.#heard(0, 0);
    });
    on(['transitionend', 'transitioncancel'], ({ propertyName }) => this.#heard(TELLING.test(propertyName) ? EVERYTHING : BOXES, 0));
    on(['animationstart', 'animationend', 'animationcancel', 'animationiteration', 'fullscreenchange', 'contentvisibilityautostatechange'],
      () => this.#heard(EVERYTHING, 0));
    on(['readystatechange', 'load', 'error', 'loadedmetadata'], (event) => {
      const isPicture = event.target instanceof HTMLImageElement;
      this.#doubts.listeners ||= !isPicture;
      this.#heard(isPicture ? BOXES : EVERYTHING, 0);
    });
    on(['scroll'], (event) => {
      const node = targetOf(event);
      const scroller = nodeType(node) === ELEMENT ? node : documentElement(document);
      if (scroller) this.#doubts.add(scroller, RECORD);
      this.#heard(BOXES, 0);
    });
  }

  #heard(level, kinds) {
    const doubts = this.#doubts;
    doubts.last = performance.now();
    doubts.suspect(level);
    doubts.kinds |= kinds;
    this.#ring();
  }

  /** Listens for what only windows tell. */
  watchWindow() {
    for (const type of ['resize', 'hashchange', 'popstate', 'load', 'pageshow', 'focus', 'blur', 'beforeprint', 'afterprint']) {
      addListener(window, type, () => {
        this.#doubts.listeners = true;
        this.#heard(EVERYTHING, 0);
      }, { passive: true });
    }
  }
}
