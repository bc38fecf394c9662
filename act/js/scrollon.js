async function(dx, dy, most) {
  const area = this === document.documentElement ? document.scrollingElement ?? this : this;
  const read = (name) => lib.own(area, name);
  if (most) dy = Math.max(20, Math.floor(read('clientHeight') * .8));
  const x = read('scrollLeft'), y = read('scrollTop');
  if (dx !== 0 || dy !== 0) await lib.roll(area, dx, dy);
  return {
    x: read('scrollLeft') - x, y: read('scrollTop') - y, dy,
    scrolls: read('scrollHeight') > read('clientHeight') + 1 || read('scrollWidth') > read('clientWidth') + 1,
  };
}
