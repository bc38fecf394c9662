// Who listens for clicks, as the page's own world tells (ears.page.js).

import { queryAll } from './dom.js';
import { reader } from './wire.js';

let hearing = new Set();

/** What the ears answer in a browser in which they hear nothing. */
const DEAF = '-';

/** Whether somebody listens for clicks on the element itself. */
export const listensForClicks = (element) => hearing.has(element);

/**
 * Takes in what the ears heard. The answer counts elements by place, so roots must be those it was
 * made for, in order. Returns the elements that changed; null when the places do not fit any more.
 */
export const takeEars = (answer, roots) => {
  if (answer === DEAF) return [];
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
  const changed = [...now].filter((element) => !hearing.has(element));
  for (const element of hearing) if (!now.has(element)) changed.push(element);
  hearing = now;
  return changed;
};
