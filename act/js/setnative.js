function(text, try_) {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  if (text !== '') {
    const probe = document.createElement('input');
    probe.type = el.type;
    if (el.type === 'range') return !try_ ? set() : text.trim() !== '' && Number.isFinite(Number(text));
    probe.value = text;
    if (probe.value.toLowerCase() !== text.toLowerCase()) return false;
  }
  return try_ || set();

  function set() {
    el.focus({preventScroll: true});
    el.value = text;
    el.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
    el.dispatchEvent(new Event('change', {bubbles: true}));
    return true;
  }
}
