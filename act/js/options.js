function() {
  let el = this, at = -1;
  if (el.localName === 'label' && el.control) el = el.control;
  const asked = el.localName === 'option' ? el : null;
  if (asked) el = asked.closest('select') ?? asked;
  if (el.localName !== 'select') return {select: false, multiple: false, closed: false, disabled: false, options: [], owner: 0, at};
  const told = (text) => agent.clean([text])[0]; // a choice that is a secret of the page cannot be named
  const options = [...el.options];
  if (asked) at = options.indexOf(asked);
  return {
    select: true, multiple: el.multiple, closed: !el.multiple && el.size <= 1, disabled: lib.disabled(el), owner: agent.key(el), at,
    options: options.map(o => ({
      key: agent.key(o), label: told(o.label || o.text), value: told(o.value), selected: o.selected,
      disabled: o.disabled || (o.parentElement.localName === 'optgroup' && o.parentElement.disabled),
    })),
  };
}
