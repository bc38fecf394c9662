async function(dx, dy) {
  const root = document.scrollingElement ?? document.documentElement;
  const able = (overflow) => /auto|scroll|overlay/.test(overflow);
  const rolls = (n) => {
    if (n === root || n === document.documentElement || n === document.body) return false;
    const s = getComputedStyle(n);
    return (dy !== 0 && able(s.overflowY) && lib.own(n, 'scrollHeight') > lib.own(n, 'clientHeight')) ||
      (dx !== 0 && able(s.overflowX) && lib.own(n, 'scrollWidth') > lib.own(n, 'clientWidth'));
  };
  const move = async (n) => {
    const read = (name) => lib.own(n, name);
    const x = read('scrollLeft'), y = read('scrollTop');
    await lib.roll(n, dx, dy);
    const last = (at, size, all, d) => d > 0 ? at + size >= all - 1 : at <= 0;
    return {x: read('scrollLeft') - x, y: read('scrollTop') - y,
      last: (dy === 0 || last(read('scrollTop'), read('clientHeight'), read('scrollHeight'), dy)) &&
        (dx === 0 || last(read('scrollLeft'), read('clientWidth'), read('scrollWidth'), dx)),
      ended: read('scrollHeight') > read('clientHeight') + 1 || read('scrollWidth') > read('clientWidth') + 1};
  };
  const moved = (m) => m.x !== 0 || m.y !== 0;

  if (this !== document.documentElement) {
    const nearest = lib.climb(this).find(rolls);
    return move(nearest ?? root);
  }
  // The page as a whole: the document, or else what fills the middle of the viewport.
  const page = await move(root);
  if (moved(page)) return page;
  const middle = lib.deepest(this, innerWidth / 2, innerHeight / 2);
  const area = middle && lib.climb(middle).find(rolls);
  if (!area) return page;
  const inner = await move(area);
  return {...inner, ended: inner.ended || page.ended};
}
