function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  const told = (text) => agent.clean([text.replace(/\s+/g, ' ').trim()])[0];
  const get = (n, name) => lib.own(n, 'getAttribute')(name);
  const role = (n) => (get(n, 'role') ?? '').trim().split(/\s+/)[0];
  const shown = (n) => lib.own(n, 'checkVisibility')({visibilityProperty: true});
  const named = (n, attribute) => (get(n, attribute) ?? '').split(/\s+/).filter(Boolean)
    .map(id => lib.own(n, 'getRootNode')().getElementById?.(id) ?? document.getElementById(id)).filter(Boolean);
  const listIn = (n) => (role(n) === 'listbox' ? n : lib.within(n, '[role=listbox]')[0]);
  // A list that the element does not name is its own when it is open and there is no other one.
  const only = () => {
    const all = get(el, 'aria-expanded') === 'true' ? [...document.querySelectorAll('[role=listbox]')].filter(shown) : [];
    return all.length === 1 ? all[0] : undefined;
  };
  const isList = role(el) === 'listbox';
  const opens = !isList && (role(el) === 'combobox' || get(el, 'aria-haspopup') === 'listbox');
  if (!isList && !opens) return {kind: '', options: []};
  const byName = [...named(el, 'aria-controls'), ...named(el, 'aria-owns')].map(listIn).find(Boolean);
  const list = isList ? el : byName ?? listIn(el) ?? only();
  const all = list ? [...lib.within(list, '[role=option]'), ...named(list, 'aria-owns').filter(n => role(n) === 'option')] : [];
  const on = (o) => get(o, 'aria-selected') === 'true' || get(o, 'aria-checked') === 'true';
  return {
    kind: isList ? 'list' : 'popup', shown: !!list && shown(list), multiple: !!list && get(list, 'aria-multiselectable') === 'true',
    marked: all.some(o => o.hasAttribute('aria-selected') || o.hasAttribute('aria-checked')),
    says: told(/^(input|textarea)$/.test(el.localName) ? el.value : lib.own(el, 'innerText') ?? ''),
    options: all.filter(o => !shown(list) || shown(o)).map(o => ({
      key: agent.key(o), label: told(get(o, 'aria-label')?.trim() || (lib.own(o, 'innerText') ?? '')), value: '', selected: on(o), disabled: get(o, 'aria-disabled') === 'true',
    })),
  };
}
