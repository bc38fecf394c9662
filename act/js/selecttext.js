function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  if (el.isContentEditable) {
    const host = lib.editHost(el);
    host.focus({preventScroll: true});
    if (!host.isConnected) return null;
    const selection = host.ownerDocument.getSelection();
    if (!selection.anchorNode || !host.contains(selection.anchorNode)) selection.selectAllChildren(host);
    return host.getRootNode().activeElement === host || host.ownerDocument.activeElement === host;
  }
  el.focus({preventScroll: true});
  if (!el.isConnected) return null;
  if (el.select && !lib.stageOf(el)) el.select();
  return el.getRootNode().activeElement === el;
}
