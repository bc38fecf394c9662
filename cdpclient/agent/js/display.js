// What the computed display of an element means for its text and its place.

const IN_LINE = /^(?:inline|contents|ruby|math|none)/;
const DROPS_BLANKS = /flex|grid|^table(?!-cell|-caption)|^inline-table/;
const NEVER_SCROLLS = /^(?:inline(?!-)|contents|table|inline-table|ruby|none)/;

/** Boxes whose content cannot be skipped: css-contain-2 gives them no size containment. Blink makes an exception of cells. */
const NEVER_SKIPS = /^(?:inline|contents|(?:block )?ruby.*|table(?!-caption|-cell).*|inline-table|none)$/;

const known = new Map();

/** { isInline, dropsBlanks, mayScroll, maySkip } of a value of display. */
export const meaningOf = (display) => {
  let meaning = known.get(display);
  if (meaning === undefined) {
    meaning = { isInline: IN_LINE.test(display), dropsBlanks: DROPS_BLANKS.test(display), mayScroll: !NEVER_SCROLLS.test(display), maySkip: !NEVER_SKIPS.test(display) };
    known.set(display, meaning);
  }
  return meaning;
};
