// Text as the page shows it.

const SPACES = /[ \t\n\r\f]+/g;
const SPACES_IN_LINE = /[ \t\r\f]+/g;
const ONLY_SPACES = /^[ \t\n\r\f]*$/;

export const isBlank = (s) => ONLY_SPACES.test(s);

/** Collapses white space. */
export const collapse = (s) => s.replace(SPACES, ' ');

/** Collapses and trims white space, as HTML does for a text that stands alone. */
export const squeeze = (s) => s.replace(SPACES, ' ').trim();

const transforms = {
  uppercase: (s) => s.toUpperCase(),
  lowercase: (s) => s.toLowerCase(),
  capitalize: (s) => s.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (all, before, letter) => before + letter.toUpperCase()),
};

/** A text in the letters in which its style shows it. */
export const transformed = (text, { textTransform }) =>
  textTransform !== 'none' && transforms[textTransform] ? transforms[textTransform](text) : text;

// What collapsing changes: runs of spaces, and white space other than the space.
const COLLAPSIBLE = /[\t\n\r\f]| {2}/;

/** The data of a text node under the computed style of its parent; borders keep one space. */
export const shownText = (data, style) => {
  let text = data;
  if (COLLAPSIBLE.test(data)) {
    const space = style.whiteSpaceCollapse;
    if (space === 'collapse') text = text.replace(SPACES, ' ');
    else if (space === 'preserve-breaks') text = text.replace(SPACES_IN_LINE, ' ');
  }
  return transformed(text, style).toWellFormed();
};

const TOKEN = /"((?:[^"\\]|\\.)*)"|open-quote|close-quote|\/|[-\w]+\([^)]*\)|[-\w]+/gs;
const ESCAPE = /\\(?:([0-9a-fA-F]{1,6})\s?|(.))/gs;

const unescape = (s) =>
  s.replace(ESCAPE, (all, hex, char) => (hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : char));

const QUOTES = /"((?:[^"\\]|\\.)*)"/gs;

/** The opening and closing mark of a computed `quotes` at a depth, from 0. */
const quotesAt = (quotes, depth) => {
  if (quotes === 'none') return ['', ''];
  const marks = [...quotes.matchAll(QUOTES)].map(([, mark]) => unescape(mark));
  if (marks.length < 2) return depth ? ['‘', '’'] : ['“', '”'];
  const at = Math.min(depth * 2, marks.length - (marks.length % 2) - 2);
  return [marks[at], marks[at + 1]];
};

/**
 * The text of a computed `content`; what follows a slash is its alternative for readers. Counters
 * have no value that a script can read and are left out. depth is in how many quotes it stands.
 */
export const contentText = (content, quotes, depth) => {
  if (content === 'none' || content === 'normal') return '';
  let text = '';
  for (const [token, string] of content.matchAll(TOKEN)) {
    if (token === '/') text = '';
    else if (string !== undefined) text += unescape(string);
    else if (token === 'open-quote') text += quotesAt(quotes, depth)[0];
    else if (token === 'close-quote') text += quotesAt(quotes, depth)[1];
  }
  return text.toWellFormed();
};
