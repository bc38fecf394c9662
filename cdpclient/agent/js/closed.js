// Closed shadow roots: no script can ask for them, only suspect them.

import { boxOf, isDefined, localName } from './dom.js';
import { HIDDEN, SHADOW_HOST } from './flags.js';

const HOSTS = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main', 'nav', 'p', 'section', 'span']);
const MOST = 24;
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

/**
 * Whether an element shows something although nothing in it can be seen: it may have a closed root. What a
 * widget shows beside the page, above all else in it, takes no place in its host: that then hangs at the body.
 */
const isSuspect = ({ tag, node, kids, flags, isLive, parent }) => {
  if (!isLive || flags & (SHADOW_HOST | HIDDEN)) return false;
  const isCustom = tag.includes('-');
  if (kids.length) return isCustom && mayShowElsewhere(tag, node);
  if (!isCustom && !HOSTS.has(tag)) return false;
  const { width, height } = boxOf(node);
  if ((width < SMALLEST || height < SMALLEST) && parent?.tag !== 'body') return false;
  return isNew(node, width, height) || isCustom;
};

/** To be called when a closed root was found: others of the kind will have one too. */
export const foundClosed = (host) => fruitless.set(kindOf(localName(host), host), -Infinity);

/**
 * The records among those given that may have a closed shadow root, a bounded number. Custom
 * elements without content get their root at any time, so they are asked about each time; others once for each size they have, since a root brings content.
 */
export const suspects = (records) => {
  const found = [];
  let looked = 0;
  for (const record of records) {
    if (++looked > MOST_LOOKED_AT || found.length >= MOST) break;
    if (!isSuspect(record)) continue;
    found.push(record);
  }
  return found;
};
