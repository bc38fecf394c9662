// Labels: which control each label stands for. A control is named by labels far from it, and what
// ties them is the structure of the document, so it is compared as a whole when that changes.

import { closest, queryAll } from './dom.js';
import { standsFor } from './states.js';

/** Label → control. */
const controlOf = new Map();

/** The labels that stand for a control which is not rendered. */
let standing = new Set();

/** The ids that labels refer to. */
const fors = new Set();

/** Reads all labels anew; returns the controls whose labels changed. */
export const readLabels = (roots) => {
  const now = new Map();
  const changed = new Set();
  fors.clear();
  for (const root of roots) {
    for (const label of queryAll(root, 'label')) {
      const { control, htmlFor } = label;
      if (htmlFor) fors.add(htmlFor);
      if (control) now.set(label, control);
    }
  }
  for (const [label, control] of controlOf) if (now.get(label) !== control) changed.add(control);
  for (const [label, control] of now) if (controlOf.get(label) !== control) changed.add(control);
  controlOf.clear();
  for (const [label, control] of now) controlOf.set(label, control);
  return changed;
};

/** The labels that have come to stand for a control since the last time, or do not any more. */
export const otherStanding = () => {
  const before = standing;
  standing = new Set();
  for (const label of controlOf.keys()) if (standsFor(label)) standing.add(label);
  return [...controlOf.keys()].filter((label) => before.has(label) !== standing.has(label));
};

/** Whether an element may have a label, cheaply. */
export const mayBeLabelled = (element, id) => (id !== undefined && fors.has(id)) || closest(element, 'label') !== null;

/** Whether the document has labels. */
export const hasLabels = () => controlOf.size > 0 || fors.size > 0;
