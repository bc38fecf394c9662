// What an element may be inside that changes how it is rendered.

export const IN_PAGE = 0;
export const IN_CANVAS = 1; // it stands for the canvas
export const IN_DRAWING = 2; // where only what can be drawn is rendered

/** What the children of an element are inside. */
export const regionIn = (tag, region) => {
  if (tag === 'canvas') return IN_CANVAS;
  if (tag === 'svg') return region === IN_CANVAS ? region : IN_DRAWING;
  return tag === 'foreignobject' && region === IN_DRAWING ? IN_PAGE : region;
};
