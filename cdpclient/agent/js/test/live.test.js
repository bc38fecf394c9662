import { Live } from '../live.js';
import { equal } from './assert.js';

const records = (n) => Array.from({ length: n }, (each, i) => ({ key: i + 1, place: -1 }));

const filled = (all) => {
  const live = new Live();
  for (const each of all) live.add(each);
  return live;
};

const keys = (live) => [...live].map(({ key }) => key);

export const tests = {
  'records are met in the order in which they came': () => {
    const all = records(5);
    const live = filled(all);
    live.delete(all[1]);
    live.add(all[1]);
    equal(keys(live), [1, 3, 4, 5, 2]);
    equal(live.size, 5);
  },
  'a record is found by its key while it is there': () => {
    const all = records(3);
    const live = filled(all);
    equal(live.get(2) === all[1], true);
    live.delete(all[1]);
    equal(live.get(2), undefined);
    live.add(all[1]);
    equal(live.get(2) === all[1], true);
  },
  'places of records that are gone do not gather': () => {
    const all = records(10000);
    const live = filled(all);
    for (const each of all.slice(10)) live.delete(each);
    equal(keys(live), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (let i = 0; i < 10000; i++) {
      live.delete(all[0]);
      live.add(all[0]);
    }
    equal(live.size, 10);
    equal(all[0].place < 1000, true);
  },
  'whoever goes through them meets all that stay, whatever comes and goes meanwhile': () => {
    const all = records(3000);
    const live = filled(all);
    const met = new Set();
    let at = 0;
    for (const each of live) {
      met.add(each);
      if (++at > 100 && at < 2500 && each !== all[2990] && each.key % 2) live.delete(each);
      if (at === 1000) for (const other of all.slice(1200, 2900)) if (other.place >= 0) live.delete(other);
    }
    equal([...live].filter((each) => !met.has(each)).length, 0);
    equal(met.has(all[2990]), true);
  },
  'all can be taken out while they are gone through': () => {
    const live = filled(records(5000));
    for (const each of live) live.delete(each);
    equal([live.size, keys(live)], [0, []]);
  },
};
