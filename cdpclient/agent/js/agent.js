// The agent of one document: what the service calls.

import { NO_ATTRIBUTES } from './attributes.js';
import { blink } from './blink.js';
import { suspects } from './closed.js';
import { context, hasBox, readContext } from './describe.js';
import {
  adoptRoot, boxOf, byId, documentElement, flatParent, focusedElement, getAttribute, isConnected, isText, localName, matches, queryAll, readyState, rootOf,
  shadowOf, titleOf,
} from './dom.js';
import { takeEars } from './ears.js';
import { enumerate } from './enumerate.js';
import { HIDDEN, OFFSCREEN } from './flags.js';
import { beginGeometry, isOffscreen, scrollPosition } from './geometry.js';
import { hasLabels, readLabels } from './labels.js';
import { BOXES, CHILDREN, Doubts, EVERYTHING, Observer, RECORD, SUBTREE } from './observe.js';
import { hasOwners, ownerOf, readOwners } from './owns.js';
import { elementOf, keyCount, keyOf, liveRecord, sweepKeys } from './record.js';
import { mayHaveName } from './roles.js';
import { isSecret, learnSecrets, withoutSecrets } from './secrets.js';
import { FOCUS, Sheets, sheetsVersion, STATE } from './sheets.js';
import { beginAddress, propertiesOf, shownURL } from './states.js';
import { Walker } from './walk.js';
import { number, string, Writer } from './wire.js';

const QUIET = 60; // ms without a mutation after which the page counts as quiet
const QUICK_DEEP = 25; // ms a quick answer may go deep
const SHARE_NOISY = 0.2; // of the page's main thread, while it is noisy
const SHARE_QUIET = 0.5;
const REST_BETWEEN_SWEEPS = 250; // ms, while the page is noisy
const ROUND = 0.3; // ms of looking around, round robin, when nothing is in doubt
const DEAF = 3000; // ms after which the ears are wanted although nothing happened
const IDLE = 500; // ms until a watched page that looks unchanged is looked at again
const CLOCK_EVERY = 16;
const MOST_STEPS = 300000; // of work in one pull: a bound, should two parts of the page contradict each other
const MOST_ROUNDS = 3; // of looking at everything in one pull

// Attributes that refer to elements by id.
const REFERRING = ['aria-labelledby', 'aria-describedby', 'popovertarget', 'commandfor'];

const UNKNOWN = -1; // version

// Bits of the head of an answer.
const LOADING = 1;
const HAS_PLACE = 2;
const WANTS_EARS = 4;

/** Agent keeps the state of one document as its one reader has it. */
class Agent {
  #doubts = new Doubts();
  #observer = new Observer(this.#doubts, () => this.#ring());
  #writer = new Writer();
  #walker = new Walker(this);
  #cursor = 0;
  #root = null;
  #rung = false;
  #isRootGone = false;
  #steps = 0; // of work in this pull
  #dirty = new Map();
  #sheets = new Map(); // root → Sheets
  #versions = new Map(); // root → version of its sheets
  #references = new Map(); // id → { records that refer to it, target: the element that has it }
  #hosts = new Set(); // records of custom elements without a root
  #sweep = null;
  #sweptAt = 0;
  #round = null;
  #place = '';
  #wantsEars = true;
  #heardAt = 0;

  constructor() {
    this.#observer.watch(document);
    this.#observer.watchWindow();
  }

  /** Hands in what only an evaluate with includeCommandLineAPI can reach. */
  install(role, name) {
    blink.role = role;
    blink.name = name;
    return true;
  }

  get isInstalled() {
    return blink.role !== null;
  }

  #ring() {
    if (this.#rung || this.#cursor === 0) return;
    this.#rung = true;
    globalThis.observerBell?.('');
  }

  // What Walker asks for.

  liveRecord(node) {
    return liveRecord(node);
  }

