function(area) {
  const el = this.nodeType === Node.ELEMENT_NODE ? this : this.parentElement;
  const within = area === 0 ? null : agent.node(area);
  if (!el || (within && within !== document.documentElement && !lib.climb(el).includes(within))) return false;
  const boxes = () => {
    if (this.nodeType === Node.ELEMENT_NODE) return lib.boxes(el);
    const range = document.createRange();
    range.selectNodeContents(this);
    return [...range.getClientRects()].filter(r => r.width > 0 && r.height > 0);
  };
  const seen = () => boxes().some(box => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (const n of lib.climb(el)) {
      if (n === document.documentElement || n === document.body || getComputedStyle(n).overflow === 'visible') continue;
      const clip = lib.own(n, 'getBoundingClientRect')();
      [left, top, right, bottom] = [Math.max(left, clip.left), Math.max(top, clip.top), Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return Math.min(right, innerWidth) - Math.max(left, 0) > 0 && Math.min(bottom, innerHeight) - Math.max(top, 0) > 0;
  });
  if (seen()) return true;
  if (!boxes().length) return false;
  lib.own(el, 'scrollIntoView')({block: 'center', inline: 'nearest', behavior: 'instant'});
  return seen();
}
