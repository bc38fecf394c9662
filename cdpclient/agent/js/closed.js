// Closed shadow roots: no script can ask for them, only suspect them.

import { boxOf } from './dom.js';
import { HIDDEN, SHADOW_HOST } from './flags.js';

const HOSTS = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main', 'nav', 'p', 'section', 'span']);
const MOST = 24;
const SMALLEST = 4; // CSS pixels
const MOST_LOOKED_AT = 20000;

/** Hosts that were asked about already, with the size they had. */
const asked = new WeakMap();

/**
 * Whether an element shows something although nothing in it can be seen: it may have a closed root. What a
 * widget shows beside the page, above all else in it, takes no place in its host: that then hangs at the body.
 */
const isSuspect = ({ tag, node, kids, flags, isLive, parent }) => {
  if (kids.length || !isLive || flags & (SHADOW_HOST | HIDDEN)) return false;
  const isCustom = tag.includes('-');
  if (!isCustom && !HOSTS.has(tag)) return false;
  const { width, height } = boxOf(node);
  if ((width < SMALLEST || height < SMALLEST) && parent?.tag !== 'body') return false;
  const size = width + 'x' + height;
  if (!isCustom && asked.get(node) === size) return false;
  asked.set(node, size);
  return true;
};

/**
 * The records among those given that may have a closed shadow root, a bounded number. Custom
 * elements get their root at any time, so they are asked about each time; others once for each size they have, since a root brings content.
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
