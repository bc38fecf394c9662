// Active descendants: the items that widgets act on while they have the focus themselves.

import { activeDescendant } from './dom.js';

/** The record of a widget → its active item, or null while that is not there. */
const itemOf = new Map();

/** Active item → how many widgets it is that of. */
const active = new Map();

const NOBODY = Object.freeze([]); // what nearly every element changes

/** Whether a widget acts on an element. */
export const isActive = (element) => active.size > 0 && active.has(element);

const count = (element, more) => {
  const widgets = (active.get(element) ?? 0) + more;
  if (widgets) active.set(element, widgets);
  else active.delete(element);
};

/** Notes the item of a widget; returns the elements that are active now and were not before, or the other way round. */
const point = (record, item) => {
  const before = itemOf.get(record) ?? null;
  itemOf.set(record, item);
  if (item === before) return NOBODY;
  if (before) count(before, -1);
  if (item) count(item, 1);
  return [before, item].filter(Boolean);
};

const lookAt = (record) => point(record, activeDescendant(record.node));

/** Takes note of the attributes of an element; returns what point does. */
export const noteWidget = (record, attributes) => {
  if (attributes['aria-activedescendant'] !== undefined) return lookAt(record);
  return itemOf.size ? dropWidget(record) : NOBODY;
};

/** Forgets a widget; returns what point does. */
export const dropWidget = (record) => {
  if (!itemOf.has(record)) return NOBODY;
  const changed = point(record, null);
  itemOf.delete(record);
  return changed;
};

/** Looks at all widgets: another element may have the id of the item by now. Returns what point does. */
export const readActive = () => [...itemOf.keys()].flatMap(lookAt);
