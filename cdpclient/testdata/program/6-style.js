// Steps that change style and nothing else.

const classes = ['box', 'ptr', 'b', 'up', 'hide', 'vh', 'sib', 'x', 'fade', 'gone', 'att', 'cv', 'np', 'cont', 'anim', 'see', 'pre'];
const baseSheet = '.hide{display:none}.vh{visibility:hidden}.ptr{cursor:pointer}.up{text-transform:uppercase}.b::before{content:"*"}.sib ~ p{display:none}' +
  '.tgl:checked ~ .after,.inv:invalid + .after,.ph:placeholder-shown + .after{display:none}.x .box{display:none}ul:empty + *{display:none}.att::after{content:" [" attr(data-t) "]"}' +
  '.fade{transition:opacity .05s,visibility .05s}.fade.gone{visibility:hidden;opacity:0}.cv{content-visibility:auto}.np{pointer-events:none}.cont{display:contents}.pre{white-space:pre}' +
  '@keyframes away{to{visibility:hidden}}.anim{animation:away .05s forwards}.see{visibility:visible}div:has(> input:checked) > span{display:none}dialog:not([open]) + *{cursor:pointer}';
const selectors = ['.x', '.box', 'p', '.b', 'li:first-child', 'div:has(> button) > span', '[aria-expanded=true] + *', 'h2', 'a', 'button', '.hide', '.vh', 'input:checked + *', 'input:disabled ~ *', '[data-s="1"] ~ p',
  'span', 'td', 'details[open] + *', ':focus', ':focus-within > b', 'div > div', 'p:last-child', '#n1', '#n2', 'label', ':is(h2, b)', 'table', 'li', ':host', '::slotted(*)', '*:empty', 'option', 'select', 'summary', 'legend', 'img'];
const declarations = ['display:none', 'visibility:hidden', 'visibility:visible', 'cursor:pointer', 'cursor:auto', 'display:contents', 'display:block', 'display:inline', 'text-transform:uppercase', 'white-space:pre', 'pointer-events:none',
  'content-visibility:hidden', 'opacity:0', 'position:absolute;left:-999px', 'color:red', 'overflow:auto;height:20px', 'position:fixed;top:0', 'display:flex', 'display:inline-block', 'float:left', 'width:0;height:0;overflow:hidden', 'clip-path:inset(50%)', 'order:2', 'zoom:2'];
const pseudos = ['.b::after{content:" aft"}', 'a::before{content:"-> "}', 'p::before{content:attr(data-t)}', 'h2::after{content:" h" / " alt"}', 'p::before{content:"";display:block}', 'li::marker{content:"m "}', '.box::before{content:"gen";display:block}', 'button::after{content:"!";visibility:hidden}'];
const contextual = ['@media print{p{display:none}}', '@media (prefers-color-scheme:dark){.box,li{display:none}}', '@media (max-width:700px){h2,a{visibility:hidden}}', '@supports (display:grid){i{display:none}}', '@layer l{b{display:none}}', 'div{& > p{cursor:pointer}}',
  '@container (min-width:10px){x-none{color:red}}', '@scope (.box){span{display:none}}', ':root{--d:none}', '.see,b{display:var(--d)}'];
const rule = () => pick([`${pick(selectors)}{${pick(declarations)}}`, `${pick(selectors)}{${pick(declarations)}}`, `${pick(selectors)}{${pick(declarations)}}`, pick(pseudos), pick(contextual)]);

const sheets = () => [...document.styleSheets, ...document.adoptedStyleSheets, ...shadows.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets])];
const rulesOf = (sheet) => [...sheet.cssRules].filter((r) => r.style);

steps.style = {
  attribute() {
    const e = element();
    e.style.cssText = chance(4) ? '' : pick(declarations);
    return `${label(e)} ${e.style.cssText}`;
  },
  class() {
    const e = random(6) ? element() : pick([document.body, document.documentElement]), name = pick(classes);
    e.classList.toggle(name);
    return `${label(e)} ${name}`;
  },
  data() {
    const e = element();
    e.dataset[pick(['t', 's'])] = pick(['1', '2', word()]);
    return label(e);
  },
  animate() {
    const e = element();
    e.animate([{}, pick([{ visibility: 'hidden' }, { opacity: 0 }, { transform: 'translateX(-2000px)' }])], { duration: 40, fill: pick(['none', 'none', 'forwards']) });
    return label(e);
  },
};

steps.sheets = {
  add() {
    const s = document.createElement('style');
    s.textContent = rule();
    pick([document.head, document.body]).append(s);
    return s.textContent;
  },
  insertRule() {
    const sheet = pick(sheets()), text = rule();
    if (!sheet) return 'none';
    sheet.insertRule(text, pick([0, sheet.cssRules.length]));
    return text;
  },
  deleteRule() {
    const sheet = pick(sheets());
    if (!sheet?.cssRules.length) return 'none';
    const at = random(sheet.cssRules.length), text = sheet.cssRules[at].cssText;
    sheet.deleteRule(at);
    return text;
  },
  replaceRule() {
    const sheet = pick(sheets()), text = rule();
    if (!sheet?.cssRules.length) return 'none';
    const at = random(sheet.cssRules.length);
    sheet.deleteRule(at);
    sheet.insertRule(text, at);
    return text;
  },
  writeRule() {
    const r = pick(sheets().flatMap(rulesOf));
    if (!r) return 'none';
    const [name, value] = pick(declarations).split(';')[0].split(':');
    if (chance(3)) r.style.cssText = '';
    r.style.setProperty(name, value);
    return r.cssText;
  },
  selector() {
    const r = pick(sheets().flatMap(rulesOf).filter((x) => x.selectorText && !x.selectorText.includes('::')));
    if (!r) return 'none';
    r.selectorText = pick(selectors);
    return r.cssText;
  },
  text() {
    const s = some('style') ?? pick([...document.querySelectorAll('style')]);
    if (!s) return 'none';
    s.textContent = pick([rule() + rule(), '', s.textContent + rule()]);
    return s.textContent.slice(-60);
  },
  disable() {
    const sheet = pick(sheets());
    if (!sheet) return 'none';
    sheet.disabled = !sheet.disabled;
    return String(sheet.disabled);
  },
  media() {
    const sheet = pick(sheets());
    if (!sheet) return 'none';
    sheet.media.mediaText = pick(['', 'print', 'screen']);
    return sheet.media.mediaText;
  },
  adopt() {
    const root = pick([document, ...shadows.filter((r) => r.host.ownerDocument === document)]);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule() + rule());
    root.adoptedStyleSheets = pick([[], [sheet], [...root.adoptedStyleSheets, sheet]]);
    return root.nodeName;
  },
  replaceSync() {
    const sheet = pick(sheets().filter((s) => !s.ownerNode));
    sheet?.replaceSync(rule());
    return String(Boolean(sheet));
  },
  remove() {
    const s = pick([...document.querySelectorAll('style')]);
    s?.remove();
    return String(Boolean(s));
  },
  // What only the debugger can do: the test hears of it by the answer.
  emulate: () => (outermost ? pick(['emulate print', 'emulate dark', 'emulate narrow', 'emulate nothing']) : 'not'),
};
