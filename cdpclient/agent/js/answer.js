// The body of an answer: the whole state, or what changed.

import { shownURL } from './states.js';
import { number, string } from './wire.js';

const LONGEST_ADDRESS = 4000;
const LONGEST_TITLE = 1000;
const RECORD_CHANGED = 1;
const KIDS_CHANGED = 2;

/** Address and title of the document. */
export const place = (title) => {
  const { href } = location;
  const address = href.startsWith('data:') ? shownURL(href) : href.slice(0, LONGEST_ADDRESS).toWellFormed();
  return string(address) + string(title.slice(0, LONGEST_TITLE).toWellFormed());
};

/** The one splice that turns one list into another; null when they are equal. */
const spliceOf = (from, to) => {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const removed = from.length - start - end;
  const inserted = to.slice(start, to.length - end);
  return removed || inserted.length ? { start, removed, inserted } : null;
};

const entry = (writer, record, bits, splice, isKnown) => {
  let text = number(bits) + (bits & RECORD_CHANGED ? writer.line(record) : writer.key(record));
  if (!splice) return text;
  text += number(splice.start) + number(splice.removed) + number(splice.inserted.length);
  for (const kid of splice.inserted) text += writer.subtree(kid, isKnown);
  return text;
};

/** What changed, of records that were told before this pull. They count as told from now on. */
export const delta = (writer, changed, pull) => {
  const isKnown = (record) => record.born !== pull;
  let entries = '';
  let count = 0;
  for (const record of changed) {
    if (!record.isLive) continue;
    const splice = record.oldKids ? spliceOf(record.oldKids, record.kids) : null;
    const bits = (record.changed ? RECORD_CHANGED : 0) | (splice ? KIDS_CHANGED : 0);
    if (bits) {
      count++;
      entries += entry(writer, record, bits, splice, isKnown);
    }
    record.oldKids = null;
    record.changed = false;
  }
  return number(count) + entries;
};
