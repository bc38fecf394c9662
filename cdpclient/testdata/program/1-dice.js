// A page that changes at random, reproducibly. The files of this folder, in order, are one function: each
// adds kinds of steps. The dice of each step begin anew, so that a program from which steps were taken out
// does the others as before, as far as the page still lets it.

let state = 1;

const shake = (seed, n) => {
  state = (Math.imul(seed + 1, 2654435761) ^ Math.imul(n + 7, 40503001)) >>> 0;
  for (let i = 0; i < 3; i++) random(2);
};

const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 4294967296 * n);
};
const pick = (list) => list[random(list.length)];
const chance = (n) => random(n) === 0;
const word = () => pick(['alpha', 'beta', 'gamma', 'delta', 'eps', 'zeta']) + ' ' + random(50);
const id = () => 'n' + random(12);
const ids = () => pick([id(), id(), `${id()} ${id()}`]);

/** Groups of steps by name; each step changes something and says what. */
const steps = {};

/** The shadow roots that were attached, closed ones too. */
const shadows = [];

const outermost = window.parent === window;

/** The document of a frame that this one may touch, or null. */
const documentOf = (frame) => {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
};

const frames = () => all().filter((e) => e.localName === 'iframe');

/** The elements of a document and its shadow roots, but what is not the page's content. */
const elementsOf = (root) => [...root.querySelectorAll('*')].filter((e) => !e.closest('head') && e.localName !== 'script' && e !== root.body && e !== root.documentElement);

/** All elements of the page that a program changes. */
const all = () => {
  const found = elementsOf(document);
  for (const root of shadows) if (root.host.isConnected && root.host.ownerDocument === document) found.push(...elementsOf(root));
  return found;
};

/** One element in a while of a frame. */
const inFrame = () => {
  const doc = documentOf(pick(frames()) ?? {});
  return doc?.body ? pick([doc.body, ...elementsOf(doc)]) : null;
};

const element = () => (chance(12) && inFrame()) || (pick(all()) ?? document.body);
const some = (selector) => pick(all().filter((e) => e.matches(selector)));
const label = (e) => (e ? e.localName + (e.id ? '#' + e.id : '') : 'none');

const CONTAINERS = 'div,p,section,ul,ol,li,td,th,tr,tbody,table,label,legend,fieldset,button,a,span,details,summary,dialog,slot,h2,b,i,form,article,figure,select';
const container = () => (chance(15) && inFrame()) || pick([document.body, ...all().filter((e) => e.matches(CONTAINERS) && (e.localName !== 'select' || chance(4)))]);
const isBody = (e) => e === e.ownerDocument.body;
