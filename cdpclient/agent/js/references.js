// Who refers to whom by id: names and descriptions that come from far nodes, and invokers.

import { NO_ATTRIBUTES } from './attributes.js';
import { byId, rootOf } from './dom.js';

const REFERRING = ['aria-labelledby', 'aria-describedby', 'popovertarget', 'commandfor'];

export class References {
  #byId = new Map(); // id → { records that refer to it, target: the element that has it }

  get any() {
    return this.#byId.size > 0;
  }

  /** Takes note of what an element refers to. */
  update(record, attributes) {
    if (attributes === NO_ATTRIBUTES && !record.refersTo) return;
    const ids = REFERRING.map((name) => attributes[name]).filter(Boolean).join(' ');
    this.drop(record);
    if (!ids) return;
    record.refersTo = ids.split(/\s+/).filter(Boolean);
    for (const id of record.refersTo) {
      const known = this.#byId.get(id);
      if (known) known.records.add(record);
      else this.#byId.set(id, { records: new Set([record]), target: byId(rootOf(record.node), id) });
    }
  }

  drop(record) {
    if (!record.refersTo) return;
    for (const id of record.refersTo) {
      const records = this.#byId.get(id)?.records;
      records?.delete(record);
      if (records?.size === 0) this.#byId.delete(id);
    }
    record.refersTo = null;
  }

  /** The records that refer to an id. */
  to(id) {
    return (id && this.#byId.get(id)?.records) || [];
  }

  /** The records that refer to an id that is another element's now. */
  moved() {
    const records = [];
    for (const [id, reference] of this.#byId) {
      const [first] = reference.records;
      const target = byId(rootOf(first.node), id);
      if (target === reference.target) continue;
      reference.target = target;
      records.push(...reference.records);
    }
    return records;
  }
}
