// Steps about shadow roots, slots and custom elements.

const shadowed = () => pick([
  `<style>${rule()}.x{display:none}</style><p>${word()}</p><slot>${word()}</slot><slot name=s1><button>${word()}</button></slot>`,
  `<slot></slot>`,
  `<div class=box><slot name=s1></slot></div><slot></slot>${html()}`,
  `<label for=n1>${word()}</label><input id=n1><div aria-labelledby=n2 role=group><i id=n2>${word()}</i></div>`,
  `<button><slot></slot></button><ul><li><slot name=s1>${word()}</slot></ul>`,
  `<slot><slot name=s1>${word()}</slot></slot><dialog>${word()}</dialog>`,
]);

const HOSTS = 'div,span,p,section,article,h2,x-late';

/** Hosts of closed roots that had a size while they were empty. */
const sized = new Set();

const attach = (mode, slotAssignment) => {
  const host = pick(all().filter((e) => e.matches(HOSTS) && e.isConnected && !shadows.some((root) => root.host === e) && (mode === 'open' || !e.firstChild)));
  if (!host) return 'none';
  if (mode === 'closed' && host.getBoundingClientRect().height) sized.add(host);
  const root = host.attachShadow({ mode, slotAssignment });
  root.innerHTML = shadowed();
  shadows.push(root);
  return `${label(host)} ${root.innerHTML.slice(0, 80)}`;
};

const slots = () => shadows.filter((root) => root.host.isConnected).flatMap((root) => [...root.querySelectorAll('slot')]);

steps.shadow = {
  open: () => attach('open', 'named'),
  closed: () => attach('closed', 'named'),
  manual: () => attach('open', 'manual'),
  declared() {
    const e = pick(all().filter((x) => x.matches('div,section,li,td') && !x.querySelector('iframe')));
    if (!e) return 'none';
    e.setHTMLUnsafe(`<div><template shadowrootmode=open>${shadowed()}</template>${word()}<b slot=s1>${word()}</b></div>`);
    if (e.firstChild.shadowRoot) shadows.push(e.firstChild.shadowRoot);
    return label(e);
  },
  slotted() {
    const root = pick(shadows);
    if (!root) return 'none';
    const e = pick([...root.host.children]);
    if (!e) root.host.append(fragment(`${word()}<b slot=s1>${word()}</b>`));
    else e.slot = pick(['', 's1', 's2']);
    return label(root.host);
  },
  assign() {
    const slot = pick(slots().filter((s) => s.getRootNode().slotAssignment === 'manual'));
    if (!slot) return 'none';
    slot.assign(...[...slot.getRootNode().host.childNodes].filter((n) => n.nodeType !== 8 && chance(2)));
    return String(slot.assignedNodes().length);
  },
  rename() {
    const slot = pick(slots());
    if (!slot) return 'none';
    slot.name = pick(['', 's1', 's2']);
    return slot.name;
  },
  fallback() {
    const slot = pick(slots());
    slot?.append(word());
    return String(Boolean(slot));
  },
  unslot() {
    const slot = pick(slots());
    slot?.remove();
    return String(Boolean(slot));
  },
  inside() {
    const root = pick(shadows);
    if (!root) return 'none';
    root.append(fragment(html()));
    return label(root.host);
  },
  anew() {
    const root = pick(shadows);
    if (!root) return 'none';
    root.innerHTML = shadowed();
    return label(root.host);
  },
  light() {
    const root = pick(shadows);
    if (!root) return 'none';
    pick([() => root.host.append(word()), () => root.host.replaceChildren(), () => root.host.firstChild?.remove(), () => root.host.prepend(fragment(html()))])();
    return label(root.host);
  },
  define() {
    const name = pick(['x-late', 'x-role', 'x-new']);
    if (customElements.get(name)) return 'known';
    const text = word(), role = pick(['button', 'checkbox', 'heading']), makes = random(3);
    customElements.define(name, class extends HTMLElement {
      constructor() {
        super();
        if (makes === 0) { this.internals = this.attachInternals(); this.internals.role = role; }
        if (makes > 0 && !this.shadowRoot && !shadows.some((root) => root.host === this)) {
          const root = this.attachShadow({ mode: makes === 1 ? 'open' : 'closed' });
          root.innerHTML = `<button>${text}</button><slot></slot>`;
          shadows.push(root);
        }
      }
    });
    return `${name} ${makes} ${role}`;
  },
  internals() {
    const e = pick(all().filter((x) => x.internals));
    if (!e) return 'none';
    pick([() => { e.internals.role = pick(['button', 'link', null]); }, () => { e.internals.ariaLabel = pick([null, word()]); }, () => e.internals.states.add('on')])();
    return label(e);
  },
};
