function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  const f = {kind: '', type: '', readonly: false, disabled: lib.disabled(el), secret: lib.secret(el), value: '', form: '', shown: agent.key(el), staged: false};
  const forms = {date: '2026-11-30', time: '13:45', month: '2026-11', week: '2026-W48', 'datetime-local': '2026-11-30T13:45',
    color: '#1e90ff', range: 'a number'};
  if (el.localName === 'input') {
    f.type = el.type;
    f.value = el.value;
    f.form = forms[el.type] ?? '';
    f.kind = f.form ? 'native' : /^(checkbox|radio)$/.test(el.type) ? 'toggle' : el.type === 'file' ? 'file'
      : /^(button|hidden|image|reset|submit)$/.test(el.type) ? '' : 'text';
    if (f.kind === 'toggle' || f.kind === 'file') f.value = '';
    f.readonly = f.kind === 'text' || f.kind === 'native' ? el.readOnly : false;
  } else if (el.localName === 'textarea') {
    const stage = lib.stageOf(el);
    if (stage) [f.shown, f.staged] = [agent.key(stage), true];
    [f.kind, f.value, f.readonly] = stage ? ['rich', stage.innerText, el.readOnly] : ['text', el.value, el.readOnly];
  } else if (el.localName === 'select') {
    [f.kind, f.value] = ['select', el.value];
  } else if (el.isContentEditable || el.editContext) {
    const host = lib.editHost(el);
    const stage = lib.stageOf(host) ?? host;
    [f.shown, f.staged] = [agent.key(stage), stage !== host];
    [f.kind, f.value] = ['rich', stage.innerText];
    el = host;
  }
  if (f.kind && el.getAttribute('aria-readonly') === 'true') f.readonly = true;
  f.told = agent.clean([f.value])[0];
  return f;
}
