function() {
  const file = (n) => n && n.localName === 'input' && n.type === 'file';
  let el = this;
  if (!file(el)) {
    const label = el.closest('label');
    const inside = [...el.querySelectorAll('input[type=file]')];
    el = label && file(label.control) ? label.control : inside.length === 1 ? inside[0] : null;
  }
  if (!el) return {key: 0, multiple: false, disabled: false, files: 0};
  return {key: agent.key(el), multiple: el.multiple || el.webkitdirectory, disabled: lib.disabled(el), files: el.files.length};
}
