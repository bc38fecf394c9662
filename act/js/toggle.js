function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  const kinds = {checkbox: 'checkbox', switch: 'checkbox', menuitemcheckbox: 'checkbox', radio: 'radio', menuitemradio: 'radio'};
  const native = (n) => lib.own(n, 'localName') === 'input' && (n.type === 'checkbox' || n.type === 'radio');
  const role = (n) => kinds[lib.own(n, 'getAttribute')('role')];
  const able = (n) => native(n) || role(n) || lib.own(n, 'hasAttribute')('aria-checked') || (lib.own(n, 'localName') === 'button' && n.hasAttribute('aria-pressed'));
  if (!able(el)) {
    const inside = [...el.querySelectorAll('input, [role], [aria-checked]')].filter(able);
    if (inside.length === 1) el = inside[0];
    else el = lib.climb(el).slice(0, 4).find(able) ?? el;
  }
  if (!able(el)) return {kind: '', state: '', disabled: false, target: 0};
  const state = native(el) ? (el.indeterminate ? 'mixed' : String(el.checked))
    : el.getAttribute('aria-checked') ?? el.getAttribute('aria-pressed') ?? 'false';
  const shown = (n) => lib.boxes(n).length > 0;
  const label = el.labels && [...el.labels].find(shown);
  let target = el;
  if (label && (!shown(el) || getComputedStyle(el).pointerEvents === 'none' || getComputedStyle(el).opacity === '0' ||
      el.getBoundingClientRect().width <= 2)) target = label;
  return {kind: native(el) ? el.type : role(el) ?? 'checkbox', state, disabled: lib.disabled(el), target: agent.key(target)};
}
