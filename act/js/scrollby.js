function(dx, dy) {
  const root = document.scrollingElement ?? document.documentElement;
  const able = (overflow) => /auto|scroll|overlay/.test(overflow);
  const rolls = (n) => {
    if (n === root || n === document.documentElement || n === document.body) return false;
    const s = getComputedStyle(n);
    return (dy !== 0 && able(s.overflowY) && n.scrollHeight > n.clientHeight) ||
      (dx !== 0 && able(s.overflowX) && n.scrollWidth > n.clientWidth);
  };
  const move = (n) => {
    const x = n.scrollLeft, y = n.scrollTop;
    n.scrollBy({left: dx, top: dy, behavior: 'instant'});
    return {x: n.scrollLeft - x, y: n.scrollTop - y, ended: n.scrollHeight > n.clientHeight + 1 || n.scrollWidth > n.clientWidth + 1};
  };
  const moved = (m) => m.x !== 0 || m.y !== 0;

  if (this !== document.documentElement) {
    const nearest = lib.climb(this).find(rolls);
    return move(nearest ?? root);
  }
  // The page as a whole: the document, or else what fills the middle of the viewport.
  const page = move(root);
  if (moved(page)) return page;
  const middle = lib.deepest(this, innerWidth / 2, innerHeight / 2);
  const area = middle && lib.climb(middle).find(rolls);
  if (!area) return page;
  const inner = move(area);
  return {...inner, ended: inner.ended || page.ended};
}
