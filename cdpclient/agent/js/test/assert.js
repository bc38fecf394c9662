// What the tests of the modules use: they run in the browser, where there is no test framework.

const shown = (value) => JSON.stringify(value, (key, each) => (each === undefined ? 'undefined' : each));

const abridged = (value) => shown(value).slice(0, 500);

/** Fails when two values differ in what JSON says of them. */
export const equal = (got, want) => {
  if (shown(got) !== shown(want)) throw new Error(`got ${abridged(got)}, want ${abridged(want)}`);
};

/** An element from HTML, in the document. */
export const build = (html) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild;
};
