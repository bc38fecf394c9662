// The walk: brings the records of a subtree up to date. It keeps a stack of its own, so nesting
// costs memory and not the JavaScript stack.

import { childrenOf, isPseudo, soleText } from './children.js';
import { contentName, describe, isAroundModal } from './describe.js';
import { ELEMENT, firstElementChild, nodeType, shadowOf } from './dom.js';
import { BLOCK, HIDDEN } from './flags.js';
import { scrollPosition } from './geometry.js';
import { Live } from './live.js';
import { ownedBy } from './owns.js';
import { NO_KIDS, park, recordOf, unpark } from './record.js';
import { IN_DRAWING, IN_PAGE, regionIn } from './regions.js';
import { lendsName } from './roles.js';
import { withoutSecrets } from './secrets.js';
import { propertiesOf, standsFor } from './states.js';
import { ownStyle } from './styles.js';
import { isBlank, shownText, squeeze } from './text.js';

const CLOCK_EVERY = 64;

/** One element whose children are being brought up to date. */
class Level {
  constructor(record, style, deep, sheets) {
    this.record = record;
    this.style = style;
    this.deep = deep;
    this.region = regionIn(record.tag, record.region);
    this.nodes = childrenOf(record.node, record.tag, style, sheets, this.region);
    this.sheets = sheets;
    this.hasOtherRoots = record.tag === 'slot' || ownedBy.has(record.node) || shadowOf(record.node) !== null; // some children may be of another root
    this.at = 0;
    this.kids = [];
    this.blank = null;
    this.isInline = (record.flags & BLOCK) === 0;
    this.dropsBlanks = style.meaning.dropsBlanks;
    this.hidesText = (record.flags & HIDDEN) !== 0;
    this.namesRecord = false; // the record's name is to be found when its children are known
  }
}

/**
 * Walker keeps the records that are live, and those that changed since the last answer. What it
 * needs from outside: sheetsOf(node) gives the style sheets of a node's root, foundRoot is
 * told every shadow root, foundElement every element with facts that others keep indexes of.
 */
export class Walker {
  live = new Live();
  changed = new Set();
  controls = new Set();
  scrollers = new Set();
  orphans = [];
  fresh = []; // elements told for the first time in this pull
  pull = 0;
  #stamp = 0;
  #outside;

  constructor(outside) {
    this.#outside = outside;
  }

  /** Sets the flags of a record alone. */
  reflag(record, flags) {
    if (record.take(record.role, flags, record.name, record.attrs)) this.#changed(record);
  }

  /** Forgets that anything was told. */
  forget() {
    for (const record of this.live) this.#retire(record);
    this.changed.clear();
    this.orphans = [];
  }

