// The agent of one document: what the service calls.

import { delta, place } from './answer.js';
import { blink } from './blink.js';
import { foundClosed, holdsFocus, suspects } from './closed.js';
import { beginDescriptions, context, isShown } from './describe.js';
import { Dirt } from './dirt.js';
import { adoptRoot, boxOf, documentElement, focusedElement, isConnected, queryAll, readyState, runningAnimations, shadowOf, titleOf } from './dom.js';
import { overhear, takeEars } from './ears.js';
import { enumerate } from './enumerate.js';
import { beginGeometry } from './geometry.js';
import { Looks } from './looks.js';
import { CHILDREN, Doubts, EVERYTHING, Observer, RECORD, SUBTREE } from './observe.js';
import { keyOf, liveRecord, parkedElement, sweepParked } from './record.js';
import { References } from './references.js';
import { Roots } from './roots.js';
import { beginSecrets, isSecret, nameWithoutSecrets, withoutSecrets } from './secrets.js';
import { beginAddress } from './states.js';
import { nameUnaided, roleUnaided } from './unaided.js';
import { Walker } from './walk.js';
import { number, Writer } from './wire.js';
import { Work } from './work.js';

const QUIET = 60; // ms without a mutation after which the page counts as quiet
const QUICK_DEEP = 25; // ms a quick answer may go deep
const SHARE_NOISY = 0.2; // of the page's main thread, while it is noisy
const SHARE_QUIET = 0.5;
const CREDIT = 60; // ms that may be used at once before the share counts
const DEAF = 3000; // ms after which the ears are wanted although nothing happened
const DEAF_PER_NODE = 0.1; // ms more, because they cost more on a large page
const IDLE = 500; // ms until a watched page that looks unchanged is looked at again
const EARS_AFTER = 300; // ms of quiet before the ears, which cost much on a large page, are asked for a quick answer
const UNKNOWN = -1; // version

// Bits of the head of an answer.
const LOADING = 1;
const HAS_PLACE = 2;
const WANTS_EARS = 4;
const IN_DOUBT = 8;
const UNHEARD = 16;
const KNOWS_WHY = 32;
const UNAIDED = 64;

// Hints to a pull: what the counters of the browser say of the time before the pull that went before.
const RESTYLED = 1; // something was styled or laid out anew, and why is known of a part of it at least
const RESTYLED_UNKNOWN = 2; // something was, and nothing is known to have changed
const LISTENING = 4; // listeners came or went

/** Agent keeps the state of one document as its one reader has it. */
class Agent {
  #doubts = new Doubts();
  #observer = new Observer(this.#doubts, () => this.#ring());
  #writer = new Writer();
  #walker = new Walker(this);
  #references = new References();
  #roots = new Roots();
  #dirt = new Dirt(this.#references);
  #looks;
  #work;
  #cursor = 0;
  #root = null;
  #rung = false;
  #place = '';
  #wantsEars = true;
  #heardAt = 0;
  #credit = CREDIT; // ms of the page's main thread that may be used
  #creditAt = 0;
  #laidOutAt = 0; // what Blink did until then is not our time
  #heardUntil = 0; // the last mutation or event of the pull before
  #rootsVersion = 0; // of the list of shadow roots
  #heardRoots = []; // the shadow roots that the ears are asked about
  #knowsWhy = false; // this pull found what may have led to a new layout

