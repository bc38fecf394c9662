// Blink's own accessibility engine, called in-process: the command line utilities of DevTools.
// They exist only inside an evaluate with includeCommandLineAPI, so install hands them in.

export const blink = {
  /** The role; undefined when the node is not rendered, '' for roles that are not ARIA's. */
  role: null,
  /** The accessible name. */
  name: null,
  /** Whether the browser has no utilities, and unaided.js stands in for them. */
  isUnaided: false,
};
