// Steps about the top layer, and how a program runs.

steps.layers = {
  dialog() {
    const d = some('dialog');
    if (!d) return 'none';
    if (d.open) pick([() => d.close(), () => d.requestClose?.()])();
    else pick([() => d.show(), () => d.showModal(), () => d.showModal()])();
    return `${label(d)} ${d.open}`;
  },
  popover() {
    const p = some('[popover]');
    p?.togglePopover();
    return label(p);
  },
  nested() {
    const d = some('dialog[open]'), inside = some('dialog:not([open])');
    if (!d || !inside || inside.contains(d)) return 'none';
    d.append(inside);
    inside.showModal();
    return `${label(inside)} in ${label(d)}`;
  },
  gone() {
    const d = some('dialog[open]');
    pick([() => d?.remove(), () => d?.removeAttribute('open')])();
    return label(d);
  },
  details() {
    const d = some('details');
    if (!d) return 'none';
    pick([() => { d.open = !d.open; }, () => { d.name = pick(['d', 'e', '']); }, () => d.prepend(fragment(`<summary>${word()}</summary>`)), () => d.querySelector('summary')?.remove()])();
    return `${label(d)} ${d.open}`;
  },
};

/** How often each group of steps is drawn. */
const weights = { tree: 9, text: 4, table: 2, attributes: 9, properties: 6, focus: 2, page: 1, style: 5, sheets: 4, shadow: 4, frames: 2, layers: 3 };
const draw = Object.entries(weights).flatMap(([group, weight]) => Array(weight).fill(group));

/** Begins a program with the parts whose numbers are given. */
globalThis.start = (seed, numbers) => {
  const style = document.createElement('style');
  style.textContent = baseSheet;
  document.head.append(style);
  for (const n of numbers) {
    shake(seed, 1000 + n);
    document.body.insertAdjacentHTML('beforeend', html());
  }
};

/** Fields that have been password fields, with whether there was something in them that is remembered as secret. */
const passwords = new Map();
const notePasswords = () => {
  for (const e of document.querySelectorAll('input[type=password]')) passwords.set(e, passwords.get(e) || e.value.length > 2);
};

/** Does the step with a number, here or in a frame of another process; tells what it did. */
globalThis.step = async (seed, n) => {
  shake(seed, n);
  const stranger = chance(8) ? pick(strangers()) : null;
  if (stranger) return 'in a frame: ' + await ask(stranger, { seed, step: n });
  const group = pick(draw), name = pick(Object.keys(steps[group]));
  try {
    notePasswords();
    const did = steps[group][name]();
    notePasswords();
    return `${group}.${name}: ${did}`;
  } catch (error) {
    return `${group}.${name}: ${error.message}`;
  }
};

/** A frame that is not shown is never drawn. */
const drawn = () => new Promise((done) => (outermost ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(done, 40)));

const isLoading = (frame) => waiting.get(frame) || (documentOf(frame)?.readyState ?? 'complete') !== 'complete';
const isMoving = (doc) => doc.getAnimations().some((a) => a.playState === 'running' || a.pending);

const isBusy = () => document.readyState !== 'complete' || frames().some(isLoading) || [document, ...frames().map(documentOf)].some((doc) => doc && isMoving(doc));

/** Elements without a box, such as slots, that were not visible when it was last looked. */
const unseen = new Set();
const noteUnseen = () => {
  for (const e of all()) {
    const { display, visibility } = getComputedStyle(e);
    if (display === 'contents' && visibility !== 'visible') unseen.add(e);
  }
};

/** Waits until nothing moves or loads any more. */
globalThis.quiet = async () => {
  noteUnseen();
  do await drawn();
  while (isBusy());
  await Promise.all(strangers().map((frame) => ask(frame, {})));
  return drawn().then(() => 1);
};

/** The page as it is, for a reader. */
globalThis.written = () => document.documentElement.getHTML({ serializableShadowRoots: true, shadowRoots: shadows }).replaceAll(/srcdoc="[^"]*"/g, 'srcdoc=…')
  .replaceAll(/<script>[^]*?<\/script>/g, '').replaceAll(baseSheet, '…').slice(0, 4000);

const owned = (e) => (e.getAttribute('aria-owns') ?? '').split(/\s+/).filter(Boolean);

const isLeftOut = (e) => e && (e.closest('[inert], [aria-hidden=true]') !== null || isLeftOut(e.getRootNode().host));

/**
 * What is on the page that is known to be read differently, by name. Each has its reason in reasoned, in
 * programreading_test.go.
 */
const oddities = {
  optionRole: (e) => e.matches('select option[role], select optgroup[role]'),
  pictureInLabel: (e) => e.matches('label button :is(img, svg)'),
  optionInside: (e) => e.matches('select :is(fieldset, details, dialog) option'),
  hiddenOwner: (e) => e.hasAttribute('aria-owns') && (!e.checkVisibility() || isLeftOut(e)),
  ownedPopover: (e) => owned(e).some((id) => e.getRootNode().querySelector(`[id="${id}"][popover]`)),
  revealed: (e) => unseen.has(e) && getComputedStyle(e).visibility === 'visible',
  leafOwner: (e) => e.matches(':is(meter, video, audio, wbr, embed, select, math, [role=math])[aria-owns]'),
  indexedRows: (e) => e.matches('tbody[tabindex]') && Number.isNaN(parseInt(e.getAttribute('tabindex'), 10)),
  twoOwners: (e) => owned(e).some((id) => [...e.getRootNode().querySelectorAll('[aria-owns]')].some((other) => other !== e && owned(other).includes(id))),
  roleWithoutBox: (e) => e.hasAttribute('role') && getComputedStyle(e).display === 'contents',
  wasSecret: () => [...passwords].some(([e, isLong]) => isLong || e.type !== 'password'),
  unseenRoot: (e) => sized.has(e) || (e.firstChild && !e.localName.includes('-') && shadows.some((root) => root.host === e && root.mode === 'closed')),
};

globalThis.odd = () => {
  const everything = [...all(), ...frames().map(documentOf).flatMap((doc) => (doc ? elementsOf(doc) : []))];
  return Object.keys(oddities).filter((name) => everything.some(oddities[name])).join();
};
