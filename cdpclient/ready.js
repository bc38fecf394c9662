// How long nothing may have happened in a document, in ms, for one more frame to show that an element in it
// does not move.
const RESTED = 250;

// framesFor is in how many more frames the box of an element must be the same. The box is that of the last frame.
// What moves by what no mutation shows does so with every frame, and is styled or laid out anew for it, unless
// an animation moves it.
function framesFor(el, rested) {
  if (agent.restedFor() <= RESTED || isAnimated(el)) return 2;
  return rested && !own(el, 'closest')('marquee, svg') ? 0 : 1;
}

// isAnimated is whether anything in the trees an element is in is.
function isAnimated(el) {
  for (let root = own(el, 'getRootNode')(); root instanceof ShadowRoot; root = root.host.getRootNode()) if (root.getAnimations().length) return true;
  return document.getAnimations().length > 0;
}

// ready prepares an element for input and says where to send it, or what stands in the way. Rects
// and points are in the viewport of the element's own frame.
//
// want: {enabled, point, scroll, stable, nested, offset: [x, y] or null, arm}. rested is whether nothing was
// styled or laid out anew in this process for a while.
async function ready(el, want, rested) {
  disarm(); // what an earlier click left behind when it came to nothing
  if (want.enabled && disabled(el)) return {state: 'disabled'};
  let rects = boxes(el);
  if (!rects.length) return {state: own(el, 'checkVisibility')({visibilityProperty: true}) ? 'empty' : 'hidden'};
  if (own(el, 'closest')('[inert]')) return {state: 'inert'};
  const same = (a, b) => a.length === b.length && a.every((r, i) => r.x === b[i].x && r.y === b[i].y && r.width === b[i].width && r.height === b[i].height);
  // What only grows and shrinks around its centre is where it is, like a button that pulses.
  const near = (a, b) => Math.abs(a - b) < .5;
  const pulses = (a, b) => a.length === b.length && a.every((r, i) => near(r.x + r.width / 2, b[i].x + b[i].width / 2) &&
    near(r.y + r.height / 2, b[i].y + b[i].height / 2) && !(near(r.width, b[i].width) && near(r.height, b[i].height)));
  const settle = async (frames) => {
    for (let i = 0; i < frames; i++) {
      await frameTick();
      if (!own(el, 'isConnected')) return 'detached';
      const now = boxes(el);
      const still = same(rects, now) || pulses(rects, now);
      rects = now;
      if (!still) return 'moving';
    }
    return rects.length ? '' : 'empty';
  };
  if (want.stable) {
    const state = await settle(framesFor(el, rested));
    if (state) return {state};
  }
  if (!want.point) {
    if (want.scroll && !candidates(rects).length) own(el, 'scrollIntoView')({block: 'center', inline: 'center', behavior: 'instant'});
    return {state: 'ok'};
  }
  let blocked = null, seen = false;
  const look = () => {
    const points = want.offset ? [[rects[0].x + want.offset[0], rects[0].y + want.offset[1]]] : candidates(rects);
    for (const [x, y] of points) {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      seen = true;
      const hit = deepest(el, x, y);
      const verdict = standsFor(el, hit, want.nested);
      if (verdict.ok) return [x, y];
      blocked ??= verdict.by;
    }
    return null;
  };
  let point = look();
  for (const block of want.scroll && !point ? ['center', 'end', 'start', 'nearest'] : []) {
    const x = scrollX, y = scrollY, before = rects;
    own(el, 'scrollIntoView')({block, inline: block === 'end' || block === 'start' ? block : 'center', behavior: 'instant'});
    rects = boxes(el);
    if (same(before, rects) && seen) continue;
    await frameTick();
    if (!own(el, 'isConnected')) return {state: 'detached'};
    rects = boxes(el);
    blocked = null;
    point = look();
    if (point) break;
  }
  if (!point) {
    if (!seen) return {state: 'outside'};
    if (getComputedStyle(el).pointerEvents === 'none') return {state: 'untouchable'};
    const by = obstacle(el, blocked);
    const isCut = !document.querySelector('dialog:modal') && cutOff(el);
    return {state: by.keys.length && !isCut ? 'covered' : 'clipped', obstacle: by};
  }
  // The events of what a frame shows stay in the frame.
  if (want.arm && !/^(iframe|frame|object|embed)$/.test(el.localName)) arm(el, want.nested);
  return {state: 'ok', x: point[0], y: point[1], viewport: [innerWidth, innerHeight]};
}

// cutOff is whether the boxes of an element lie outside of what its ancestors let be seen, so that what is at
// its place does not cover it. An absolutely positioned element is not cut by what it is not positioned in.
function cutOff(el) {
  let rects = boxes(el), {position} = getComputedStyle(el);
  for (let a = flatParent(el); a && a !== document.body && a !== document.documentElement && position !== 'fixed'; a = flatParent(a)) {
    const s = getComputedStyle(a);
    if (position === 'absolute' && s.position === 'static' && s.transform === 'none') continue;
    position = s.position;
    if ((s.overflowX === 'visible' && s.overflowY === 'visible') || s.display === 'inline' || s.display === 'contents') continue;
    const c = own(a, 'getBoundingClientRect')();
    rects = rects.filter(r => Math.min(r.right, c.right) > Math.max(r.left, c.left) && Math.min(r.bottom, c.bottom) > Math.max(r.top, c.top));
    if (!rects.length) return true;
  }
  return false;
}

