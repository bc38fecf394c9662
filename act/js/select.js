function(places) {
  const chosen = new Set(places);
  const before = [...this.options].map(o => o.selected);
  this.focus({preventScroll: true});
  [...this.options].forEach((o, i) => {
    if (this.multiple) o.selected = chosen.has(i);
    else if (chosen.has(i)) this.selectedIndex = i;
  });
  if ([...this.options].every((o, i) => o.selected === before[i])) return;
  this.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  this.dispatchEvent(new Event('change', {bubbles: true}));
}
