// A page that changes at random, reproducibly: start(seed), then step() as often as wanted. Each
// step says what it did.
(() => {
  let state = 1;
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * n);
  };
  const pick = (list) => list[random(list.length)];
  const roots = [document];
  let serial = 0;
  const all = () => {
    const found = [];
    for (const root of roots) for (const e of root.querySelectorAll('*')) if (e !== document.body && e !== document.documentElement && !e.closest('head')) found.push(e);
    return found;
  };
  const element = () => pick(all()) ?? document.body;
  const container = () => pick([document.body, ...all().filter((e) => /^(div|p|section|ul|li|td|label|fieldset|button|a|span|details|dialog|slot)$/.test(e.localName))]);
  const word = () => pick(['alpha', 'beta', 'gamma', 'delta', 'eps', 'zeta']) + ' ' + random(50);
  const id = () => 'n' + random(12);
  const parts = [
    () => `<div id=${id()} class="${pick(['', 'box', 'ptr', 'b', 'up'])}">${word()}<span> ${word()}</span></div>`,
    () => `<button id=${id()} aria-label="${pick(['', word()])}">${word()}</button>`,
    () => `<label>${word()} <input type=${pick(['text', 'checkbox', 'radio', 'number', 'password', 'range'])} name=g value=${random(9)}></label>`,
    () => `<label for=${id()}>${word()}</label><input id=${id()}>`,
    () => `<select><option>${word()}<option selected>${word()}<optgroup label=grp><option>${word()}</optgroup></select>`,
    () => `<ul><li>${word()}<li><a href="/x${random(9)}">${word()}</a></ul>`,
    () => `<table><tr><td>${word()}<td><button>${word()}</button><tr><td><a href=#q>${word()}</a><td><input type=checkbox aria-label="${word()}"></table>`,
    () => `<details${pick(['', ' open'])}><summary>${word()}</summary>${word()}<button>${word()}</button></details>`,
    () => `<h2>${word()} <b>${word()}</b></h2><p>  ${word()}
      <i>${word()}</i> </p>`,
    () => `<div role=${pick(['group', 'tab', 'checkbox', 'region', 'listbox'])} aria-labelledby=${id()} tabindex=0>${word()}</div>`,
    () => `<dialog id=${id()}><p>${word()}</p><button>${word()}</button></dialog>`,
    () => `<div popover id=${id()}>${word()}</div><button popovertarget=${id()}>${word()}</button>`,
    () => `<fieldset><legend>${word()}</legend><input value="${word()}"></fieldset>`,
    () => `<textarea>${word()}</textarea><progress value=.${random(9)}></progress>`,
    () => `<div style="overflow:auto;height:40px"><p>${word()}</p><p style="height:200px">${word()}</p><button>${word()}</button></div>`,
    () => `<input type=checkbox class=tgl><p class=after>${word()}</p>`,
    () => `<span style="display:contents"><a href=#c>${word()}</a></span><img alt="${word()}"><canvas><button>${word()}</button></canvas>`,
  ];
  const toggles = ['hidden', 'inert', 'disabled', 'open', 'required', 'readonly', 'checked'];
  const values = {
    'aria-hidden': ['true', 'false'], 'aria-label': ['', 'label a', 'label b'], 'aria-labelledby': ['n1', 'n2 n3', 'n4'],
    'aria-describedby': ['n1', 'n5'], 'aria-owns': ['n1', 'n6', 'n7 n8'], 'aria-expanded': ['true', 'false'], 'aria-disabled': ['true', 'false'],
    'aria-checked': ['true', 'mixed'], role: ['button', 'none', 'heading', 'listitem', 'cell'], title: ['', 'tip 1', 'tip 2'],
    tabindex: ['0', '-1'], 'aria-pressed': ['true', 'false'], contenteditable: ['', 'false'], placeholder: ['ph 1', 'ph 2'],
    id: ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'], dir: ['rtl'], href: ['/a', '/b'], slot: ['', 's1'], type: ['text', 'checkbox', 'password'],
    style: ['display:none', 'visibility:hidden', 'visibility:visible', 'cursor:pointer', 'position:absolute;left:-999px', 'display:contents', 'text-transform:uppercase', 'white-space:pre', 'pointer-events:none', 'overflow:hidden;height:0'],
    'aria-current': ['page', 'true'], 'aria-modal': ['true'], 'aria-selected': ['true', 'false'], alt: ['', 'alt 1'], value: ['1', 'v2'],
  };
  const classes = ['box', 'ptr', 'b', 'up', 'hide', 'vh', 'sib', 'x'];
  const rules = ['.x{display:none}', '.box{visibility:hidden}', 'p{cursor:pointer}', '.b::after{content:" aft"}', 'button:hover{color:red}', 'li:first-child{display:none}',
    'div:has(> button) > span{display:none}', '[aria-expanded=true] + *{display:none}', 'h2{text-transform:lowercase}', 'a::before{content:"-> "}'];
  const steps = {
    insert() {
      const at = container();
      const holder = document.createElement('div');
      holder.innerHTML = pick(parts)();
      const before = pick([...at.childNodes, null]);
      while (holder.firstChild) at.insertBefore(holder.firstChild, before);
      return at.localName;
    },
    remove() {
      const e = element();
      if (e !== document.body) e.remove();
      return e.localName;
    },
    move() {
      const e = element(), to = container();
      if (e === document.body || e.contains(to)) return 'not';
      to.insertBefore(e, pick([...to.childNodes, null]));
      return `${e.localName} to ${to.localName}`;
    },
    wrap() {
      const e = element();
      if (e === document.body || !e.parentNode) return 'not';
      const w = document.createElement(pick(['div', 'span', 'section']));
      e.replaceWith(w);
      w.append(e);
      return e.localName;
    },
    text() {
      const e = element();
      const t = [...e.childNodes].find((n) => n.nodeType === 3);
      if (!t) e.append(word());
      else pick([() => { t.data = word(); }, () => { t.data = ' '; }, () => t.length > 2 && t.splitText(2), () => t.remove(), () => e.normalize()])();
      return e.localName;
    },
    attribute() {
      const e = element(), name = pick(Object.keys(values));
      if (random(4) === 0) e.removeAttribute(name);
      else e.setAttribute(name, pick(values[name]));
      return `${e.localName} ${name}=${e.getAttribute(name)}`;
    },
    toggle() {
      const e = element(), name = pick(toggles);
      if (name === 'disabled' && !/^(input|button|select|textarea|fieldset|optgroup|option)$/.test(e.localName)) return 'not';
      e.toggleAttribute(name);
      return `${e.localName} ${name}`;
    },
    class() {
      const e = random(6) ? element() : pick([document.body, document.documentElement]), name = pick(classes);
      e.classList.toggle(name);
      return `${e.localName} ${name}`;
    },
    property() {
      const e = pick(all().filter((x) => /^(input|select|textarea)$/.test(x.localName)));
      if (!e) return 'none';
      if (e.localName === 'select') e.selectedIndex = random(e.options.length);
      else if (e.type === 'checkbox' || e.type === 'radio') pick([() => { e.checked = !e.checked; }, () => { e.indeterminate = !e.indeterminate; }])();
      else e.value = String(random(99));
      return `${e.localName} ${e.type}`;
    },
    shadow() {
      const e = pick(all().filter((x) => /^(div|span|p|section)$/.test(x.localName) && !x.shadowRoot && x.isConnected));
      if (!e) return 'none';
      try {
        const root = e.attachShadow({ mode: 'open' });
        root.innerHTML = `<style>.x{display:none}</style><p>${word()}</p><slot>${word()}</slot><slot name=s1><button>${word()}</button></slot>`;
        roots.push(root);
        e.append('lit');
        e.firstChild?.remove();
      } catch { return 'refused'; }
      return e.localName;
    },
    sheet() {
      const sheet = pick([...document.styleSheets]);
      const what = random(4);
      if (!sheet || what === 0) {
        const s = document.createElement('style');
        s.textContent = pick(rules);
        document.head.append(s);
        return 'new ' + s.textContent;
      }
      if (what === 1 && document.styleSheets.length > 1) { sheet.ownerNode?.remove(); return 'gone'; }
      if (what === 2) { sheet.disabled = !sheet.disabled; return 'switched'; }
      const rule = pick(rules);
      sheet.insertRule(rule, sheet.cssRules.length);
      return rule;
    },
    html() {
      const e = container();
      if (e === document.body) return 'not';
      e.innerHTML = pick(parts)();
      return e.localName;
    },
    dialog() {
      const d = pick(all().filter((x) => x.localName === 'dialog'));
      if (!d) return 'none';
      if (d.open) d.close(); else if (d.isConnected) pick([() => d.show(), () => d.showModal()])();
      return String(d.open);
    },
    popover() {
      const p = pick(all().filter((x) => x.popover && x.isConnected));
      try { p?.togglePopover(); } catch { return 'refused'; }
      return String(Boolean(p));
    },
    focus() {
      const e = element();
      e.focus();
      return e.localName;
    },
    listen() {
      const e = element();
      e.addEventListener('click', () => {});
      e.append(document.createElement('i'));
      return e.localName;
    },
    scroll() {
      const e = pick([document.scrollingElement, ...all()]);
      e.scrollTop = random(300);
      return e.localName;
    },
  };
  globalThis.start = (seed) => {
    state = seed * 7919 + 17;
    const style = document.createElement('style');
    style.textContent = '.hide{display:none}.vh{visibility:hidden}.ptr{cursor:pointer}.up{text-transform:uppercase}.b::before{content:"*"}.sib ~ p{display:none}' +
      '.tgl:checked ~ .after{display:none}.x .box{display:none}ul:empty + *{display:none}';
    document.head.append(style);
    for (let i = 0; i < 12; i++) document.body.insertAdjacentHTML('beforeend', pick(parts)());
  };
  globalThis.step = () => {
    const name = pick(Object.keys(steps));
    try {
      return name + ': ' + steps[name]();
    } catch (error) {
      return name + ': ' + error.message;
    }
  };
})();
