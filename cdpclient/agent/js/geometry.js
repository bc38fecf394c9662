// What is out of sight. Boxes are read only for what can be acted on, and clipping ancestors
// only for what lies in the viewport, so most of a long page costs one box each.

import { clippedTo, intersect } from './clip.js';
import {
  boxOf, clientHeight, clientWidth, documentElement, ELEMENT, firstChild, flatParent, localName, nextSibling, nodeType, parentNode,
  previousElement, scrollHeight, scrollingElement, scrollLeft, scrollTop, scrollWidth,
} from './dom.js';

const SCROLLS = /auto|scroll/;
const DEEPEST_BOX_SEARCH = 4;
const MOST_STEPS_TO_ROW = 4;
const FAR = 1000; // CSS pixels

/** The clip boxes of one pass, by element; null where nothing clips. */
let clips = new WeakMap();

/** Whether rows are far from the viewport, for one pass. */
let rows = new WeakMap();

/** The size of the viewport. */
let view = { width: 0, height: 0 };

/** The root element, for one pass. */
let root = null;

/** Whether an element is the root of the document, which scrolls for the viewport. */
export const isRoot = (element) => element === root;

/** Forgets the boxes: to be called when a new pass begins. */
export const beginGeometry = () => {
  clips = new WeakMap();
  rows = new WeakMap();
  noteCell(null, null);
  view = { width: innerWidth, height: innerHeight };
  root = documentElement(document);
};

const isEmpty = (box) => box.right - box.left <= 0 || box.bottom - box.top <= 0;

/** Whether nothing to speak of is left: content for screen readers alone is often clipped to one pixel. */
const isSpeck = (box) => isEmpty(box) || (box.right - box.left <= 1 && box.bottom - box.top <= 1);

/** The box that clip-path or clip leave of an element, and of all in it wherever that is positioned. */
const cutOf = (element, style) => (style.clipPath === 'none' && style.clip === 'auto' ? null : clippedTo(style, boxOf(element)));

/** Whether an element hides what is outside its box. */
const hides = ({ overflowX, overflowY, display }) =>
  (overflowX !== 'visible' || overflowY !== 'visible') && display !== 'inline' && display !== 'contents';

/** What clips the children of an element: { all, positioned } for children in the flow and for absolute ones. */
const clipOf = (element) => {
  const chain = [];
  let node = element;
  for (; node && !clips.has(node); node = flatParent(node)) chain.push(node);
  let clip = node ? clips.get(node) : { all: null, positioned: null };
  while (chain.length) {
    const each = chain.pop();
    const style = getComputedStyle(each);
    if (each !== root && localName(each) !== 'body') {
      const position = style.position;
      const from = position === 'fixed' ? null : position === 'absolute' ? clip.positioned : clip.all;
      const cut = cutOf(each, style);
      const all = intersect(intersect(from, cut), hides(style) ? boxOf(each) : null);
      clip = { all, positioned: position === 'static' ? intersect(clip.positioned, cut) : all };
    }
    clips.set(each, clip);
  }
  return clip;
};

const inView = (box) => box.right > 0 && box.bottom > 0 && box.left < view.width && box.top < view.height;

/** The first box with an area in the subtree: elements around floats have none of their own. */
const someBox = (element, depth) => {
  const box = boxOf(element);
  if (!isEmpty(box) || depth === 0) return isEmpty(box) ? null : box;
  for (let child = firstChild(element); child; child = nextSibling(child)) {
    const found = nodeType(child) === ELEMENT ? someBox(child, depth - 1) : null;
    if (found) return found;
  }
  return null;
};

/**
 * Whether an element stands in a row of a table or list that is far from the viewport, with nothing
 * positioned in between. Boxes are what costs most on a long page, and one for each row will do.
 */
const isInFarRow = (element, style) => {
  let row = element;
  for (let steps = 0; !isRow(row); steps++) {
    row = parentNode(row);
    if (steps === MOST_STEPS_TO_ROW || !row || nodeType(row) !== ELEMENT) return false;
  }
  if (!isFar(row) || style.position !== 'static') return false;
  for (let node = element; node !== row; ) {
    node = parentNode(node);
    if (node !== row && positionOf(node) !== 'static') return false;
  }
  return true;
};

