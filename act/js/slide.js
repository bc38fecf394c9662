function(text) {
  const el = this.localName === 'label' && this.control ? this.control : this;
  const steps = [['Home', 'minimum'], ['End', 'maximum'], ['ArrowRight', 1], ['ArrowLeft', -1]];
  if (el.type !== 'range' || getComputedStyle(el).direction === 'rtl' || !/^horizontal/.test(getComputedStyle(el).writingMode)) return '';
  // A range element of its own says where a key would lead, without the page seeing anything.
  for (const [key, move] of steps) {
    const probe = el.cloneNode();
    probe.value = el.value;
    if (move === 'minimum') probe.value = '-1e300';
    else if (move === 'maximum') probe.value = '1e300';
    else if (el.step === 'any') continue;
    else probe.stepUp(move);
    if (probe.value !== el.value && Number(probe.value) === Number(text)) {
      el.focus({preventScroll: true});
      return el.getRootNode().activeElement === el ? key : '';
    }
  }
  return '';
}
