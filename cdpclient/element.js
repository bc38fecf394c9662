// What the calls on elements share, installed once in the isolated world of a document as `lib`;
// nothing here is visible to the page. `agent` is the page agent of that world.

// own reads a property of an element past the controls of a form: a form answers for any name with
// its control of that name. What may be a form, such as an ancestor, is read by own.
function own(el, name) {
  const value = Reflect.get(Object.getPrototypeOf(el), name, el);
  return typeof value === 'function' ? value.bind(el) : value;
}

// flatParent is the parent of an element in the flat tree.
function flatParent(el) {
  const parent = own(el, 'assignedSlot') ?? own(el, 'parentElement');
  if (parent) return parent;
  const root = own(el, 'getRootNode')();
  return root instanceof ShadowRoot ? root.host : null;
}

// climb lists an element and its flat ancestors.
function climb(el) {
  const path = [];
  for (let n = el; n; n = flatParent(n)) path.push(n);
  return path;
}

// shownInside is whether light content of the host is shown inside an element of a closed root,
// where assignedSlot tells nothing.
function shownInside(el, hit) {
  if (!(own(el, 'getRootNode')() instanceof ShadowRoot)) return false;
  const slots = el.localName === 'slot' ? [el] : [...own(el, 'querySelectorAll')('slot')];
  return slots.some(s => s.assignedElements({flatten: true}).some(a => own(a, 'contains')(hit)));
}

const actsAlone = new Set(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox',
  'menuitemradio', 'option', 'textbox', 'searchbox', 'combobox', 'slider', 'spinbutton', 'treeitem']);

// interactive is whether a click on an element has a meaning of its own.
function interactive(el) {
  switch (own(el, 'localName')) {
    case 'a': case 'area': return el.hasAttribute('href');
    case 'button': case 'select': case 'textarea': case 'summary': case 'iframe': case 'embed': case 'object': return true;
    case 'input': return el.type !== 'hidden';
    case 'label': return el.control !== null;
    case 'audio': case 'video': return el.controls;
  }
  const parent = own(el, 'parentElement');
  return actsAlone.has(own(el, 'getAttribute')('role')) || own(el, 'hasAttribute')('onclick') ||
    (own(el, 'isContentEditable') && !(parent && own(parent, 'isContentEditable')));
}

// controlOf is the nearest interactive element that an element is part of, or the element itself.
function controlOf(el) {
  return climb(el).find(interactive) ?? el;
}

// shadowOf is the shadow root of an element: an open one, or a closed one that the agent was given.
function shadowOf(el) {
  return own(el, 'shadowRoot') ?? agent.root?.(el) ?? null;
}

// within lists what a selector finds in an element, in its shadow roots too.
function within(el, selector) {
  const found = [];
  const visit = (root) => {
    for (const n of own(root, 'querySelectorAll')('*')) {
      if (own(n, 'matches')(selector)) found.push(n);
      const inner = shadowOf(n);
      if (inner) visit(inner);
    }
  };
  const root = shadowOf(el);
  if (root) visit(root);
  visit(el);
  return found;
}

// deepest is the element at a point of this document, through every shadow root that can be entered:
// the open ones, the closed ones that hold el, and those the agent was given.
function deepest(el, x, y) {
  const closed = new Map();
  for (let root = own(el, 'getRootNode')(); root instanceof ShadowRoot; root = root.host.getRootNode()) closed.set(root.host, root);
  let hit = document.elementFromPoint(x, y);
  while (hit) {
    const root = closed.get(hit) ?? shadowOf(hit);
    const inner = root && root.elementFromPoint(x, y);
    if (!inner || inner === hit || inner.getRootNode() !== root) break;
    hit = inner;
  }
  return hit;
}

// standsFor is whether what hits an element reaches el: el itself, a part of it without an action
// of its own, the control el is part of, or the label of el. Otherwise it returns what takes the
// event instead. With nested, parts with an action of their own count too.
function standsFor(el, hit, nested) {
  if (!hit) return {ok: false, by: null};
  if (hit === el) return {ok: true};
  const path = climb(hit);
  const control = controlOf(el);
  const at = path.findIndex(n => n === el || n === control);
  if (at >= 0) {
    const part = path.slice(0, at).find(n => interactive(n) && n !== el.control && n.control !== el && n.control !== control);
    if (!part || nested) return {ok: true};
    return {ok: false, by: part};
  }
  if (shownInside(el, hit)) return {ok: true};
  const label = path.find(n => own(n, 'localName') === 'label');
  if (label && label.control && (label.control === el || label.control === control)) return {ok: true};
  if (el.localName === 'label' && el.control && path.includes(el.control)) return {ok: true};
  if (drawnBy(el, path)) return {ok: true};
  return {ok: false, by: hit};
}

