function(dx, dy) {
  const root = document.scrollingElement ?? document.documentElement;
  const path = lib.climb(this).filter(n => n !== document.documentElement && n !== document.body);
  if (this.localName === 'textarea') path.unshift(this);
  const rolls = (n) => {
    if (n === root) return true;
    const s = getComputedStyle(n), able = (v) => /auto|scroll|overlay/.test(v);
    return (dy !== 0 && able(s.overflowY) && n.scrollHeight > n.clientHeight) ||
      (dx !== 0 && able(s.overflowX) && n.scrollWidth > n.clientWidth);
  };
  let ended = false;
  for (const n of [...path.filter(rolls), root]) {
    const x = n.scrollLeft, y = n.scrollTop;
    n.scrollBy({left: dx, top: dy, behavior: 'instant'});
    if (n.scrollLeft !== x || n.scrollTop !== y) return {x: n.scrollLeft - x, y: n.scrollTop - y, found: true, ended: false};
    if (n.scrollHeight > n.clientHeight + 1 || n.scrollWidth > n.clientWidth + 1) ended = true;
    if (n !== root) return {x: 0, y: 0, found: true, ended: true};
  }
  return {x: 0, y: 0, found: false, ended};
}
