// Roles. Blink answers ARIA's terms, and '' where ARIA has none; those get the name of their tag.

import { closest, getAttribute } from './dom.js';

const BY_TAG = {
  summary: 'summary',
  label: 'label',
  legend: 'legend',
  figcaption: 'figcaption',
  iframe: 'iframe',
  frame: 'iframe',
  fencedframe: 'iframe',
  canvas: 'canvas',
  video: 'video',
  audio: 'audio',
  object: 'object',
  embed: 'embed',
  dl: 'list',
  math: 'math',
  svg: 'img',
};

const BY_INPUT_TYPE = {
  date: 'textbox',
  time: 'textbox',
  'datetime-local': 'textbox',
  month: 'textbox',
  week: 'textbox',
  color: 'color',
};

// For elements without a box of their own (display: contents) the utilities answer undefined.
const WITHOUT_BOX = {
  button: 'button',
  ul: 'list',
  ol: 'list',
  menu: 'list',
  dir: 'list',
  dl: 'list',
  dt: 'term',
  dfn: 'term',
  dd: 'definition',
  li: 'listitem',
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tfoot: 'rowgroup',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  nav: 'navigation',
  main: 'main',
  aside: 'complementary',
  article: 'article',
  search: 'search',
  form: 'form',
  output: 'status',
  dialog: 'dialog',
  p: 'paragraph',
  blockquote: 'blockquote',
  figure: 'figure',
  fieldset: 'group',
  details: 'group',
  address: 'group',
  hgroup: 'group',
  label: 'label',
  code: 'code',
  em: 'emphasis',
  strong: 'strong',
  mark: 'mark',
  del: 'deletion',
  s: 'deletion',
  ins: 'insertion',
  sub: 'subscript',
  sup: 'superscript',
};

/** The role as the service shows it, from Blink's answer. */
export const shownRole = (role, tag, type) => {
  switch (role) {
    case '':
      return (tag === 'input' ? BY_INPUT_TYPE[type] : BY_TAG[tag]) ?? '';
    case 'image':
      return 'img';
    case 'generic':
    case 'none':
    case 'presentation':
      return '';
    default:
      return role;
  }
};

const INPUT_WITHOUT_BOX = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', number: 'spinbutton', search: 'searchbox',
};

/** What the role of an element hangs on besides its tag (HTML-AAM 1.0). */
const LANDMARKS = { header: 'banner', footer: 'contentinfo' };
const SECTIONING = 'article,aside,main,nav,section';

/** Landmarks that are none without a name (ARIA 1.2, region and form). */
const NEEDS_NAME = new Set(['region', 'form']);

const isNamedByAttribute = (attributes) => [attributes['aria-label'], attributes['aria-labelledby'], attributes.title].some(Boolean);

/** The role of an element that has no box. */
export const roleWithoutBox = (element, tag, attributes, type) => {
  if (tag === 'input') return shownRole(attributes.role ?? INPUT_WITHOUT_BOX[type] ?? 'textbox', tag, type);
  const explicit = attributes.role?.trim().split(/\s+/)[0];
  if (explicit && !(NEEDS_NAME.has(explicit) && !isNamedByAttribute(attributes))) return shownRole(explicit, tag);
  if (tag === 'a') return attributes.href === undefined ? '' : 'link';
  if (tag === 'th' && /^row/i.test(getAttribute(element, 'scope') ?? '')) return 'rowheader';
  if (tag === 'section') return isNamedByAttribute(attributes) ? 'region' : '';
  if (LANDMARKS[tag]) return closest(element, SECTIONING) ? '' : LANDMARKS[tag];
  return WITHOUT_BOX[tag] ?? '';
};

/** Elements that are generic whatever stands around them, as long as they have no attributes. */
export const PLAIN = new Set(['div', 'span', 'b', 'i', 'u', 'small', 'kbd', 'var', 'samp', 'wbr', 'font', 'center']);

const FIXED = { p: 'paragraph', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', button: 'button' };

/** The role of a rendered element without a role attribute that no context can change; undefined for others. */
export const fixedRole = (tag, attributes, type) => {
  if (attributes.role !== undefined) return undefined;
  if (tag === 'a') return attributes.href === undefined ? undefined : 'link';
  if (tag === 'input') return type === 'checkbox' || type === 'radio' ? type : undefined;
  return FIXED[tag];
};

/** Elements that are never told. What is rendered as soon as a style sheet says so, such as a script, is not among them. */
export const NEVER = new Set([
  'template', 'title', 'param', 'source', 'track', 'noscript', 'defs', 'clippath', 'metadata', 'lineargradient', 'radialgradient', 'desc', 'rp',
]);

/** Elements whose content is theirs alone: nothing inside is shown, or it is one control. */
export const CLOSED = new Set([
  'textarea', 'input', 'video', 'audio', 'iframe', 'frame', 'embed', 'progress', 'meter', 'img', 'br', 'hr', 'wbr',
  'col', 'fencedframe',
]);

/** Roles that only have a name when an attribute gives one. */
const NAMED_BY_ATTRIBUTE = new Set([
  '', 'paragraph', 'row', 'rowgroup', 'list', 'listitem', 'strong', 'emphasis', 'code', 'mark', 'time', 'deletion',
  'insertion', 'subscript', 'superscript', 'blockquote', 'caption', 'banner', 'main', 'navigation', 'contentinfo',
  'complementary', 'article', 'region', 'status', 'alert', 'log', 'form', 'search', 'separator', 'label', 'legend',
  'figcaption', 'dialog', 'alertdialog', 'canvas', 'iframe', 'object', 'embed', 'grid', 'tablist', 'tabpanel', 'menu',
  'menubar', 'listbox', 'tree', 'treegrid', 'toolbar', 'radiogroup', 'feed', 'directory', 'document', 'application',
  'marquee', 'timer', 'note', 'math', 'term', 'definition', 'list', 'video', 'audio',
]);

/** Elements with names of their own, such as labels and alternatives, whatever role they are given. */
const NAMED_BY_TAG = new Set(['table', 'option', 'fieldset', 'figure', 'details', 'optgroup', 'svg', 'select', 'input', 'textarea', 'dfn', 'dt']);

/** The same, unless they have no role: a picture that is there for its looks alone is called nothing. */
const NAMED_IN_A_ROLE = new Set(['img', 'button', 'output', 'meter', 'progress']);

/** Whether an element may have a name without an attribute that gives it. */
export const mayHaveName = (role, tag) => NAMED_BY_TAG.has(tag) || (role !== '' && NAMED_IN_A_ROLE.has(tag)) || !NAMED_BY_ATTRIBUTE.has(role);

const NAMED_FROM_TEXT = { a: 'link', button: 'button', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', td: 'cell' };
const LENDING = new Set(['link', 'button', 'checkbox', 'radio', 'img']);

/** Whether an element is named by what is in it and nothing else. */
export const isNamedByContent = (tag, role, attributes) =>
  role !== '' && NAMED_FROM_TEXT[tag] === role && attributes['aria-label'] === undefined &&
  attributes['aria-labelledby'] === undefined && attributes.title === undefined && attributes.role === undefined && attributes.contenteditable === undefined;

/** Whether the name of an element is all there is to the name of a table cell around it. */
export const lendsName = (role) => LENDING.has(role);

/** Roles that can be acted on. */
export const ACTIONABLE = new Set([
  'button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider',
  'spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'tab', 'treeitem', 'gridcell', 'summary',
  'color', 'iframe', 'canvas', 'video', 'audio', 'scrollbar',
]);
