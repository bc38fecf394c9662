// What an element lets be seen of its box and of all that is in it: clip-path and clip (CSS Masking 1).

/** A box by its edges; null stands for no limit. */
export const intersect = (a, b) => {
  if (!a) return b;
  if (!b) return a;
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
};

const LENGTH = /^(-?[\d.]+)(px|%)$/;

/** A computed length in pixels, where percentages are of whole; NaN where it cannot be told. */
const pixels = (text, whole) => {
  const [, number, unit] = LENGTH.exec(text) ?? [];
  return unit === '%' ? (number * whole) / 100 : Number(number);
};

const inset = (args, box) => {
  const sides = args.split(' round ')[0].split(' ');
  const [top, right = top, bottom = top, left = right] = sides;
  const [wide, tall] = [box.right - box.left, box.bottom - box.top];
  return {
    left: box.left + pixels(left, wide),
    top: box.top + pixels(top, tall),
    right: box.right - pixels(right, wide),
    bottom: box.bottom - pixels(bottom, tall),
  };
};

/** Nothing where a circle or ellipse has no radius; else the whole box, which is more than they leave. */
const round = (args, { left, top, right, bottom }) => ({ left, top, right: pixels(args.split(' ')[0], 1) === 0 ? left : right, bottom });

const polygon = (args, box) => {
  const points = args.replace(/^(?:nonzero|evenodd), /, '').split(', ').map((point) => point.split(' '));
  const x = points.map(([each]) => box.left + pixels(each, box.right - box.left));
  const y = points.map(([, each]) => box.top + pixels(each, box.bottom - box.top));
  return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) };
};

const SHAPES = { inset, circle: round, ellipse: round, polygon };
const SHAPE = /^(\w+)\((.*)\)$/;

const pathOf = ({ clipPath }, box) => {
  if (clipPath === 'none') return null;
  const [, shape, args] = SHAPE.exec(clipPath) ?? [];
  return SHAPES[shape]?.(args, box) ?? null;
};

const RECT = /^rect\((\S+), (\S+), (\S+), (\S+)\)$/;

const rectOf = ({ clip, position }, box) => {
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return null;
  const [, top, right, bottom, left] = RECT.exec(clip) ?? [];
  const edge = (from, offset, otherwise) => (offset === 'auto' ? otherwise : from + pixels(offset, 0));
  return {
    left: edge(box.left, left, box.left),
    top: edge(box.top, top, box.top),
    right: edge(box.left, right, box.right),
    bottom: edge(box.top, bottom, box.bottom),
  };
};

/** The box that an element with a style and this border box is clipped to, with all in it; null when it is not. */
export const clippedTo = (style, box) => {
  if (style.clipPath === 'none' && style.clip === 'auto') return null;
  return intersect(pathOf(style, box), rectOf(style, box));
};
