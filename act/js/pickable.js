function(place) {
  const none = {from: -1, to: -1, count: 0};
  // A list that the page itself styles is part of the page, and has keys of its own.
  if (this.multiple || this.size > 1 || getComputedStyle(this).appearance === 'base-select') return none;
  const shown = (n) => getComputedStyle(n).display !== 'none';
  const group = (o) => (o.parentElement.localName === 'optgroup' ? o.parentElement : null);
  const list = [...this.options].filter(o => !o.disabled && shown(o) && !(group(o) && (group(o).disabled || !shown(group(o)))));
  this.focus({preventScroll: true});
  if (this.getRootNode().activeElement !== this) return none;
  return {from: list.indexOf(this.options[this.selectedIndex]), to: list.indexOf(this.options[place]), count: list.length};
}
