// Closed shadow roots: no script can ask for them, only suspect them.

import { boxOf, createRange, includes, isDefined, localName, shadowOf } from './dom.js';
import { HIDDEN, SHADOW_HOST } from './flags.js';
import { ownerOf } from './owns.js';

const HOSTS = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main', 'nav', 'p', 'section', 'span']);
const MOST = 24; // hosts of kinds of which nothing is known
const MOST_ALIKE = 1000; // hosts of kinds of which one has a closed root
const MOST_TEXTS = 300;
const SMALLEST = 4; // CSS pixels
const MOST_LOOKED_AT = 20000;

const FRUITLESS = 3; // hosts of one kind without a closed root after which no more of them are asked about

/** Hosts that were asked about already, with the size they had. */
const asked = new WeakMap();

/** How many hosts of a kind were asked about in vain. */
const fruitless = new Map();

const kindOf = (tag, node) => tag + (isDefined(node) ? '' : '?');

/** Whether a host has not been asked about with the size it has. */
const isNew = (node, width, height) => {
  const size = width + 'x' + height;
  if (asked.get(node) === size) return false;
  asked.set(node, size);
  return true;
};

/** Whether a child is there by itself, and neither owned nor generated. */
const isContent = ({ tag, node }) => tag[0] !== ':' && !ownerOf.has(node);

/** Whether a custom element with content of its own may show that in a closed root: those of one kind are alike. */
const mayShowElsewhere = (tag, node) => {
  const kind = kindOf(tag, node);
  const count = fruitless.get(kind) ?? 0;
  if (count >= FRUITLESS) return false;
  const { width, height } = boxOf(node);
  if (!isNew(node, kind + width, height)) return false;
  fruitless.set(kind, count + 1);
  return true;
};

/** How many texts may still be looked at for one answer. */
let textsLeft = 0;

/** Whether the text that is all there is in an element is shown nowhere. */
const hidesItsText = (node) => {
  if (textsLeft <= 0) return false;
  textsLeft--;
  const range = createRange(document);
  range.selectNodeContents(node);
  return range.getClientRects().length === 0;
};

const isText = (record) => !record.isElement;

const mayReplaceItsContent = ({ tag, node, kids }, isCustom) => {
  if (isCustom) return mayShowElsewhere(tag, node);
  if (!HOSTS.has(tag) || !kids.every(isText) || !hidesItsText(node)) return false;
  const { width, height } = boxOf(node);
  return isNew(node, width, height);
};

/**
 * Whether an element shows something although nothing in it can be seen: it may have a closed root. What a
 * widget shows beside the page, above all else in it, takes no place in its host: that then hangs at the body.
 */
const isSuspect = (record) => {
  const { tag, node, kids, flags, isLive, parent } = record;
  if (!isLive || flags & (SHADOW_HOST | HIDDEN)) return false;
  const isCustom = tag.includes('-');
  if (kids.some(isContent)) return mayReplaceItsContent(record, isCustom);
  if (!isCustom && !HOSTS.has(tag)) return false;
  const { width, height } = boxOf(node);
  if ((width < SMALLEST || height < SMALLEST) && parent?.tag !== 'body') return false;
  return isNew(node, width, height) || isCustom;
};

let lastHolder = null;

/**
 * Whether an element, not null, has the focus although a modal dialog makes it inert, when that is news: a dialog
 * above that one in a closed root of the element has it.
 */
export const holdsFocus = (element, modal) => {
  if (modal === null || shadowOf(element) !== null || includes(modal, element) || element === lastHolder) return false;
  lastHolder = element;
  return true;
};

/** Notes that a closed root was found: others of the kind will have one too. Returns whether that is news. */
export const foundClosed = (host) => {
  const kind = kindOf(localName(host), host);
  if (fruitless.get(kind) === -Infinity) return false;
  fruitless.set(kind, -Infinity);
  return kind.includes('-');
};

/**
 * The records among those given that may have a closed shadow root, a bounded number. Custom
 * elements without content get their root at any time, so they are asked about each time; others once for each size they have, since a root brings content.
 */
export const suspects = (records) => {
  const found = [];
  let looked = 0, unknown = 0;
  textsLeft = MOST_TEXTS;
  for (const record of records) {
    if (++looked > MOST_LOOKED_AT || found.length >= MOST_ALIKE) break;
    const isAlike = record.isElement && record.tag.includes('-') && fruitless.get(kindOf(record.tag, record.node)) === -Infinity;
    if ((!isAlike && unknown >= MOST) || !isSuspect(record)) continue;
    if (!isAlike) unknown++;
    found.push(record);
  }
  return found;
};
