import { Sharing } from '../sharing.js';
import { equal } from './assert.js';

const gathered = (...rules) => {
  const sharing = new Sharing();
  for (const [selector, isLocal = false, isStateful = false] of rules) sharing.add(selector, isLocal, isStateful);
  const { isPossible, isStateful, ids, classes, tags } = sharing;
  return { isPossible, isStateful, ids: [...ids], classes: [...classes], tags: [...tags] };
};

const nothing = { isPossible: true, isStateful: false, ids: [], classes: [], tags: [] };

export const tests = {
  'classes and attributes tell nobody apart who has the same': () => {
    equal(gathered(['.a > .b'], ['p[title]']), nothing);
  },
  'an id is told apart wherever it stands': () => {
    equal(gathered(['#Main .a']).ids, ['main']);
  },
  'of a selector that looks at siblings its subject is told apart': () => {
    equal(gathered(['.a + .b', true]), { ...nothing, classes: ['b'] });
    equal(gathered(['li:first-child', true]), { ...nothing, tags: ['li'] });
    equal(gathered(['ul > li:nth-child(2n) .x, p + div', true]), { ...nothing, classes: ['x'], tags: ['div'] });
  },
  'a comma in brackets or parentheses does not end a selector': () => {
    equal(gathered(['[title="a,b"] + p', true]), { ...nothing, tags: ['p'] });
    equal(gathered([':is(.a, .b) + p', true]), { ...nothing, tags: ['p'] });
  },
  'a selector without a subject that could be told refuses all sharing': () => {
    equal(gathered(['p + *', true]).isPossible, false);
    equal(gathered([':first-child', true]).isPossible, false);
  },
  'so does an escape that may hide what is told apart': () => {
    equal(gathered(['.\\31 b + p', true]).isPossible, false);
    equal(gathered(['.sm\\:b + .md\\:c', true]), { ...nothing, classes: ['md:c'] });
  },
};
