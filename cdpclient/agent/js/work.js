// The work: what is dirty is brought up to date, and where more is in doubt everything is looked at,
// in one go or in parts.

import { context, flagsInView, hasBox } from './describe.js';
import { isConnected } from './dom.js';
import { CURSOR_POINTER, HIDDEN } from './flags.js';
import { BOXES, CHILDREN, EVERYTHING, RECORD, SUBTREE } from './observe.js';

const REST_BETWEEN_SWEEPS = 250; // ms, while the page is noisy
const ROUND = 0.3; // ms of looking around, round robin, when nothing is in doubt
const CLOCK_EVERY = 16;
const REST_PER_COST = 20; // how many times as long as a look at everything took there is none again without a known reason
const REST_FOR_A_CALLER = 5; // the part of that rest that somebody who waits must grant
const MOST_STEPS = 300000; // of work in one pull: a bound, should two parts of the page contradict each other
const MOST_ROUNDS = 3; // of looking at everything in one pull

const parentIsPointer = (record) => record.parent?.isPointer ?? false;

export class Work {
  /** The root element is not shown any more: all is to be told anew. */
  isRootGone = false;
  #doubts;
  #dirt;
  #walker;
  #steps = 0;
  #sweep = null; // { level, records: an iterator } while a look at everything is under way
  #sweptAt = 0;
  #cost = 0; // ms that the last look at everything took
  #round = null;

  constructor({ doubts, dirt, walker }) {
    this.#doubts = doubts;
    this.#dirt = dirt;
    this.#walker = walker;
  }

  /** To be called when a pull begins. */
  begin() {
    this.#steps = 0;
  }

  /** Forgets what was under way, because all was just told. */
  reset() {
    this.#sweep = null;
    this.#round = null;
    this.isRootGone = false;
    this.#sweptAt = performance.now();
  }

  get isSweeping() {
    return this.#sweep !== null;
  }

  /** How long to rest until everything may be looked at without a known reason, in ms. */
  get rest() {
    return Math.max(0, Math.ceil(this.#sweptAt + this.#cost * REST_PER_COST - performance.now()));
  }

  get hasRested() {
    return this.rest === 0;
  }

  /** Whether everything may be looked at for somebody who waits, where something is known to have changed. */
  get hasRestedEnough() {
    return this.rest * REST_FOR_A_CALLER <= this.#cost * REST_PER_COST * (REST_FOR_A_CALLER - 1);
  }

  /** Does what is dirty. Returns false when it stopped going deep for want of time. */
  clean(deadline) {
    let complete = true;
    while (this.#dirt.size && !this.isRootGone) {
      if (++this.#steps > MOST_STEPS) {
        this.#dirt.clear();
        return false;
      }
      const [record, level] = this.#dirt.take();
      if (record.isLive && record.isElement) complete = this.#cleanOne(record, level, deadline) && complete;
    }
    return complete;
  }

  #cleanOne(record, level, deadline) {
    const { isPointer, flags } = record;
    if (!this.#refresh(record)) return true;
    if (level === RECORD) return true;
    const inherits = record.isPointer !== isPointer || ((record.flags ^ flags) & HIDDEN) !== 0;
    const late = performance.now() > deadline;
    const isDeep = (level === SUBTREE || inherits) && !late;
    return this.#walker.children(record, isDeep, deadline) && !(late && level === SUBTREE);
  }

  /** Brings a record itself up to date; false when it is not shown any more. */
  #refresh(record) {
    const { isPointer, role } = record;
    if (!isConnected(record.node) || !this.#walker.refresh(record, parentIsPointer(record))) {
      this.#gone(record);
      return false;
    }
    if (record.tag === 'table' && record.role !== role) this.#tableTurned(record);
    // Where the pointer begins is told by comparing with the parent.
    if (record.isPointer !== isPointer) for (const kid of record.kids) if (kid.isElement) this.#dirt.mark(kid, RECORD);
    return true;
  }

  /** A table for layout became one of data, or back: all its rows and cells have other roles. */
  #tableTurned(record) {
    context.cells.clear();
    this.#dirt.mark(record, SUBTREE);
  }

  #gone(record) {
    record.recheck = true;
    if (record.parent?.isLive) this.#dirt.mark(record.parent, CHILDREN);
    else if (!record.parent) this.isRootGone = true;
  }

  /** Looks at everything in doubt, however long it takes. */
  reconcile() {
    if (this.#sweep && this.#doubts.document < this.#sweep.level) this.#doubts.suspect(this.#sweep.level);
    this.#sweep = null;
    for (let round = 0; round < MOST_ROUNDS && this.#doubts.document && !this.isRootGone; round++) {
      this.#sweepUntil(this.#newSweep(), Infinity);
      this.#walker.retireOrphans();
    }
    this.#sweptAt = performance.now();
  }

  /** A part of that, in the time a quick answer has. */
  reconcileSome(budget, isQuiet) {
    const now = performance.now();
    if (!this.#sweep) {
      if (!this.#doubts.document || (!isQuiet && now - this.#sweptAt < REST_BETWEEN_SWEEPS)) return;
      this.#sweep = this.#newSweep();
    }
    if (!this.#sweepUntil(this.#sweep, now + budget)) return;
    this.#sweep = null;
    this.#sweptAt = performance.now();
  }

  /** Looks at some records when nothing is in doubt: at what leaves no trace. */
  lookAround() {
    this.#round ??= { level: EVERYTHING, records: this.#walker.live[Symbol.iterator](), cost: 0 };
    if (this.#sweepUntil(this.#round, performance.now() + ROUND)) this.#round = null;
  }

  /** Looks at some records in any case. */
  lookAt(records) {
    for (const record of records) if (record.isLive) this.#look(record, EVERYTHING);
  }

  #newSweep() {
    const sweep = { level: this.#doubts.document, records: this.#walker.live[Symbol.iterator](), cost: 0 };
    this.#doubts.document = 0;
    return sweep;
  }

  /** Goes on with a look at all records until the deadline; returns whether it came to the end. */
  #sweepUntil(sweep, deadline) {
    const began = performance.now();
    const isComplete = this.#sweepSome(sweep, deadline);
    sweep.cost += performance.now() - began;
    if (isComplete && sweep.level === EVERYTHING) this.#cost = sweep.cost;
    return isComplete;
  }

  #sweepSome({ level, records }, deadline) {
    let steps = 0;
    for (;;) {
      const { done, value: record } = records.next();
      if (done || this.isRootGone) return true;
      if (record.isLive && record.isElement) this.#look(record, level);
      if (++steps % CLOCK_EVERY === 0 && performance.now() > deadline) return false;
    }
  }

  #look(record, level) {
    if (level === BOXES && !record.isScroller) {
      this.#lookAtBox(record);
      return;
    }
    if (this.#refresh(record)) this.#walker.children(record, false);
    this.clean(Infinity);
  }

  #lookAtBox(record) {
    if (!record.isCandidate || !hasBox(record) || record.flags & HIDDEN) return;
    const points = record.isPointer && !parentIsPointer(record) ? CURSOR_POINTER : 0;
    this.#walker.reflag(record, flagsInView(record.node, getComputedStyle(record.node), record.flags | points));
  }
}
