// Which elements a style sheet may tell apart although they look the same: what styles.js needs to know.

const PARENS = /\([^()]*\)/g;
const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const BRACKETS = /\[[^\]]*\]/g;
const LAST_COMPOUND = /[^\s>+~]*$/;
const ID = /#([-\w]+)/g;
const CLASS = /\.((?:[-\w\u0080-\uffff]|\\[^0-9a-f])+)/i;
const TAG = /^[a-z][a-z0-9]*/i;
/** Escapes that may hold a space, or that hide what a selector is taken apart by. */
const HARD_ESCAPE = /\\[0-9a-f[\]()"',\s>+~#]/i;

const ODD_ID = /#(?:[-\w]*[^-\w\s>+~.:,[\]()*]|[^-\w])/;

/** Leaves of a selector what stands outside of brackets, parentheses and strings. */
const outer = (selector) => {
  let rest = selector.replace(STRINGS, '').replace(BRACKETS, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(PARENS, '');
  }
  return rest;
};

/** Sharing gathers what the selectors of the sheets of one root look at. */
export class Sharing {
  /** Whether anything can be told at all. */
  isPossible = true;
  /** Whether selectors look at the states of controls. */
  isStateful = false;
  /** Ids, classes and tags, in lower case, of elements that are not to share their style. */
  ids = new Set();
  classes = new Set();
  tags = new Set();

  /** No style is shared: something cannot be read, or depends on more than can be told. */
  refuse() {
    this.isPossible = false;
  }

  /**
   * Takes in the selector list of a rule. isLocal says whether it looks at siblings or children, so
   * that equal elements may differ.
   */
  add(selector, isLocal, isStateful) {
    this.isStateful ||= isStateful;
    if (ODD_ID.test(selector) || (isLocal && HARD_ESCAPE.test(selector))) this.refuse();
    for (const [, id] of selector.matchAll(ID)) this.ids.add(id.toLowerCase());
    if (isLocal) for (const each of outer(selector).split(',')) this.#subject(each.trim());
  }

  /** Notes whom a selector means: by id, class or tag, whichever is there. */
  #subject(selector) {
    const [compound] = LAST_COMPOUND.exec(selector);
    if (/#[-\w]/.test(compound)) return; // an id is never shared
    const [, name] = CLASS.exec(compound) ?? [];
    const [tag] = TAG.exec(compound) ?? [];
    if (name) this.classes.add(name.replaceAll('\\', '').toLowerCase());
    else if (tag) this.tags.add(tag.toLowerCase());
    else this.refuse();
  }
}