  #retire(record) {
    record.isLive = false;
    record.kids = NO_KIDS;
    record.oldKids = null;
    record.parent = null;
    record.changed = false;
    this.live.delete(record);
    park(record);
    this.changed.delete(record);
    this.controls.delete(record);
    this.scrollers.delete(record);
    this.#outside.lostElement(record);
  }

  #changed(record) {
    if (record.born === this.pull) return;
    record.changed = true;
    this.changed.add(record);
  }

  #enliven(record) {
    if (record.isLive) return;
    record.isLive = true;
    record.born = this.pull;
    this.live.add(record);
    unpark(record);
    if (record.isElement) this.fresh.push(record);
  }

  /** Brings the record itself up to date; false when the element is not shown (any more). */
  refresh(record, parentIsPointer) {
    return this.#describe(record.node, parentIsPointer, false, record.region, null, null) !== null;
  }

  #describe(element, parentIsPointer, findsNames, region, parentStyle, sheets) {
    const facts = describe(element, parentIsPointer, findsNames, region, parentStyle, sheets);
    if (facts === null) return null;
    const record = recordOf(element, facts.tag);
    record.recheck = false;
    this.#enliven(record);
    const name = facts.isNamedByContent ? record.name : facts.name;
    if (record.take(facts.role, facts.flags, name, facts.attrs)) this.#changed(record);
    record.isPointer = facts.isPointer;
    record.isCandidate = facts.isCandidate;
    record.isScroller = facts.isScroller;
    record.region = region;
    this.#index(record, facts);
    facts.record = record;
    return facts;
  }

  #index(record, facts) {
    const { tag, attributes } = facts;
    if (tag === 'input' || tag === 'select' || tag === 'textarea' || (tag === 'label' && standsFor(record.node))) {
      record.reads = propertiesOf(record.node);
      record.properties = record.reads(record.node);
      this.controls.add(record);
    }
    if (facts.isScroller) {
      record.position = scrollPosition(record.node);
      this.scrollers.add(record);
    } else this.scrollers.delete(record);
    this.#outside.foundElement(record, attributes);
    const root = shadowOf(record.node);
    if (root) this.#outside.foundRoot(root);
  }

  #text(node, tag, text) {
    const record = recordOf(node, tag);
    this.#enliven(record);
    if (record.take('', 0, text, '')) this.#changed(record);
    return record;
  }

  /** Makes the root element's record and everything below it anew; null when nothing is shown. */
  root(element) {
    const found = this.#describe(element, false, false, IN_PAGE, null, null);
    if (!found) return null;
    const { record } = found;
    this.#run(this.#level(found, this.#outside.sheetsOf(element)));
    return record;
  }

  /**
   * Brings the children of a live record up to date. Deep: everything below is described again;
   * otherwise live children are trusted, and only new ones are entered. With a deadline (in
   * milliseconds of performance.now) it stops going deep when the time is over, and returns false.
   */
  children(record, deep, deadline) {
    return this.#run(new Level(record, ownStyle(record.node), deep, this.#outside.sheetsOf(record.node)), deadline);
  }

  #level({ record, style, isNamedByContent }, sheets) {
    const level = new Level(record, style, true, sheets);
    level.namesRecord = isNamedByContent;
    return level;
  }

  #run(first, deadline = Infinity) {
    const stack = [first];
    let steps = 0;
    let complete = true;
    while (stack.length) {
      const level = stack[stack.length - 1];
      if (level.at === level.nodes.length) {
        stack.pop();
        this.#settle(level);
        continue;
      }
      const inner = this.#step(level);
      if (inner) stack.push(inner);
      if (++steps % CLOCK_EVERY === 0 && performance.now() > deadline && complete) {
        complete = false;
        for (const each of stack) each.deep = false;
      }
    }
    return complete;
  }

  /** Takes the next child of a level; returns the level below it when it must be entered. */
  #step(level) {
    const node = level.nodes[level.at++];
    if (isPseudo(node)) {
      if (isAroundModal(level.record.node)) return null;
      this.#add(level, this.#text(node, node.tag, withoutSecrets(node.text)), false);
      return null;
    }
    if (nodeType(node) !== ELEMENT) {
      this.#stepText(level, node);
      return null;
    }
    const known = level.deep ? null : this.#trusted(level, node);
    if (known) {
      this.#add(level, known, (known.flags & BLOCK) !== 0);
      return null;
    }
    const found = this.#describe(node, level.record.isPointer, true, level.region, level.hasOtherRoots ? null : level.style, level.sheets);
    if (!found) return null;
    this.#add(level, found.record, (found.record.flags & BLOCK) !== 0);
    return this.#inner(level, found, node);
  }

  /** The level below an element; null when there is nothing in it and nothing was, or no more than a text. */
  #inner(level, found, element) {
    const { record, isNamedByContent } = found;
    const sheets = level.hasOtherRoots ? this.#outside.sheetsOf(element) : level.sheets;
    const text = soleText(element, found.tag, found.style, sheets, regionIn(found.tag, level.region));
    if (text !== null) {
      const { data } = text;
      if (!isBlank(data)) {
        this.#hold(record, this.#textIn(record, text, data, found.style), isNamedByContent);
        return null;
      }
    }
    const inner = this.#level(found, sheets);
    return inner.nodes.length || record.kids.length || inner.namesRecord ? inner : null;
  }

  /** The children of an element in which there is only a text. */
  #textIn({ flags }, node, data, style) {
    return flags & HIDDEN ? [] : [this.#text(node, '#text', withoutSecrets(shownText(data, style)))];
  }

  #trusted(level, node) {
    const record = this.#outside.liveRecord(node);
    return record && !record.recheck && record.parent === level.record ? record : null;
  }

  #stepText(level, node) {
    if (level.hidesText) return;
    const { data } = node;
    if (isBlank(data) && level.style.whiteSpaceCollapse !== 'preserve') {
      if (!level.dropsBlanks && (level.isInline || level.kids.length)) level.blank ??= node;
      return;
    }
    this.#add(level, this.#text(node, '#text', withoutSecrets(shownText(data, level.style))), false);
  }

  /** Adds a child, and before it the white space that turned out to matter. */
  #add(level, record, isBlock) {
    const { kids } = level;
    if (level.blank && !isBlock && !isAfterBlock(kids)) kids.push(this.#text(level.blank, '#text', ' '));
    level.blank = null;
    kids.push(record);
  }

  /** Compares the children found with those known, and sets their parent. */
  #settle(level) {
    const { record, kids } = level;
    if (level.blank && level.isInline && !isAfterBlock(kids)) kids.push(this.#text(level.blank, '#text', ' '));
    this.#hold(record, kids, level.namesRecord);
  }

  /** Takes over the children of a record, and names it by them. */
  #hold(record, kids, namesRecord) {
    if (namesRecord) {
      const name = nameByKids(record, kids) ?? contentName(record.node);
      if (record.take(record.role, record.flags, name, record.attrs)) this.#changed(record);
    }
    const old = record.kids;
    for (const kid of kids) this.#adopt(kid, record);
    if (isSame(old, kids)) return;
    if (record.oldKids === null && record.born !== this.pull) {
      record.oldKids = old;
      this.changed.add(record);
    }
    record.kids = trimmed(kids);
    if (old.length) this.#orphan(record, old, kids);
  }

  #orphan(record, old, kids) {
    const stamp = ++this.#stamp;
    for (const kid of kids) kid.seen = stamp;
    for (const kid of old) {
      if (kid.seen === stamp || kid.parent !== record) continue;
      kid.parent = null;
      this.orphans.push(kid);
    }
  }

  #adopt(kid, parent) {
    const before = kid.parent;
    if (before === parent) return;
    kid.parent = parent;
    if (before?.isLive) this.#outside.lostChild(before);
  }

  /** Retires what has no parent any more, with everything below it. */
  retireOrphans() {
    const stack = this.orphans.filter((record) => record.isLive && record.parent === null);
    this.orphans = [];
    while (stack.length) {
      const record = stack.pop();
      for (const kid of record.kids) if (kid.parent === record) stack.push(kid);
      this.#retire(record);
    }
  }
}

/**
 * The name that the only child of an element gives it; null when it takes more to tell. In a drawing Blink names
 * elements also by what is in them and cannot be drawn.
 */
const nameByKids = (record, kids) => {
  if (record.region === IN_DRAWING) return null;
  if (kids.length === 0) return firstElementChild(record.node) ? null : '';
  if (kids.length !== 1) return null;
  const [kid] = kids;
  if (kid.tag === '#text') return squeeze(kid.name);
  return record.tag === 'td' && kid.name && lendsName(kid.role) ? kid.name : null;
};

const ROOMY = 12;

/** The same list without the room that an array which grew keeps for more. */
const trimmed = (kids) => {
  if (kids.length === 0) return NO_KIDS;
  return kids.length < ROOMY ? kids.slice() : kids;
};

const isAfterBlock = (kids) => kids.length > 0 && (kids[kids.length - 1].flags & BLOCK) !== 0;

const isSame = (a, b) => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};