// drawnBy is whether a transparent field gets its clicks through what is drawn in its place: a part
// without an action of its own of the box around the field, with no other control in that box.
function drawnBy(el, path) {
  if (!/^(input|select|textarea)$/.test(el.localName)) return false;
  const around = climb(el).slice(0, 5);
  if (!around.slice(0, 3).some(n => getComputedStyle(n).opacity === '0')) return false;
  const box = around.slice(1).find(n => path.includes(n));
  if (!box || path.slice(0, path.indexOf(box)).some(interactive)) return false;
  return [...own(box, 'querySelectorAll')('a[href], button, input, select, textarea, [role=button]')].every(n => n === el);
}

// obstacle describes what takes an event instead of el: the keys of that element and of its
// ancestors that do not hold el, nearest first, and of what can be clicked inside the outermost of
// them. There are no keys when el itself does not show at the point and what is behind it does.
function obstacle(el, by) {
  by ??= document.documentElement;
  const modal = document.querySelector('dialog:modal');
  if (modal && !modal.contains(el) && (by === document.documentElement || by === document.body)) by = modal;
  const above = new Set(climb(el));
  const nested = climb(by).includes(el);
  const chain = nested ? [by] : climb(by).filter(n => !above.has(n));
  const top = chain.at(-1) ?? by;
  const buttons = nested || !chain.length ? [] : within(top, 'button, a[href], [role=button], input');
  const text = (n) => (own(n, 'innerText') ?? own(n, 'textContent') ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  return {
    keys: chain.slice(0, 50).map(n => agent.key(n)),
    buttons: buttons.filter(b => b.checkVisibility()).slice(0, 5).map(n => agent.key(n)),
    tag: own(by, 'localName'),
    text: chain.length ? agent.clean([text(by) || text(top)])[0] : '',
    busy: chain.length > 0 && (chain.some(n => own(n, 'matches')(BUSY)) || within(top, BUSY).length > 0),
    moving: chain.length > 0 && own(top, 'getAnimations')({subtree: true}).some(a => a.playState === 'running' && endsByItself(a)),
  };
}

// BUSY matches what says that something is under way that will end (ARIA 1.2: aria-busy, progressbar, status).
const BUSY = 'progress, [aria-busy=true], [role=progressbar], [role=status]';

// endsByItself is whether an animation has an end; a spinner has none.
function endsByItself(animation) {
  return Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0);
}

// isDrawn is whether what an element has of boxes and text is drawn. What is in closed details or in other
// content that is not drawn may have boxes all the same.
function isDrawn(el) {
  if (getComputedStyle(el).visibility !== 'visible') return false;
  let boxed = el;
  while (boxed && getComputedStyle(boxed).display === 'contents') boxed = flatParent(boxed);
  return !boxed || own(boxed, 'checkVisibility')();
}

// boxes are the rectangles of an element in its own viewport; for one without a box those of what
// it shows.
function boxes(el) {
  const full = (list) => [...list].filter(r => r.width > 0 && r.height > 0);
  if (el.localName === 'area') return areaBoxes(el);
  const drawn = isDrawn(el) ? full(own(el, 'getClientRects')()) : [];
  if (drawn.length) return drawn;
  const found = [];
  const visit = (n, depth) => {
    if (found.length >= 8 || depth > 8) return;
    const shadow = shadowOf(n);
    for (const c of shadow ? shadow.childNodes : n.localName === 'slot' && n.assignedNodes().length ? n.assignedNodes() : own(n, 'childNodes')) {
      if (own(c, 'nodeType') === 3 && c.data.trim() && isDrawn(n)) {
        const range = document.createRange();
        range.selectNodeContents(c);
        found.push(...full(range.getClientRects()));
      } else if (own(c, 'nodeType') === 1) {
        const inner = isDrawn(c) ? full(own(c, 'getClientRects')()) : [];
        found.push(...inner);
        if (!inner.length) visit(c, depth + 1);
      }
    }
  };
  visit(el, 0);
  return found;
}

