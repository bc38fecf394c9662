// The children of an element in the flat tree, as a reader meets them.

import { ELEMENT, firstChild, getAttribute, isText, localName, nextSibling, nodeType, shadowOf, slotted, summaryOf, TEXT } from './dom.js';
import { ownedBy, ownerOf } from './owns.js';
import { IN_DRAWING } from './regions.js';
import { CLOSED } from './roles.js';
import { isBlank } from './text.js';

const SVG_WITHOUT_TEXT = new Set(['svg', 'g', 'symbol', 'use', 'marker', 'pattern', 'mask', 'switch', 'circle', 'rect', 'path', 'line', 'polyline', 'polygon', 'ellipse', 'image']);

/** Stands for the generated text of an element; the agent's records need an identity. */
class Pseudo {
  constructor(tag) {
    this.tag = tag;
    this.text = '';
  }
}

const NOTHING = Object.freeze([]);
const pseudos = new WeakMap();

/** The object that stands for ::before or ::after of an element. */
const pseudoOf = (element, tag, text) => {
  let pair = pseudos.get(element);
  if (!pair) {
    pair = { __proto__: null };
    pseudos.set(element, pair);
  }
  pair[tag] ??= new Pseudo(tag);
  pair[tag].text = text;
  return pair[tag];
};

export const isPseudo = (node) => node instanceof Pseudo;

const push = (out, first, elementsOnly, but) => {
  for (let node = first; node; node = nextSibling(node)) if (node !== but) take(out, node, elementsOnly);
};

const take = (out, node, elementsOnly) => {
  const isElement = nodeType(node) === ELEMENT;
  if (!isElement && (elementsOnly || !isText(node))) return;
  if (isElement && ownerOf.size && ownerOf.has(node)) return;
  out.push(node);
};

/** Options and their groups, whatever else stands in the list. */
const choices = (out, parent) => {
  for (let node = firstChild(parent); node; node = nextSibling(node)) {
    if (nodeType(node) !== ELEMENT) continue;
    const tag = localName(node);
    if (tag === 'option' || tag === 'optgroup') out.push(node);
    else choices(out, node);
  }
};

const inner = (out, element, tag) => {
  if (tag === 'details') {
    const summary = summaryOf(element);
    if (summary) take(out, summary, true);
    if (element.open) push(out, firstChild(element), false, summary);
    return;
  }
  const root = shadowOf(element);
  if (root) push(out, firstChild(root), false);
  else if (tag === 'slot') {
    const nodes = slotted(element);
    if (nodes) for (const node of nodes) take(out, node, false);
    else push(out, firstChild(element), false);
  } else push(out, firstChild(element), SVG_WITHOUT_TEXT.has(tag));
};

const IS_TABLE = /^(?:inline-)?table$/;
const TABLE_ROLES = new Set([null, '', 'table', 'grid', 'treegrid']);

/** Where a part of a table is shown, from the top; undefined for what is none. */
const placeOf = (table, node) => {
  if (node === table.caption) return 0;
  if (node === table.tHead) return 1;
  if (node === table.tFoot) return 3;
  return localName(node) === 'tbody' ? 2 : undefined;
};

/**
 * The parts of a table in the order they are shown in, wherever they stand (CSS 2.2, 17.2). With anything else among
 * them they stay as they are, as Blink has it.
 */
const sortParts = (nodes, table) => {
  const places = new Map();
  let last = 0, isSorted = true;
  for (const node of nodes) {
    if (!isPseudo(node) && isText(node) && isBlank(node.data)) continue;
    const place = isPseudo(node) || isText(node) ? undefined : placeOf(table, node);
    if (place === undefined) return nodes;
    places.set(node, place);
    isSorted &&= place >= last;
    last = place;
  }
  return isSorted ? nodes : [...places.keys()].sort((one, other) => places.get(one) - places.get(other));
};

const isTable = (element, tag, { display }) => tag === 'table' && IS_TABLE.test(display) && TABLE_ROLES.has(getAttribute(element, 'role'));

/**
 * Nodes and generated text inside an element, and last what it owns, be it one of its own children (ARIA 1.2,
 * aria-owns). The texts of hidden elements are the caller's to drop. The region is that of the children.
 */
export const childrenOf = (element, tag, style, sheets, region) => {
  if (CLOSED.has(tag) || tag === 'option' || (style.contentVisibility === 'hidden' && style.meaning.maySkip)) return NOTHING;
  const out = [];
  if (tag === 'select' || tag === 'optgroup') {
    choices(out, element);
    return out;
  }
  const generates = region !== IN_DRAWING;
  const before = generates && sheets.generated(element, tag, '::before');
  if (before) out.push(pseudoOf(element, '::before', before));
  inner(out, element, tag);
  const after = generates && sheets.generated(element, tag, '::after');
  if (after) out.push(pseudoOf(element, '::after', after));
  const nodes = isTable(element, tag, style) ? sortParts(out, element) : out;
  const owned = ownedBy.size ? ownedBy.get(element) : undefined;
  if (owned) nodes.push(...owned);
  return nodes;
};

const WITHOUT_SOLE_TEXT = new Set([...CLOSED, ...SVG_WITHOUT_TEXT, 'select', 'optgroup', 'option', 'details', 'slot', 'q']);

/** The text that is all there is in an element; null when there is more, or less, or it takes more to tell. */
export const soleText = (element, tag, style, sheets, region) => {
  const text = firstChild(element);
  if (text === null || nodeType(text) !== TEXT || nextSibling(text) !== null || WITHOUT_SOLE_TEXT.has(tag)) return null;
  if (shadowOf(element) !== null || ownedBy.has(element) || style.contentVisibility !== 'visible') return null;
  return region !== IN_DRAWING && sheets.mayGenerate(element) ? null : text;
};