// arm watches the trusted pointer events that follow. When the first of them would reach anything
// but el, it and all that follow are kept from the page, so a click never hits what moved in
// between.
function arm(el, nested) {
  const hosts = new Set();
  for (let r = own(el, 'getRootNode')(); r instanceof ShadowRoot; r = r.host.getRootNode()) if (r.mode === 'closed') hosts.add(r.host);
  armed = {
    el,
    nested,
    hosts,
    watch: {seen: [], blocked: null, clicked: false, connected: true, taken: false},
    presses: [], // that reached el
    end: performance.now() + 10000, // should nobody disarm, it must not block anything later
  };
  // The listener stays, so that whoever counts listeners sees none come and go. document.open takes it away,
  // and with it the root element.
  if (hearsIn === document.documentElement) return;
  hearsIn = document.documentElement;
  for (const kind of POINTER_KINDS) addEventListener(kind, hear, {capture: true, passive: false});
}

const POINTER_KINDS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

let armed = null, hearsIn = null;

// hear is the listener of a watch.
function hear(event) {
  if (!armed || !event.isTrusted || performance.now() > armed.end) return;
  const {el, nested, hosts, watch, presses} = armed;
  const hit = event.composedPath()[0];
  const verdict = hosts.has(hit) ? {ok: true} : standsFor(el, hit instanceof Element ? hit : document.documentElement, nested);
  if (verdict.ok && ['click', 'auxclick', 'contextmenu'].includes(event.type)) watch.clicked = true;
  if (verdict.ok && /down$/.test(event.type)) presses.push(event);
  if (!watch.seen.length) {
    if (!verdict.ok) watch.blocked = obstacle(el, verdict.by) ?? {keys: [], buttons: [], tag: '', text: ''};
  }
  watch.seen.push(event.type);
  if (watch.blocked) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

// isTyped is whether an element takes text: the focus is what a click gives it.
function isTyped(el) {
  return el.localName === 'textarea' || el.localName === 'select' || el.isContentEditable ||
    (el.localName === 'input' && !/^(button|checkbox|color|file|image|radio|range|reset|submit)$/.test(el.type));
}

// watched returns what the watch has seen so far.
function watched() {
  if (!armed) return null;
  const {el, watch, presses} = armed;
  watch.taken = presses.some((event) => event.defaultPrevented) && !boxes(el).length;
  watch.connected = own(el, 'isConnected');
  watch.clicked ||= isTyped(el) && el.getRootNode().activeElement === el;
  return watch;
}

// disarm ends the watch and returns what it saw.
function disarm() {
  const seen = watched();
  armed = null;
  return seen;
}

// awaitDrop notes whether a trusted drop or release of the pointer reaches this document, and the end of a
// drag it started.
function awaitDrop() {
  const note = {dropped: false, ended: false, released: false};
  drop = note;
  addEventListener('drop', (event) => { if (event.isTrusted) note.dropped = true; }, {capture: true, once: true});
  addEventListener('dragend', (event) => { if (event.isTrusted) note.ended = true; }, {capture: true, once: true});
  addEventListener('pointerup', (event) => { if (event.isTrusted) note.released = true; }, {capture: true, once: true});
}

let drop = null;

// dropped is whether one did since awaitDrop.
function dropped() {
  return drop !== null && drop.dropped;
}

// dragEnded is whether a drag that this document started has ended since awaitDrop.
function dragEnded() {
  return drop !== null && drop.ended;
}

// pointerReleased is whether this document saw a release of the pointer since awaitDrop.
function pointerReleased() {
  return drop !== null && drop.released;
}

// blocking is what takes an event at a point instead of el, or null.
function blocking(el, x, y) {
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return {keys: [], buttons: [], tag: '', text: ''};
  const verdict = standsFor(el, deepest(el, x, y), true);
  return verdict.ok ? null : obstacle(el, verdict.by);
}

// covers says of elements what takes the pointer in them: {at: the points that reach the element}, or
// {by: the keys of what takes all of them}, or null for what is not drawn in the viewport.
function covers(keys) {
  return keys.map((key) => {
    const el = agent.node(key);
    if (!el || !own(el, 'isConnected') || own(el, 'nodeType') !== Node.ELEMENT_NODE) return null;
    const at = [];
    let by = null;
    for (const [x, y] of candidates(boxes(el).slice(0, 3), true)) {
      const verdict = standsFor(el, deepest(el, x, y), true);
      if (verdict.ok) at.push([x, y]);
      else by ??= verdict.by;
    }
    if (at.length) return {at};
    return by && getComputedStyle(el).pointerEvents !== 'none' ? {by: obstacle(el, by).keys} : null;
  });
}

// frameCovers says of points of this document whether they reach the frame's element el: null, or the
// keys of what takes the pointer instead.
function frameCovers(el, points) {
  return points.map(([x, y]) => blocking(el, x, y)?.keys ?? null);
}

// contentSize is the size of what a frame's element shows, before any transform.
function contentSize(el) {
  const s = getComputedStyle(el);
  return [el.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight),
    el.clientHeight - parseFloat(s.paddingTop) - parseFloat(s.paddingBottom)];
}

// reveal scrolls a frame's element into view unless it already is.
function reveal(el) {
  const r = el.getBoundingClientRect();
  if (r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth)
    own(el, 'scrollIntoView')({block: 'center', inline: 'center', behavior: 'instant'});
}

return {own, flatParent, climb, interactive, controlOf, deepest, standsFor, obstacle, boxes, candidates, frameTick, roll, within, disabled, secret, editHost, stageOf,
  ready, arm, watched, disarm, awaitDrop, dropped, dragEnded, pointerReleased, blocking, covers, frameCovers, contentSize, reveal};
