async function(width, height, scale, touch) {
  const see = () => ({
    width: innerWidth, height: innerHeight, scale: devicePixelRatio, touch: navigator.maxTouchPoints > 0,
    dark: matchMedia('(prefers-color-scheme: dark)').matches, still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  // The size comes to the page with one of its next frames.
  for (const end = performance.now() + 500; performance.now() < end; await lib.frameTick()) {
    const now = see();
    if (now.width === width && now.height === height && Math.abs(now.scale - scale) < .01 && now.touch === touch) break;
  }
  return see();
}
