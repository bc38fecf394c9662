// Which of several modal dialogs is on top. No property says so, and the order in which they stand in the
// document is not that in which they were opened.

import { boxOf, contains, elementAt, focusedElement, includes, rootOf } from './dom.js';

/** Points of the page at which a dialog, or what is behind it and belongs to it, is found if anything is. */
const pointsOf = (dialog) => {
  const { left, top, right, bottom } = boxOf(dialog);
  return [[1, 1], [(left + right) / 2, (top + bottom) / 2], [left + 1, top + 1], [right - 1, bottom - 1]];
};

/** Whether a pointer could reach a dialog or something in it. What a dialog above it makes inert is never hit. */
const isHit = (dialog) => {
  const root = rootOf(dialog);
  return pointsOf(dialog).some(([x, y]) => {
    const hit = elementAt(root, x, y);
    return hit !== null && contains(dialog, hit);
  });
};

/** Whether the focus is in a dialog, as it is in the one that was opened last unless it was moved since. */
const hasFocus = (dialog) => {
  const focused = focusedElement();
  return focused !== null && includes(dialog, focused);
};

/** The dialog on top of those that are open, in the order of the document; null for none. */
export const topmost = (open) => (open.length > 1 ? open.findLast(isHit) ?? open.findLast(hasFocus) : undefined) ?? open.at(-1) ?? null;
