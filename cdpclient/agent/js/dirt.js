// The records to be brought up to date, each with how much of it.

import { flatParent, getAttribute, isText, localName } from './dom.js';
import { CHILDREN, RECORD } from './observe.js';
import { ownerOf } from './owns.js';
import { liveRecord } from './record.js';
import { mayHaveName } from './roles.js';

const above = (node) => ownerOf.get(node) ?? flatParent(node);

export class Dirt {
  #levels = new Map();
  #references;

  constructor(references) {
    this.#references = references;
  }

  get size() {
    return this.#levels.size;
  }

  clear() {
    this.#levels.clear();
  }

  /** Takes one out: [record, level]. */
  take() {
    const [entry] = this.#levels;
    this.#levels.delete(entry[0]);
    return entry;
  }

  mark(record, level) {
    if ((this.#levels.get(record) ?? 0) < level) this.#levels.set(record, level);
  }

  /** Marks a node, or where it is not told (yet), the nearest element above it that is. */
  markNode(node, level) {
    const record = isText(node) ? null : liveRecord(node);
    if (record) {
      this.mark(record, level);
      return;
    }
    for (let each = above(node); each; each = above(each)) {
      const near = liveRecord(each);
      if (!near?.isElement) continue;
      this.mark(near, CHILDREN);
      return;
    }
  }

  /** Marks the elements whose name may come from these nodes: ancestors, labelled controls, referrers. */
  markNamedBy(nodes) {
    const climbed = new Set();
    for (const node of nodes) {
      for (let each = node; each && !climbed.has(each); each = above(each)) {
        climbed.add(each);
        if (!isText(each)) this.#markNamedBy(each, each !== node);
      }
    }
  }

  #markNamedBy(element, isAncestor) {
    const record = liveRecord(element);
    if (record && isAncestor && (record.name || mayHaveName(record.role, record.tag))) this.mark(record, RECORD);
    if (this.#references.any) {
      for (const other of this.#references.to(getAttribute(element, 'id'))) this.mark(other, RECORD);
      for (const other of this.#references.toElement(element)) this.mark(other, RECORD);
    }
    if (localName(element) === 'label' && element.control) this.markNode(element.control, RECORD);
  }
}
