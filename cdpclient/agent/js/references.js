// Who refers to whom by id: names and descriptions that come from far nodes, and invokers.

import { NO_ATTRIBUTES } from './attributes.js';
import { byId, describingElements, ELEMENT, errorElements, labellingElements, nodeType, rootOf } from './dom.js';

const REFERRING = ['aria-labelledby', 'aria-describedby', 'aria-errormessage', 'popovertarget', 'commandfor'];

/** The elements that an element refers to without an id: a script said so, and the attribute is empty. */
const namedWithoutId = (element, attributes) => [
  ...(attributes['aria-labelledby'] === '' ? labellingElements(element) : []),
  ...(attributes['aria-describedby'] === '' ? describingElements(element) : []),
  ...(attributes['aria-errormessage'] === '' ? errorElements(element) : []),
];

const refers = (attributes) => {
  if (attributes === NO_ATTRIBUTES) return false;
  for (const name of REFERRING) if (attributes[name] !== undefined) return true;
  return false;
};

export class References {
  #byId = new Map(); // id → { records that refer to it, targets: root of these → the element there that has it }

  #byElement = new Map(); // element → records that refer to it without an id

  get any() {
    return this.#byId.size > 0 || this.#byElement.size > 0;
  }

  /** Takes note of what an element refers to. */
  update(record, attributes) {
    if (!record.refersTo && !record.refersToElements && !refers(attributes)) return;
    const ids = REFERRING.map((name) => attributes[name]).filter(Boolean).join(' ');
    this.drop(record);
    this.#updateElements(record, namedWithoutId(record.node, attributes));
    if (!ids) return;
    record.refersTo = ids.split(/\s+/).filter(Boolean);
    const root = rootOf(record.node);
    for (const id of record.refersTo) {
      const { records, targets } = this.#referenceTo(id);
      records.add(record);
      if (!targets.has(root)) targets.set(root, byId(root, id));
    }
  }

  #referenceTo(id) {
    let reference = this.#byId.get(id);
    if (reference === undefined) {
      reference = { records: new Set(), targets: new Map() };
      this.#byId.set(id, reference);
    }
    return reference;
  }

  #updateElements(record, elements) {
    if (!elements.length) return;
    record.refersToElements = elements;
    for (const element of elements) {
      const records = this.#byElement.get(element);
      if (records) records.add(record);
      else this.#byElement.set(element, new Set([record]));
    }
  }

  #dropElements(record) {
    for (const element of record.refersToElements ?? []) {
      const records = this.#byElement.get(element);
      records?.delete(record);
      if (records?.size === 0) this.#byElement.delete(element);
    }
    record.refersToElements = null;
  }

  drop(record) {
    this.#dropElements(record);
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

  /** The records that refer to an element without an id. */
  toElement(element) {
    return this.#byElement.get(element) ?? [];
  }

  /** The records that refer to an id that is another element's now. */
  moved() {
    const moved = [];
    for (const [id, reference] of this.#byId) {
      const now = new Map();
      for (const record of reference.records) {
        const root = rootOf(record.node);
        if (nodeType(root) === ELEMENT) continue; // it was taken out
        if (!now.has(root)) now.set(root, byId(root, id));
        if (now.get(root) !== reference.targets.get(root)) moved.push(record);
      }
      reference.targets = now;
    }
    return moved;
  }
}
