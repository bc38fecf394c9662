// Cheap looks for what no mutation tells, or what bears on elements far away.

import { dropWidget, noteWidget, readActive } from './active.js';
import { context, isCustom, isModalGone, readModal } from './describe.js';
import { flatParent, focusedElement, matches, queryAll, shadowOf } from './dom.js';
import { scrollPosition } from './geometry.js';
import { hasLabels, otherStanding, readLabels } from './labels.js';
import { BOXES, CHILDREN, EVERYTHING, RECORD, SUBTREE } from './observe.js';
import { hasOwners, readOwners } from './owns.js';
import { learnSecrets } from './secrets.js';
import { FOCUS, STATE } from './sheets.js';

const CUSTOMS_EACH = 40; // custom elements that are looked at in each pull

export class Looks {
  /** Records of custom elements without a shadow root. */
  hosts = new Set();
  #customs = new Set(); // records of custom elements
  #mayStand = false; // controls came or went: labels may stand for them, or not any more
  #nextCustoms = null;
  #doubts;
  #dirt;
  #walker;
  #references;
  #roots;

  constructor({ doubts, dirt, walker, references, roots }) {
    this.#doubts = doubts;
    this.#dirt = dirt;
    this.#walker = walker;
    this.#references = references;
    this.#roots = roots;
  }

  /** Takes in a document or shadow root; returns whether it is new. */
  foundRoot(root) {
    if (!this.#roots.add(root)) return false;
    learnSecrets(root);
    this.#doubts.owners = true;
    this.#doubts.labels = true;
    this.#doubts.modals = true;
    return true;
  }

  foundElement(record, attributes) {
    this.#describeAgain(noteWidget(record, attributes));
    if (record.tag === 'input' && record.born === this.#walker.pull) this.#mayStand = true;
    if (!isCustom(record.tag)) return;
    this.#customs.add(record);
    if (shadowOf(record.node)) this.hosts.delete(record);
    else this.hosts.add(record);
  }

  lostElement(record) {
    this.#describeAgain(dropWidget(record));
    if (record.tag === 'input') this.#mayStand = true;
    this.hosts.delete(record);
    this.#customs.delete(record);
  }

  /**
   * The custom elements whose turn it is: what their internals say, such as a role or a label, changes
   * without anything that could be noticed.
   */
  customs() {
    const turn = [];
    while (turn.length < CUSTOMS_EACH && turn.length < this.#customs.size) {
      this.#nextCustoms ??= this.#customs.values();
      const { done, value } = this.#nextCustoms.next();
      if (done) this.#nextCustoms = null;
      else turn.push(value);
    }
    return turn;
  }

  /** Looks at all that may have changed unnoticed. */
  all() {
    this.#controls();
    this.#scrollers();
    for (const record of this.hosts) if (shadowOf(record.node)) this.#dirt.mark(record, SUBTREE);
    if (this.#roots.haveOtherSheets()) this.#doubts.suspect(EVERYTHING);
    this.#focus();
    this.relations();
  }

  #controls() {
    for (const record of this.#walker.controls) {
      if (record.reads(record.node) === record.properties) continue;
      this.#dirt.mark(record, CHILDREN);
      this.#doubts.addName(record.node);
      this.#doubts.kinds |= STATE;
      if (record.tag === 'select') for (const kid of record.kids) this.#dirt.mark(kid, SUBTREE);
    }
  }

  #scrollers() {
    for (const record of this.#walker.scrollers) {
      if (scrollPosition(record.node) === record.position) continue;
      this.#dirt.mark(record, RECORD);
      this.#doubts.suspect(BOXES);
    }
  }

  #focus() {
    const focused = focusedElement();
    if (focused === context.focused) return;
    for (const element of [context.focused, focused]) if (element) this.#dirt.markNode(element, RECORD);
    context.focused = focused;
    this.#doubts.kinds |= FOCUS;
  }

  #describeAgain(elements) {
    for (const element of elements) this.#dirt.markNode(element, RECORD);
  }

  /** Returns whether what is inert has changed altogether. */
  modals() {
    if (!this.#doubts.modals && !isModalGone()) return false;
    this.#doubts.modals = false;
    const before = context.modal;
    const open = [...this.#roots].flatMap((root) => [...queryAll(root, 'dialog')]).filter((dialog) => matches(dialog, ':modal'));
    readModal(open);
    return context.modal !== before;
  }

  /** Looks at what ties elements to others far away. */
  relations() {
    const doubts = this.#doubts;
    if (doubts.references) for (const record of this.#references.moved()) this.#dirt.mark(record, RECORD);
    doubts.references = false;
    if (doubts.labels) {
      for (const control of readLabels(this.#roots)) this.#dirt.markNode(control, RECORD);
      doubts.hasLabels = hasLabels();
    }
    doubts.labels = false;
    if (doubts.owners) this.#owners();
    doubts.owners = false;
    this.#describeAgain(readActive());
  }

  /** Who owns whom depends on what is rendered, so on all that may have changed style. */
  ownersAgain() {
    if (this.#doubts.hasOwners) this.#owners();
  }

  /** Looks at labels once more when controls came or went: some may be to be described anew. */
  labelsAgain() {
    if (!this.#mayStand) return;
    this.#mayStand = false;
    for (const label of otherStanding()) this.#dirt.markNode(label, CHILDREN);
  }

  #owners() {
    for (const element of readOwners(this.#roots)) {
      this.#dirt.markNode(element, SUBTREE);
      const parent = flatParent(element);
      if (parent) this.#dirt.markNode(parent, CHILDREN);
    }
    this.#doubts.hasOwners = hasOwners();
  }
}
