// The list that list-*.jsx show: records with rows of equal shape, and what the buttons do to it.
// Rendering changes three lines that are far apart: the status above the list, row 100, and the counter below it.
// ?keyed=true in the address lets a row belong to its record, as frameworks advise.

const words = ['amber', 'basin', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbor', 'island', 'juniper'];

export const keyed = new URLSearchParams(location.search).get('keyed') === 'true';

export const start = {
  made: 0, // how often the list was made anew
  bumps: 0,
  records: Array.from({length: 200}, (_, i) => ({id: i + 1, text: `Item ${words[i % 10]} ${i + 1}`})),
};

const update = (s) => ({...s, bumps: s.bumps + 1, records: s.records.map((r) => r.id === 100 ? {...r, text: `${r.text.replace(/ \(.*/, '')} (updated ${s.bumps + 1})`} : r)});

/** The buttons above the list: each makes a new state of an old one. */
export const above = {
  'Render again': update,
  'Make anew': (s) => ({...update(s), made: s.made + 1}),
};

/** And those below it. */
export const below = {
  'Remove the first': (s) => ({...s, records: s.records.slice(1)}),
  'Turn around': (s) => ({...s, records: s.records.toReversed()}),
  'Make anew, turned around without the last': (s) => ({...s, made: s.made + 1, records: s.records.toReversed().slice(1)}),
};