const isRow = (element) => {
  const tag = localName(element);
  return tag === 'tr' || tag === 'li';
};

/** The cell that was described last, and its style: what is asked about next is mostly in it. */
const lastCell = { element: null, style: null };

/** Notes the style of a cell. */
export const noteCell = (element, style) => {
  lastCell.element = element;
  lastCell.style = style;
};

const positionOf = (element) => (element === lastCell.element ? lastCell.style : getComputedStyle(element)).position;

/** Where a row is, for one pass. */
class Row {
  place = UNKNOWN;
  constructor(style) {
    this.style = style; // shared with other rows or not; null when it is not known
  }
}

const UNKNOWN = 0;
const NEAR = 1;
const ABOVE = 2;
const BELOW = 3;

/** Notes the style of a row of a table: rows with the same one stand below each other. */
export const noteRow = (element, style) => rows.set(element, new Row(style));

const rowOf = (element) => {
  let row = rows.get(element);
  if (row === undefined) {
    row = new Row(null);
    rows.set(element, row);
  }
  return row;
};

const isFar = (element) => {
  const row = rowOf(element);
  if (row.place === UNKNOWN) row.place = followsOneBelow(element, row) ? BELOW : placeOf(element);
  return row.place !== NEAR;
};

/** Whether a row of a table stands below one that is far below the viewport: tables show their rows in order (CSS 2.2, 17.5). */
const followsOneBelow = (element, { style }) => {
  if (style === null || style.display !== 'table-row') return false;
  const before = previousElement(element);
  const row = before && rows.get(before);
  return row?.place === BELOW && row.style === style;
};

const placeOf = (element) => {
  const box = boxOf(element);
  if (isEmpty(box) || getComputedStyle(element).position !== 'static') return NEAR;
  if (box.bottom < -FAR) return ABOVE;
  return box.top > view.height + FAR ? BELOW : NEAR;
};

export const IN_VIEW = 0;
export const OUT_OF_VIEW = 1;
export const NOWHERE = 2;

/** Whether something of an element can be seen, without scrolling or at all: NOWHERE when nothing in it has a place. */
export const viewOf = (element, style) => {
  if (isInFarRow(element, style)) return OUT_OF_VIEW;
  let box = boxOf(element);
  if (isEmpty(box)) {
    if (style.overflowX !== 'visible') return OUT_OF_VIEW;
    box = someBox(element, DEEPEST_BOX_SEARCH);
    if (!box) return style.display === 'contents' ? IN_VIEW : NOWHERE;
  }
  if (!inView(box) || (isSpeck(box) && hides(style))) return OUT_OF_VIEW;
  return isClipped(element, style, box) ? OUT_OF_VIEW : IN_VIEW;
};

const isClipped = (element, style, box) => {
  const own = intersect(box, clippedTo(style, box));
  const parent = flatParent(element);
  if (!parent || style.position === 'fixed') return own !== box && isSpeck(own);
  const clip = clipOf(parent);
  const shown = intersect(own, style.position === 'absolute' ? clip.positioned : clip.all);
  return shown !== box && isSpeck(shown);
};

/** Whether an element scrolls when its content is too large. The root element stands for the viewport. */
export const isScroller = (element, style) =>
  isRoot(element) ||
  (localName(element) !== 'body' && (SCROLLS.test(style.overflowY) || SCROLLS.test(style.overflowX)));

const areaOf = (element) => (isRoot(element) ? scrollingElement(document) ?? element : element);

/** Where a scroller stands, as one number: scroll events come a frame late. */
export const scrollPosition = (element) => {
  const area = areaOf(element);
  return scrollTop(area) + scrollLeft(area) * 1e7;
};

/** [above, below, left, right] in pixels out of sight of a scroller, or null when all is in sight. */
export const scrollExtents = (element) => {
  const area = areaOf(element);
  const tall = scrollHeight(area) - clientHeight(area);
  const wide = scrollWidth(area) - clientWidth(area);
  if (tall < 2 && wide < 2) return null;
  const above = Math.max(0, Math.round(scrollTop(area)));
  const left = Math.round(Math.abs(scrollLeft(area)));
  return [above, Math.max(0, tall - above), left, Math.max(0, wide - left)];
};
