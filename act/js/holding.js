function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  const h = {editable: false, readonly: false, disabled: lib.disabled(el), secret: lib.secret(el), value: '', start: -1, end: -1};
  const typed = el.localName === 'textarea' || (el.localName === 'input' &&
    !/^(button|checkbox|color|file|hidden|image|radio|range|reset|submit|date|datetime-local|month|time|week)$/.test(el.type));
  if (typed) {
    h.editable = true;
    h.readonly = el.readOnly || el.getAttribute('aria-readonly') === 'true';
    const stage = lib.stageOf(el);
    h.value = stage ? stage.innerText : el.value;
    if (!stage && el.selectionStart !== null) [h.start, h.end] = [el.selectionStart, el.selectionEnd];
  } else if (el.isContentEditable || el.editContext) {
    const host = lib.editHost(el);
    h.editable = true;
    h.value = (lib.stageOf(host) ?? host).innerText;
  }
  h.told = agent.clean([h.value])[0];
  return h;
}
