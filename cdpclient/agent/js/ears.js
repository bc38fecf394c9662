// Who listens for clicks, as the page's own world tells (ears.page.js).

import { ELEMENT, nodeType, queryAll } from './dom.js';
import { reader } from './wire.js';

let hearing = new Set();

/** Stands for an answer of the ears where the service found out without them, see overhear. */
const OVERHEARD = '-';

/** Whether somebody listens for clicks on the element itself. */
export const listensForClicks = (element) => hearing.has(element);

/**
 * Takes in what the ears heard. The answer counts elements by place, so roots must be those it was
 * made for, in order. Returns the elements that changed; null when the places do not fit any more.
 */
export const takeEars = (answer, roots) => {
  if (answer === OVERHEARD) return [];
  const read = reader(answer);
  const now = new Set();
  for (const root of roots) {
    const all = queryAll(root, '*');
    if (read() !== all.length) return null;
    let place = -1;
    for (let gap = read(); gap > 0; gap = read()) {
      place += gap;
      if (place >= all.length) return null;
      now.add(all[place]);
    }
  }
  return replace(now);
};

/** Takes in the nodes that listen for clicks; returns the elements that changed. */
export const overhear = (nodes) => replace(new Set(nodes.filter((node) => nodeType(node) === ELEMENT)));

const replace = (now) => {
  const changed = [...now].filter((element) => !hearing.has(element));
  for (const element of hearing) if (!now.has(element)) changed.push(element);
  hearing = now;
  return changed;
};