  sheetsOf(node) {
    const root = this.#versions.size === 1 ? document : rootOf(node);
    let sheets = this.#sheets.get(root);
    if (!sheets) {
      sheets = new Sheets(root);
      this.#sheets.set(root, sheets);
    }
    return sheets;
  }

  foundRoot(root) {
    if (this.#versions.has(root)) return;
    this.#versions.set(root, sheetsVersion(root));
    this.#observer.watch(root);
    learnSecrets(root);
    this.#doubts.owners = true;
    this.#doubts.labels = true;
  }

  foundElement(record, attributes) {
    this.#refer(record, attributes);
    const isCustom = record.tag.includes('-');
    if (isCustom && !shadowOf(record.node)) this.#hosts.add(record);
    else if (isCustom) this.#hosts.delete(record);
  }

  lostElement(record) {
    this.#unrefer(record);
    this.#hosts.delete(record);
  }

  /** A live record lost a child to another one. */
  lostChild(record) {
    this.#mark(record, CHILDREN);
  }

  #unrefer(record) {
    if (!record.refersTo) return;
    for (const id of record.refersTo) {
      const records = this.#references.get(id)?.records;
      records?.delete(record);
      if (records?.size === 0) this.#references.delete(id);
    }
    record.refersTo = null;
  }

  #refer(record, attributes) {
    if (attributes === NO_ATTRIBUTES && !record.refersTo) return;
    const ids = REFERRING.map((name) => attributes[name]).filter(Boolean).join(' ');
    this.#unrefer(record);
    if (!ids) return;
    record.refersTo = ids.split(/\s+/).filter(Boolean);
    for (const id of record.refersTo) {
      const known = this.#references.get(id);
      if (known) known.records.add(record);
      else this.#references.set(id, { records: new Set([record]), target: byId(rootOf(record.node), id) });
    }
  }

  // Doubts become work.

  #mark(record, level) {
    if ((this.#dirty.get(record) ?? 0) < level) this.#dirty.set(record, level);
  }

  #nearestLive(node) {
    for (let each = node; each; each = ownerOf.get(each) ?? flatParent(each)) {
      const record = liveRecord(each);
      if (record?.isElement) return record;
    }
    return null;
  }

  #markNode(node, level) {
    const record = isText(node) ? null : liveRecord(node);
    if (record) this.#mark(record, level);
    else {
      const above = this.#nearestLive(node);
      if (above) this.#mark(above, CHILDREN);
    }
  }

  /** Marks the elements whose name may come from a node: ancestors, labelled controls, referrers. */
  #markNamed(nodes) {
    const climbed = new Set();
    for (const node of nodes) {
      for (let each = node; each && !climbed.has(each); each = ownerOf.get(each) ?? flatParent(each)) {
        climbed.add(each);
        if (isText(each)) continue;
        const record = liveRecord(each);
        if (record && each !== node && (record.name || mayHaveName(record.role, record.tag))) this.#mark(record, RECORD);
        if (this.#references.size) this.#markReferrers(getAttribute(each, 'id'));
        if (localName(each) === 'label' && each.control) this.#markNode(each.control, RECORD);
      }
    }
  }

  #markReferrers(id) {
    const reference = id && this.#references.get(id);
    if (reference) for (const record of reference.records) this.#mark(record, RECORD);
  }

  /** Whether what happened may bear on the style of elements in which nothing changed. */
  #isFarReaching() {
    const { kinds, attributes } = this.#doubts;
    if (!kinds && !attributes.size) return false;
    for (const sheets of this.#sheets.values()) {
      if (sheets.features & kinds) return true;
      for (const name of attributes) if (sheets.attributes.has(name)) return true;
    }
    return false;
  }

  #takeDoubts() {
    const { nodes, named } = this.#doubts;
    if (this.#isFarReaching()) this.#doubts.suspect(EVERYTHING);
    this.#doubts.kinds = 0;
    this.#doubts.attributes.clear();
    if (!nodes.size && !named.size) return;
    for (const [node, level] of nodes) if (isConnected(node)) this.#markNode(node, level);
    this.#markNamed(named);
    nodes.clear();
    named.clear();
  }

  // Cheap looks for what no mutation tells.

  #lookAtControls() {
    for (const record of this.#walker.controls) {
      if (propertiesOf(record.node) === record.properties) continue;
      this.#mark(record, CHILDREN);
      this.#doubts.addName(record.node);
      this.#doubts.kinds |= STATE;
      if (record.tag === 'select') for (const kid of record.kids) this.#mark(kid, SUBTREE);
    }
  }

  #lookAtScrollers() {
    for (const record of this.#walker.scrollers) {
      if (scrollPosition(record.node) === record.position) continue;
      this.#mark(record, RECORD);
      this.#doubts.suspect(BOXES);
    }
  }

  #lookAtHosts() {
    for (const record of this.#hosts) if (shadowOf(record.node)) this.#mark(record, SUBTREE);
  }

  #lookAtSheets() {
    for (const [root, version] of this.#versions) {
      const now = sheetsVersion(root);
      if (now === version) continue;
      this.#versions.set(root, now);
      this.#sheets.delete(root);
      this.#doubts.suspect(EVERYTHING);
    }
  }

  #lookAtFocus() {
    const focused = focusedElement();
    if (focused === context.focused) return;
    for (const element of [context.focused, focused]) if (element) this.#markNode(element, RECORD);
    context.focused = focused;
    this.#doubts.kinds |= FOCUS;
  }

  /** Returns whether what is inert has changed altogether. */
  #lookAtModals() {
    if (!this.#doubts.modals) return false;
    this.#doubts.modals = false;
    const before = context.modal;
    const roots = this.#versions.size ? [...this.#versions.keys()] : [document];
    const modals = roots.flatMap((root) => [...queryAll(root, 'dialog')]).filter((dialog) => matches(dialog, ':modal'));
    readContext(modals, context.focused, context.sawAriaDisabled);
    return context.modal !== before;
  }

  /** Marks those whose name or description refers to an id that is another element's now. */
  #lookAtReferences() {
    for (const [id, reference] of this.#references) {
      const [first] = reference.records;
      const target = byId(rootOf(first.node), id);
      if (target === reference.target) continue;
      reference.target = target;
      for (const record of reference.records) this.#mark(record, RECORD);
    }
  }

  /** Looks at what ties elements to others far away. */
  #lookAtRelations() {
    const doubts = this.#doubts;
    if (doubts.references) this.#lookAtReferences();
    doubts.references = false;
    if (doubts.labels) this.#lookAtLabels();
    doubts.labels = false;
    if (doubts.owners) this.#lookAtOwners();
    doubts.owners = false;
  }

  #lookAtLabels() {
    for (const control of readLabels(this.#versions.keys())) this.#markNode(control, RECORD);
    this.#doubts.hasLabels = hasLabels();
  }

  #lookAtOwners() {
    for (const element of readOwners(this.#versions.keys())) {
      this.#markNode(element, SUBTREE);
      const parent = flatParent(element);
      if (parent) this.#markNode(parent, CHILDREN);
    }
    this.#doubts.hasOwners = hasOwners();
  }

  // Work.

  #parentIsPointer(record) {
    return record.parent?.isPointer ?? false;
  }

  /** Does what is marked. Returns false when it stopped going deep for want of time. */
  #work(deadline) {
    let complete = true;
    while (this.#dirty.size && !this.#isRootGone) {
      if (++this.#steps > MOST_STEPS) {
        this.#dirty.clear();
        return false;
      }
      const [[record, level]] = this.#dirty;
      this.#dirty.delete(record);
      if (!record.isLive || !record.isElement) continue;
      complete = this.#workOn(record, level, deadline) && complete;
    }
    return complete;
  }

  #workOn(record, level, deadline) {
    const { isPointer, flags } = record;
    if (!isConnected(record.node) || !this.#walker.refresh(record, this.#parentIsPointer(record))) {
      this.#gone(record);
      return true;
    }
    this.#pointerMayHaveChanged(record, isPointer);
    if (level === RECORD) return true;
    const inherits = record.isPointer !== isPointer || ((record.flags ^ flags) & HIDDEN) !== 0;
    const late = performance.now() > deadline;
    const isDeep = (level === SUBTREE || inherits) && !late;
    return this.#walker.children(record, isDeep, deadline) && !(late && level === SUBTREE);
  }

  /** Where the pointer begins is told by comparing with the parent. */
  #pointerMayHaveChanged(record, before) {
    if (record.isPointer === before) return;
    for (const kid of record.kids) if (kid.isElement) this.#mark(kid, RECORD);
  }

  #gone(record) {
    record.recheck = true;
    if (record.parent?.isLive) this.#mark(record.parent, CHILDREN);
    else if (record === this.#root) this.#isRootGone = true;
  }

  /** Goes on with looking at all records until the deadline; returns whether it came to the end. */
  #sweepUntil(deadline) {
    const sweep = this.#sweep;
    let steps = 0;
    for (;;) {
      const { done, value: record } = sweep.records.next();
      if (done || this.#isRootGone) return true;
      if (record.isLive && record.isElement) this.#look(record, sweep.level);
      if (++steps % CLOCK_EVERY === 0 && performance.now() > deadline) return false;
    }
  }

  #look(record, level) {
    if (level === BOXES && !record.isScroller) {
      if (!record.isCandidate || !hasBox(record)) return;
      if (record.flags & HIDDEN) return;
      const off = isOffscreen(record.node, getComputedStyle(record.node));
      this.#walker.reflag(record, off ? record.flags | OFFSCREEN : record.flags & ~OFFSCREEN);
      return;
    }
    const { isPointer } = record;
    if (isConnected(record.node) && this.#walker.refresh(record, this.#parentIsPointer(record))) {
      this.#pointerMayHaveChanged(record, isPointer);
      this.#walker.children(record, false);
    } else this.#gone(record);
    this.#work(Infinity);
  }

  #beginSweep() {
    this.#sweep = { level: this.#doubts.document, records: this.#walker.live.values() };

    this.#doubts.document = 0;
  }

  /** Looks at everything in doubt, however long it takes. */
  #reconcile() {
    if (this.#sweep && this.#doubts.document < this.#sweep.level) this.#doubts.suspect(this.#sweep.level);
    this.#sweep = null;
    for (let round = 0; round < MOST_ROUNDS && this.#doubts.document && !this.#isRootGone; round++) {
      this.#beginSweep();
      this.#sweepUntil(Infinity);
      this.#work(Infinity);
      this.#sweep = null;
      this.#walker.retireOrphans();
    }
    this.#sweptAt = performance.now();
  }

  /** A part of that, in the time a quick answer has. */
  #reconcileSome(budget) {
    const now = performance.now();
    if (!this.#sweep) {
      const isQuiet = now - this.#doubts.last > QUIET;
      if (!this.#doubts.document || (!isQuiet && now - this.#sweptAt < REST_BETWEEN_SWEEPS)) return;
      this.#beginSweep();
    }
    if (this.#sweepUntil(now + budget)) {
      this.#sweep = null;
      this.#sweptAt = performance.now();
    }
    this.#work(Infinity);
  }

  /** Looks at some records when nothing is in doubt: at what leaves no trace, such as listeners. */
  #lookAround() {
    this.#round ??= { level: EVERYTHING, records: this.#walker.live.values() };
    const sweep = this.#sweep;
    this.#sweep = this.#round;
    if (this.#sweepUntil(performance.now() + ROUND)) this.#round = null;
    this.#sweep = sweep;
    this.#work(Infinity);
  }

  #walkAll() {
    this.#walker.forget();
    this.#writer.reset();
    this.#dirty.clear();
    this.#doubts.overflow();
    this.#doubts.document = 0;
    this.#sweep = null;
    this.#round = null;
    this.#isRootGone = false;
    this.#sheets.clear();
    const element = documentElement(document);
    if (element) boxOf(element);
    for (const root of this.#versions.keys()) if (root !== document && !isConnected(root.host)) this.#versions.delete(root);
    this.#versions.delete(document);
    this.foundRoot(document);
    context.focused = focusedElement();
    context.sawAriaDisabled = queryAll(document, '[aria-disabled=true]').length > 0;
    this.#lookAtModals();
    this.#lookAtRelations();
    this.#dirty.clear();
    this.#root = element ? this.#walker.root(element) : null;
    this.#doubts.modals = true;
    if (element && this.#lookAtModals()) {
      // A modal dialog in a shadow root that only the walk found: all the rest is inert.
      this.#walker.forget();
      this.#root = this.#walker.root(element);
    }
    if (this.#doubts.owners) {
      this.#lookAtRelations();
      this.#work(Infinity);
      this.#walker.retireOrphans();
    }
    if (keyCount() > 2 * this.#walker.live.size + 1000) sweepKeys();
    this.#sweptAt = performance.now();
  }

  #isStale(cursor) {
    if (cursor !== this.#cursor || cursor === 0) return true;
    const element = documentElement(document);
    if (this.#root === null) return element !== null;
    if (element === this.#root.node) return false;
    this.#observer.rewatch(document);
    return true;
  }

  /**
   * Answers what changed since the answer with this cursor; the whole state when the cursor is
   * not that of the last answer. Exact: as a fresh walk would see it. Otherwise from what is known
   * to have changed, with at most about budget milliseconds of looking further. ears, when not
   * empty, is what ears.page.js answered while the structure of the document had that version; -1
   * when it is not known.
   */
  pull(cursor, exact, budget, ears, version) {
    const began = performance.now();
    this.#rung = false;
    this.#observer.drain();
    beginGeometry();
    beginAddress();
    context.cells.clear();
    this.#walker.pull++;
    this.#steps = 0;
    if (ears) this.#hear(ears, version);
    let isWhole = this.#isStale(cursor) || this.#lookAtModals();
    if (!isWhole) {
      this.#update(exact, budget);
      isWhole = this.#isRootGone;
    }
    if (isWhole) this.#walkAll();
    const busy = performance.now() - began;
    return this.#answer(isWhole, busy);
  }

  #hear(ears, version) {
    const isCurrent = version === UNKNOWN || version === this.#doubts.structure;
    const changed = isCurrent ? takeEars(ears, [document]) : null;
    if (!changed) return;
    this.#wantsEars = false;
    this.#doubts.listeners = false;
    this.#heardAt = performance.now();
    for (const element of changed) this.#markNode(element, RECORD);
  }

  #update(exact, budget) {
    const before = this.#doubts.document;
    this.#lookAtControls();
    this.#lookAtScrollers();
    this.#lookAtHosts();
    this.#lookAtSheets();
    this.#lookAtFocus();
    this.#lookAtRelations();
    this.#takeDoubts();
    this.#layOut();
    const isIdle = before === 0 && !this.#sweep && !this.#dirty.size && !this.#doubts.document;
    if (!this.#work(exact ? Infinity : performance.now() + QUICK_DEEP)) this.#doubts.suspect(EVERYTHING);
    this.#walker.retireOrphans();
    if (isIdle) this.#lookAround();
    else if (exact) this.#reconcile();
    else this.#reconcileSome(budget);
    this.#walker.retireOrphans();
  }

  /**
   * Lets Blink do what it must after a mutation before anything can be read: it answers no questions
   * about roles while the layout is not up to date. So that is not counted as our time either.
   */
  #layOut() {
    boxOf(this.#root.node);
    if (!this.#dirty.size) return;
    blink.role(this.#root.node);
  }

  /** When to come back: [without a bell, and not before], in milliseconds. */
  #schedule(busy) {
    const isQuiet = performance.now() - this.#doubts.last > QUIET;
    const share = isQuiet ? SHARE_QUIET : SHARE_NOISY;
    const rest = Math.round(busy / share - busy);
    if (!this.#sweep && !this.#doubts.document) return [this.#wantsEars ? Math.max(rest, QUIET) : IDLE, rest];
    return [Math.max(rest, this.#sweep ? 1 : isQuiet ? 1 : QUIET), rest];
  }

  #answer(isWhole, busy) {
    const hosts = suspects(this.#doubts.acted ? [...this.#hosts, ...this.#walker.fresh] : this.#walker.fresh);
    this.#doubts.acted = false;
    this.#walker.fresh = [];
    const { changed } = this.#walker;
    const [again, rest] = this.#schedule(busy);
    if (this.#doubts.listeners || performance.now() - this.#heardAt > DEAF) this.#wantsEars = true;
    this.#doubts.listeners = false;
    let bits = (readyState(document) === 'complete' ? 0 : LOADING) | (this.#wantsEars ? WANTS_EARS : 0);
    const place = string(shownPlace()) + string(titleOf(document).toWellFormed().slice(0, 1000));
    if (isWhole || place !== this.#place) bits |= HAS_PLACE;
    this.#place = place;
    if (isWhole || changed.size) this.#cursor++;
    const head = number(this.#cursor) + number(bits) + number(again) + number(rest) + number(this.#doubts.structure) + (bits & HAS_PLACE ? place : '') +
      number(hosts.length) + hosts.map((record) => number(record.key)).join('');
    this.#writer.begin();
    let body = 'N';
    if (isWhole) body = this.#root ? 'F' + this.#writer.subtree(this.#root, () => false) : 'E';
    else if (changed.size) body = 'D' + this.#delta(changed);
    changed.clear();
    return body[0] + head + body.slice(1);
  }

  #delta(changed) {
    const { pull } = this.#walker;
    const isKnown = (record) => record.born !== pull;
    let entries = '';
    let count = 0;
    for (const record of changed) {
      if (!record.isLive) continue;
      const splice = record.oldKids ? spliceOf(record.oldKids, record.kids) : null;
      const bits = (record.changed ? 1 : 0) | (splice ? 2 : 0);
      if (bits) {
        count++;
        entries += this.#entry(record, bits, splice, isKnown);
      }
      record.oldKids = null;
      record.changed = false;
    }
    return number(count) + entries;
  }

  #entry(record, bits, splice, isKnown) {
    let entry = number(bits) + (bits & 1 ? this.#writer.line(record) : this.#writer.key(record));
    if (splice) {
      entry += number(splice.start) + number(splice.removed) + number(splice.inserted.length);
      for (const kid of splice.inserted) entry += this.#writer.subtree(kid, isKnown);
    }
    return entry;
  }

  // What else the service asks for.

  /** The element with a key, while it exists. */
  node(key) {
    return elementOf(key) ?? null;
  }

  /** The key of an element, 0 for other nodes. */
  key(node) {
    return keyOf(node);
  }

  /** The keys of all nodes in document order, see enumerate.js. */
  enumerate() {
    const element = documentElement(document);
    return element ? enumerate(element) : '';
  }

  /** Texts of the page without the secrets in it. */
  clean(texts) {
    return texts.map((text) => withoutSecrets(text.toWellFormed()));
  }

  /** Whether what a field holds must not leave the page. */
  secret(element) {
    return isSecret(element);
  }

  /** Takes in a closed shadow root that the service got from the debugger. */
  adopt(host, root) {
    adoptRoot(host, root);
    this.#doubts.add(host, SUBTREE);
    return true;
  }
}

const shownPlace = () => {
  const { href } = location;
  return href.startsWith('data:') ? shownURL(href) : href.slice(0, 4000).toWellFormed();
};

/** The one splice that turns one list into another; null when they are equal. */
const spliceOf = (from, to) => {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const removed = from.length - start - end;
  const inserted = to.slice(start, to.length - end);
  return removed || inserted.length ? { start, removed, inserted } : null;
};

globalThis.observerAgent ??= new Agent();