  constructor() {
    const parts = { doubts: this.#doubts, dirt: this.#dirt, walker: this.#walker, references: this.#references, roots: this.#roots };
    this.#looks = new Looks(parts);
    this.#work = new Work(parts);
    this.#observer.await(document);
    this.#observer.watchWindow();
  }

  /** Hands in what only an evaluate with includeCommandLineAPI can reach; undefined where the browser has none of it. */
  install(role, name) {
    blink.isUnaided = !role || !name;
    blink.role = blink.isUnaided ? roleUnaided : role;
    blink.name = blink.isUnaided ? nameUnaided : name;
  }

  get isInstalled() {
    return blink.role !== null;
  }

  #ring() {
    if (this.#rung || this.#cursor === 0) return;
    this.#rung = true;
    globalThis.observerBell?.('');
  }

  // What the walker asks for.

  liveRecord(node) {
    return liveRecord(node);
  }

  sheetsOf(node) {
    return this.#roots.sheetsOf(node);
  }

  foundRoot(root) {
    if (!this.#looks.foundRoot(root)) return;
    this.#observer.watch(root);
    if (root === document) return;
    this.#rootsVersion++;
    this.#doubts.listeners = true;
  }

  foundElement(record, attributes) {
    this.#references.update(record, attributes);
    this.#looks.foundElement(record, attributes);
  }

  lostElement(record) {
    this.#references.drop(record);
    this.#looks.lostElement(record);
  }

  /** A live record lost a child to another one. */
  lostChild(record) {
    this.#dirt.mark(record, CHILDREN);
  }

  /**
   * Answers what changed since the answer with this cursor; the whole state when the cursor is
   * not that of the last answer. Exact: as a fresh walk would see it. Otherwise from what is known
   * to have changed, and with a budget also at what is in doubt, for at most about so many milliseconds. ears, when not
   * empty, is what ears.page.js answered while the structure of the document had that version; -1
   * when it is not known. hints are the sum of those above.
   */
  pull(cursor, exact, budget, ears, version, hints) {
    const began = performance.now();
    this.#begin();
    this.#heed(hints);
    if (cursor === 0) this.#heardRoots = []; // the ears are new
    if (ears) this.#hear(ears, version);
    if (cursor === 0 && this.#rootsVersion) this.#doubts.listeners = true;
    let isWhole = this.#isStale(cursor);
    if (!isWhole && this.#root === null) this.#beEmpty();
    else if (!isWhole) {
      this.#update(exact, budget);
      isWhole = this.#work.isRootGone;
    }
    if (isWhole) this.#walkAll();
    return this.#answer(isWhole, exact, budget, performance.now() - Math.max(began, this.#laidOutAt));
  }

  #begin() {
    this.#rung = false;
    this.#observer.drain();
    beginGeometry();
    if (beginAddress()) this.#doubts.suspect(EVERYTHING);
    beginDescriptions();
    beginSecrets();
    this.#walker.pull++;
    this.#work.begin();
  }

  #heed(hints) {
    const doubts = this.#doubts;
    if (hints & LISTENING) doubts.listeners = true;
    if (!(hints & (RESTYLED | RESTYLED_UNKNOWN))) return;
    doubts.restyled = true;
    if (hints & RESTYLED_UNKNOWN && this.#work.hasRestedEnough) this.#suspectRestyled();
  }

  #suspectRestyled() {
    this.#doubts.restyled = false;
    this.#roots.rereadSheets();
    this.#doubts.mayHaveRoots = true;
    this.#doubts.suspect(EVERYTHING);
  }

  #isStale(cursor) {
    if (cursor !== this.#cursor || cursor === 0) return true;
    const element = documentElement(document);
    if (this.#root === null) return element !== null && isShown(element);
    if (element === this.#root.node) return false;
    this.#observer.rewatch(document);
    return true;
  }

  #hear(ears, version) {
    const isCurrent = version === UNKNOWN || version === this.#doubts.structure;
    const changed = isCurrent ? takeEars(ears, [document, ...this.#heardRoots]) : null;
    if (!changed) return;
    this.#wantsEars = false;
    this.#doubts.listeners = false;
    this.#heardAt = performance.now();
    for (const element of changed) this.#dirt.markNode(element, RECORD);
  }

  #walkAll() {
    const element = documentElement(document);
    this.#forget();
    if (element) boxOf(element); // Blink answers nothing while the layout is not up to date
    this.foundRoot(document);
    context.focused = focusedElement();
    context.sawAriaDisabled = queryAll(document, '[aria-disabled=true]').length > 0;
    this.#looks.modals();
    this.#looks.relations();
    this.#dirt.clear();
    this.#root = element ? this.#walker.root(element) : null;
    this.#doubts.modals = true;
    if (element && this.#looks.modals()) {
      // A modal dialog in a shadow root that only the walk found: all the rest is inert.
      this.#walker.forget();
      this.#root = this.#walker.root(element);
    }
    this.#looks.relations();
    this.#work.clean(Infinity);
    this.#walker.retireOrphans();
    this.#work.reset();
    sweepParked(this.#walker.live.size + 1000);
  }

  /** What happens in a document that shows nothing, as in a hidden frame, is nobody's concern. */
  #beEmpty() {
    this.#dirt.clear();
    this.#doubts.overflow();
    this.#doubts.document = 0;
    this.#doubts.restyled = false;
    this.#knowsWhy = true;
  }

  #forget() {
    this.#walker.forget();
    this.#writer.reset();
    this.#beEmpty();
    this.#work.reset();
    this.#roots.reset();
  }

  #update(exact, budget) {
    const isCertain = this.#doubts.document === 0 && !this.#work.isSweeping;
    const isOtherwiseInert = this.#looks.modals();
    if (isOtherwiseInert) this.#dirt.mark(this.#root, SUBTREE);
    this.#looks.all();
    this.#takeDoubts();
    this.#layOut();
    this.#laidOutAt = performance.now();
    const isIdle = isCertain && !this.#dirt.size && !this.#doubts.document;
    this.#knowsWhy = !isIdle || this.#doubts.last !== this.#heardUntil || runningAnimations(document).length > 0;
    this.#heardUntil = this.#doubts.last;
    if (!exact && this.#doubts.restyled && this.#isQuiet() && this.#work.hasRested) this.#suspectRestyled();
    if (this.#dirt.size || this.#isInDoubt) this.#looks.ownersAgain();
    this.#clean(exact || isOtherwiseInert ? Infinity : performance.now() + QUICK_DEEP);
    this.#work.lookAt(this.#looks.customs());
    if (isIdle && !this.#doubts.document) this.#work.lookAround();
    else if (exact) this.#work.reconcile();
    else if (budget) this.#work.reconcileSome(budget, this.#isQuiet());
    this.#walker.retireOrphans();
    this.#cleanAfter();
  }

  /** Does what only the work brought to light: modal dialogs in new shadow roots, what widgets that are gone acted on, labels of controls that are. */
  #cleanAfter() {
    this.#looks.labelsAgain();
    if (this.#looks.modals()) this.#dirt.mark(this.#root, SUBTREE);
    if (!this.#dirt.size) return;
    this.#work.clean(Infinity);
    this.#walker.retireOrphans();
  }

  #clean(deadline) {
    if (!this.#work.clean(deadline)) this.#doubts.suspect(EVERYTHING);
    this.#walker.retireOrphans();
    this.#looks.labelsAgain();
    this.#work.clean(Infinity);
  }

  #takeDoubts() {
    const { nodes, named, kinds, attributes } = this.#doubts;
    if (this.#roots.depend(kinds, attributes)) this.#doubts.suspect(EVERYTHING);
    this.#doubts.kinds = 0;
    attributes.clear();
    for (const [node, level] of nodes) if (isConnected(node)) this.#dirt.markNode(node, level);
    this.#dirt.markNamedBy(named);
    nodes.clear();
    named.clear();
  }

  /**
   * Lets Blink do what it must after a mutation before anything can be read: it answers no questions
   * about roles while the layout is not up to date. So that is not counted as our time either.
   */
  #layOut() {
    boxOf(this.#root.node);
    if (this.#dirt.size) blink.role(this.#root.node);
  }

  #isQuiet() {
    return performance.now() - this.#doubts.last > QUIET;
  }

  /**
   * Charges the time that an answer to a bell took; returns how long the next is to wait until the share
   * is kept again, in ms. What somebody waits for is not charged, and #again bounds the rest.
   */
  #charge(busy, isExtra) {
    const now = performance.now();
    const share = this.#isQuiet() ? SHARE_QUIET : SHARE_NOISY;
    this.#credit = Math.min(CREDIT, this.#credit + (now - this.#creditAt) * share) - (isExtra ? 0 : busy);
    this.#creditAt = now;
    return this.#credit < 0 ? Math.round(-this.#credit / share) : 0;
  }

  /** Whether to ask the page's own world for listeners now. */
  #asksEars(exact) {
    return this.#wantsEars && (exact || performance.now() - this.#doubts.last >= EARS_AFTER);
  }

  get #isInDoubt() {
    return this.#work.isSweeping || this.#doubts.document > 0 || this.#doubts.restyled || this.#wantsEars;
  }

  /** When to come back without a bell, in ms: to go on looking, or as soon as the page may be quiet. */
  #again(busy, rest) {
    if (!this.#isInDoubt) return IDLE;
    const isQuiet = this.#isQuiet();
    const gap = Math.ceil(busy / (isQuiet ? SHARE_QUIET : SHARE_NOISY) - busy);
    if (this.#work.isSweeping || this.#doubts.document) return Math.max(rest, gap, isQuiet ? 1 : QUIET);
    if (this.#doubts.restyled) return Math.max(rest, gap, isQuiet ? 1 : QUIET, Math.min(this.#work.rest, this.#wantsEars ? EARS_AFTER : Infinity));
    return Math.max(rest, gap, EARS_AFTER);
  }

  #answer(isWhole, exact, budget, busy) {
    const { changed, pull } = this.#walker;
    const hosts = this.#suspects();
    const head = this.#head(isWhole, exact, changed.size > 0, busy, exact || budget > 0) + number(hosts.length) + hosts.map(({ key }) => number(key)).join('');
    this.#writer.begin();
    let answer = 'N' + head;
    if (isWhole) answer = this.#root ? 'F' + head + this.#writer.whole(this.#root) : 'E' + head;
    else if (changed.size) answer = 'D' + head + delta(this.#writer, changed, pull);
    changed.clear();
    return answer;
  }

  #suspects() {
    const { fresh } = this.#walker;
    const { acted, mayHaveRoots } = this.#doubts;
    this.#walker.fresh = [];
    this.#doubts.acted = false;
    if (mayHaveRoots && !this.#work.isSweeping) {
      this.#doubts.mayHaveRoots = false;
      return suspects(this.#walker.live);
    }
    const found = suspects(acted ? [...this.#looks.hosts, ...fresh] : fresh);
    const { focused, modal } = context;
    return focused !== null && holdsFocus(focused, modal) ? [...found, { key: keyOf(focused) }] : found;
  }

  #head(isWhole, exact, isChanged, busy, isExtra) {
    if (this.#doubts.listeners || performance.now() - this.#heardAt > DEAF + DEAF_PER_NODE * this.#walker.live.size) this.#wantsEars = true;
    this.#doubts.listeners = false;
    if (isWhole || isChanged) this.#cursor++;
    const now = place(withoutSecrets(titleOf(document)));
    const hasPlace = isWhole || now !== this.#place;
    this.#place = now;
    const rest = this.#charge(busy, isExtra);
    const again = this.#again(busy, rest);
    const bits = (readyState(document) === 'complete' ? 0 : LOADING) | (hasPlace ? HAS_PLACE : 0) |
      (this.#asksEars(exact) ? WANTS_EARS : 0) | (this.#wantsEars ? UNHEARD : 0) | (this.#isInDoubt ? IN_DOUBT : 0) | (this.#knowsWhy ? KNOWS_WHY : 0) |
      (blink.isUnaided ? UNAIDED : 0);
    return [this.#cursor, bits, again, rest, this.#doubts.structure, this.#rootsVersion].map(number).join('') + (hasPlace ? now : '');
  }

  // What else the service asks for.

  /** The element with a key, while it exists; of a text, also a generated one, the element it is in. */
  node(key) {
    const record = this.#walker.live.get(key);
    if (record && !record.isElement) return record.parent?.node ?? null;
    return record?.node ?? parkedElement(key) ?? null;
  }

  /** The key of an element, 0 for other nodes. */
  key(node) {
    return keyOf(node);
  }

  /** How long the document has neither changed nor got an event that could change it, in ms. */
  restedFor() {
    return performance.now() - this.#doubts.last;
  }

  /** Whether what a field holds must not leave the page. */
  secret(node) {
    return isSecret(node);
  }

  /** The keys of all nodes in document order, see enumerate.js. */
  enumerate() {
    const element = documentElement(document);
    return element ? enumerate(element) : '';
  }

  /** Names without the secrets of the page; isText says which of them are single texts. */
  clean(names, isText = []) {
    return names.map((name, i) => (isText[i] ? withoutSecrets(name.toWellFormed()) : nameWithoutSecrets(name.toWellFormed(), null)));
  }

  /** Takes in the nodes that listen for clicks, in place of what the ears hear. */
  overhear(nodes) {
    for (const element of overhear(nodes)) this.#dirt.markNode(element, RECORD);
  }

  /** The shadow roots that what the ears hear next is to be about, after the document. */
  roots(most) {
    this.#heardRoots = [...this.#roots].filter((root) => root !== document).slice(0, most);
    return this.#heardRoots;
  }

  /** The shadow root of an element as far as it is known. */
  root(host) {
    return shadowOf(host);
  }

  /** Takes in a closed shadow root that the service got from the debugger. */
  adopt(host, root) {
    adoptRoot(host, root);
    this.foundRoot(root); // also when the host is inert: a dialog in it may be on top of what makes it so
    if (foundClosed(host)) this.#doubts.mayHaveRoots = true;
    this.#doubts.add(host, SUBTREE);
    return true;
  }
}

globalThis.observerAgent ??= new Agent();
