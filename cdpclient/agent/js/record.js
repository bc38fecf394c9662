// The records of the agent: what was last told about each node.

import { ELEMENT, localName, nodeType } from './dom.js';
import { NOWHERE } from './live.js';

/** What is known about one node. While it is live it is part of the tree the reader has. */
export class Record {
  constructor(key, node, tag) {
    this.key = key;
    this.node = node;
    this.tag = tag;
    this.role = '';
    this.flags = -1; // nothing is known yet
    this.name = '';
    this.attrs = '';
    this.parent = null;
    this.kids = NO_KIDS;
    this.isLive = false;
    this.place = NOWHERE; // in the list of those that are live, see live.js
    this.isPointer = false; // the cursor is a pointer, inherited or not
    this.isCandidate = false; // can be acted on, so it matters whether it is in view
    this.isScroller = false; // scrolls when its content is too large
    this.region = 0; // what it is inside, see regions.js
    this.recheck = false; // may be gone: its parent must look
    this.born = 0; // the pull that told about it first
    this.changed = false; // the record differs from what the reader has
    this.oldKids = null; // the children the reader has, where they differ
    this.seen = 0; // a mark for comparing lists of children
    this.refersTo = null; // ids its name or description comes from
    this.refersToElements = null; // elements it refers to in the same way, without an id
    this.reads = null; // of a form control: reads what changes without a mutation
    this.properties = undefined; // and what that was
    this.position = 0; // of a scroller: where it stands
  }

  get isElement() {
    return this.tag !== '#text' && this.tag[0] !== ':';
  }

  /** Takes over what was found; returns whether anything differs. */
  take(role, flags, name, attrs) {
    if (flags === this.flags && name === this.name && attrs === this.attrs && role === this.role) return false;
    this.role = role;
    this.flags = flags;
    this.name = name;
    this.attrs = attrs;
    return true;
  }
}

export const NO_KIDS = Object.freeze([]);

/**
 * Where the record of a node is kept: on our world's own wrapper of the node, which lives as long as
 * the node and is out of the page's reach. A WeakMap of all nodes costs the collector dearly.
 */
const RECORD = Symbol('record');

const parked = new Map(); // key → WeakRef of an element that is not told just now
let lastKey = 0;

/** Makes or finds the record of a DOM node, or of an object that stands for generated text. */
export const recordOf = (node, tag) => {
  let record = node[RECORD];
  if (record === undefined) {
    lastKey++;
    record = new Record(lastKey, node, tag);
    node[RECORD] = record;
  }
  return record;
};

/** The record of a node, when the reader knows it. */
export const liveRecord = (node) => {
  const record = node[RECORD];
  return record !== undefined && record.isLive ? record : null;
};

/** Keeps an element that is not told (any more) within reach of its key, as long as it exists. */
export const park = (record) => {
  if (record.isElement) parked.set(record.key, new WeakRef(record.node));
};

export const unpark = (record) => {
  if (parked.size) parked.delete(record.key);
};

/** The parked element with a key; undefined when there is none, or none any more. */
export const parkedElement = (key) => parked.get(key)?.deref();

/** The key of an element, given now when it has none. */
export const keyOf = (node) => {
  if (nodeType(node) !== ELEMENT) return 0;
  const record = recordOf(node, localName(node).toLowerCase());
  if (!record.isLive) park(record);
  return record.key;
};

/** Forgets parked elements that were collected, when there are more than so many. */
export const sweepParked = (enough) => {
  if (parked.size <= enough) return;
  for (const [key, ref] of parked) {
    if (ref.deref() === undefined) parked.delete(key);
  }
};
