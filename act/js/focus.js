function() {
  let el = this;
  if (el.localName === 'label' && el.control) el = el.control;
  el.focus({preventScroll: true});
  if (!el.isConnected) return null;
  for (let active = el.ownerDocument.activeElement; active; active = active.shadowRoot && active.shadowRoot.activeElement) {
    if (active === el || el.contains(active) || (active.isContentEditable && active.contains(el))) return true;
  }
  const root = el.getRootNode();
  return root.activeElement === el || (root.activeElement !== null && el.contains(root.activeElement));
}