// areaBoxes is a rectangle inside an area of an image map.
function areaBoxes(area) {
  const map = area.closest('map');
  const img = map && document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
  if (!img) return [];
  const box = img.getBoundingClientRect();
  const c = (area.coords || '').split(',').map(Number);
  const shape = (area.shape || 'rect').toLowerCase();
  if (shape === 'default' || c.length < 3 || c.some(isNaN)) return shape === 'default' ? [box] : [];
  if (shape.startsWith('circ')) return [new DOMRect(box.x + c[0] - c[2] / 2, box.y + c[1] - c[2] / 2, c[2], c[2])];
  const xs = c.filter((_, i) => i % 2 === 0), ys = c.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs), y = Math.min(...ys);
  return [new DOMRect(box.x + x, box.y + y, Math.max(...xs) - x, Math.max(...ys) - y)];
}

// candidates are points inside the visible part of rectangles: centres first, then a grid, then
// the borders, unless coarse.
function candidates(rects, isCoarse = false) {
  const points = [];
  const steps = [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75], [.25, .25], [.75, .75], [.75, .25], [.25, .75]];
  for (const r of rects.slice(0, 8)) {
    const left = Math.max(r.left, 0), top = Math.max(r.top, 0);
    const width = Math.min(r.right, innerWidth) - left, height = Math.min(r.bottom, innerHeight) - top;
    if (width <= 0 || height <= 0) continue;
    for (const [u, v] of steps) points.push([left + width * u, top + height * v]);
    if (isCoarse) continue;
    const dx = Math.min(2, width / 8), dy = Math.min(2, height / 8);
    for (const u of [dx, width / 8, width / 2, width * 7 / 8, width - dx])
      for (const v of [dy, height / 8, height / 2, height * 7 / 8, height - dy]) points.push([left + u, top + v]);
  }
  return points;
}

// roll scrolls an area by an amount, and when that moves it waits until its scroll event has come, which is in the
// next frame: a list that shows only what is in view is not drawn anew before. It waits no longer than half a second.
async function roll(area, dx, dy) {
  const target = area === (document.scrollingElement ?? document.documentElement) ? document : area;
  const at = () => own(area, 'scrollLeft') + '/' + own(area, 'scrollTop');
  const before = at();
  let heard, late;
  const event = new Promise(done => {
    heard = done;
    late = setTimeout(done, 500);
    target.addEventListener('scroll', done, {capture: true});
  });
  own(area, 'scrollBy')({left: dx, top: dy, behavior: 'instant'});
  if (at() !== before) await event;
  clearTimeout(late);
  target.removeEventListener('scroll', heard, {capture: true});
}

// frameTick waits for the next frame, and no longer than a tenth of a second where the page is not
// drawn.
function frameTick() {
  return new Promise(done => {
    const late = setTimeout(done, 100);
    requestAnimationFrame(() => { clearTimeout(late); done(); });
  });
}

// disabled is whether a form control, fieldset or ARIA ancestor disables an element.
function disabled(el) {
  if (el.localName === 'label' && el.control) el = el.control;
  const control = own(el, 'closest')('button, input, select, textarea, option, optgroup') ?? el;
  if (own(el, 'matches')(':disabled') || own(control, 'matches')(':disabled')) return true;
  if (control.localName === 'option' && control.closest('select:disabled, optgroup:disabled')) return true;
  return climb(el).some(n => own(n, 'getAttribute')('aria-disabled') === 'true');
}

// editHost is the element that an editable element is edited by.
function editHost(el) {
  let host = el;
  for (let up = own(host, 'parentElement'); up && own(host, 'isContentEditable') && own(up, 'isContentEditable'); up = own(host, 'parentElement')) host = up;
  return host;
}

// stageOf is where an editor draws what is typed into an element that is not seen itself: a hidden
// textarea, or one with an EditContext. It is null for an element that shows its own text.
function stageOf(el) {
  if (el.localName !== 'textarea' && !el.editContext) return null;
  const seen = (n) => {
    const r = own(n, 'getBoundingClientRect')();
    return r.width > 8 && r.height > 8 && getComputedStyle(n).opacity !== '0';
  };
  let hidden = !seen(el) || el.editContext;
  let stage = el.parentElement;
  for (let i = 0; stage && i < 6; i++, stage = own(stage, 'parentElement')) {
    const clips = getComputedStyle(stage).overflow !== 'visible';
    const shown = seen(stage);
    if (!shown && clips) hidden = true;
    if (hidden && shown && own(stage, 'getBoundingClientRect')().width > 40) return stage;
    if (!hidden && i === 1) return null;
  }
  return null;
}

// secret is whether what a field holds must not leave the page.
function secret(el) {
  return agent.secret(el);
}
