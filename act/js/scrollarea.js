function(dx, dy) {
  const root = document.scrollingElement ?? document.documentElement;
  const able = (overflow) => /auto|scroll|overlay/.test(overflow);
  const tall = (n) => dy !== 0 && lib.own(n, 'scrollHeight') > lib.own(n, 'clientHeight') + 1;
  const wide = (n) => dx !== 0 && lib.own(n, 'scrollWidth') > lib.own(n, 'clientWidth') + 1;
  const rolls = (n) => {
    if (n === root || n === document.documentElement || n === document.body) return false;
    const s = getComputedStyle(n);
    return (able(s.overflowY) && tall(n)) || (able(s.overflowX) && wide(n));
  };
  if (this !== document.documentElement) return agent.key(lib.climb(this).find(rolls) ?? document.documentElement);
  if (tall(root) || wide(root)) return agent.key(this);
  // The page as a whole: the document, or else what fills the middle of the viewport.
  const middle = lib.deepest(this, innerWidth / 2, innerHeight / 2);
  return agent.key((middle && lib.climb(middle).find(rolls)) ?? this);
}
