// The wire: one string of printable ASCII and page text. A number is written in groups of five
// bits, low ones first, with one alphabet for the last group and one for those before, so it
// needs no separator. A string is its length in UTF-16 units and itself. Nothing is escaped, and
// nothing but page text needs escaping in JSON.

const LAST = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const MORE = "abcdefghijklmnopqrstuvwxyz!#$%&'";

/** A whole number from 0 on. */
export const number = (n) => {
  if (n < 32) return LAST[n];
  let s = '';
  let rest = n;
  while (rest >= 32) {
    s += MORE[rest & 31];
    rest = Math.floor(rest / 32);
  }
  return s + LAST[rest];
};

/** A whole number that may be negative. */
export const signed = (n) => number(n < 0 ? -n * 2 - 1 : n * 2);

export const string = (s) => number(s.length) + s;

const range = ([min, max]) => string(min) + string(max);
const extents = (four) => four.map(number).join('');

// The fields of tree.Attrs in the order of their bits.
const FIELDS = [
  ['value', string],
  ['checked', number],
  ['pressed', number],
  ['selected', number],
  ['expanded', number],
  ['level', number],
  ['invalid', string],
  ['hasPopup', string],
  ['current', string],
  ['placeholder', string],
  ['description', string],
  ['url', string],
  ['range', range],
  ['orientation', string],
  ['validation', string],
  ['scroll', extents],
  ['inputType', string],
];

const isEmpty = (attrs) => {
  for (const name in attrs) if (attrs[name] !== undefined) return false;
  return true;
};

/** The properties of an element that has some, as one string; '' when there are none. */
export const encodeAttrs = (attrs) => {
  if (isEmpty(attrs)) return '';
  let mask = 0;
  let body = '';
  for (let i = 0; i < FIELDS.length; i++) {
    const value = attrs[FIELDS[i][0]];
    if (value === undefined) continue;
    mask |= 1 << i;
    body += FIELDS[i][1](value);
  }
  return mask ? number(mask) + body : '';
};

// The bits of a form.
const HAS_NAME = 1;
const HAS_ATTRS = 2;
const HAS_KIDS = 4;
const NAME_OF_TEXT = 8; // the name is the text of the only child, trimmed

const NEW_FORM = 0;
const REFERENCE = 1;
const FIRST_FORM = 2;

const BORDERS = /^ +| +$/g;

const isNameOf = (text, name) => text === name || text.replace(BORDERS, '') === name;

/**
 * Writer encodes the answers to one reader. It keeps the dictionary of forms: each combination of
 * tag, role, flags and what follows is spelled out once.
 */
export class Writer {
  #forms = new Map(); // tag → role → flags and bits → number
  #count = 0;
  #last = 0;

  /** Forgets the dictionary: the next answer is the whole state. */
  reset() {
    this.#forms.clear();
    this.#count = 0;
  }

  /** To be called at the beginning of each answer. */
  begin() {
    this.#last = 0;
  }

  #key(key) {
    const delta = signed(key - this.#last - 1);
    this.#last = key;
    return delta;
  }

  #form({ tag, role, flags }, bits) {
    let roles = this.#forms.get(tag);
    if (roles === undefined) this.#forms.set(tag, (roles = new Map()));
    let forms = roles.get(role);
    if (forms === undefined) roles.set(role, (forms = new Map()));
    const id = flags * 16 + bits;
    const known = forms.get(id);
    if (known !== undefined) return known;
    forms.set(id, number(this.#count + FIRST_FORM));
    this.#count++;
    return number(NEW_FORM) + string(tag) + string(role) + number(flags) + number(bits);
  }

  #line(record, bits) {
    let name = '';
    if (bits & HAS_NAME) name = string(record.name);
    return this.#form(record, bits) + name + (bits & HAS_ATTRS ? record.attrs : '');
  }

  static #bits(record) {
    return (record.name ? HAS_NAME : 0) | (record.attrs ? HAS_ATTRS : 0);
  }

  /** A record alone, with its key. */
  line(record) {
    return this.#key(record.key) + this.#line(record, Writer.#bits(record));
  }

  key(record) {
    return this.#key(record.key);
  }

  /** A reference to a record the reader has. */
  reference(record) {
    return this.#key(record.key) + number(REFERENCE);
  }

  /** The whole state: how many records there are, and they. */
  whole(root) {
    const lines = this.#lines(root, () => false);
    return number(lines.length) + lines.join('');
  }

  /** A subtree; isKnown says which records the reader has already. */
  subtree(root, isKnown) {
    return this.#lines(root, isKnown).join('');
  }

  #lines(root, isKnown) {
    const out = [];
    const stack = [root];
    while (stack.length) {
      const record = stack.pop();
      if (isKnown(record)) {
        out.push(this.reference(record));
        continue;
      }
      const kids = record.kids;
      let bits = Writer.#bits(record);
      if (kids.length) bits |= HAS_KIDS;
      if (bits & HAS_NAME && kids.length === 1) {
        const kid = kids[0];
        if (kid.tag === '#text' && !isKnown(kid) && isNameOf(kid.name, record.name)) bits = (bits & ~HAS_NAME) | NAME_OF_TEXT;
      }
      out.push(this.#key(record.key) + this.#line(record, bits) + (kids.length ? number(kids.length) : ''));
      for (let i = kids.length - 1; i >= 0; i--) stack.push(kids[i]);
    }
    return out;
  }
}

/** A function that reads the numbers of a string, one a call; 0 at the end. */
export const reader = (s) => {
  let at = 0;
  return () => {
    let n = 0;
    for (let factor = 1; at < s.length; factor *= 32) {
      const char = s[at++];
      const last = LAST.indexOf(char);
      if (last >= 0) return n + last * factor;
      n += MORE.indexOf(char) * factor;
    }
    return n;
  };
};
