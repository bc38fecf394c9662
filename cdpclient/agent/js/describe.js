// What a record says about one node, without its children.

import { isActive } from './active.js';
import { blink } from './blink.js';
import { listensForClicks } from './ears.js';
import {
  closest, ELEMENT, firstElementChild, flatParent, getAttribute, includes, isEditable, labellingElements, localName, matches, nodeType, parentNode, shadowOf,
  summaryOf,
} from './dom.js';
import {
  ACTIVE, BLOCK, CURSOR_POINTER, DRAGGABLE, EDIT_HOST, FOCUSABLE, FOCUSED, FRAME, HIDDEN, LISTENER, NO_POINTER, OFFSCREEN, SHADOW_HOST,
} from './flags.js';
import { IN_VIEW, isRoot, isScroller, noteCell, noteRow, NOWHERE, scrollExtents, viewOf } from './geometry.js';
import { isPlain, namesOf, NO_ATTRIBUTES, readAttributes } from './attributes.js';
import { mayBeLabelled } from './labels.js';
import { topmost } from './modal.js';
import { contentOf, namedByChild, OWN_SUMMARY, referred, textOf } from './referred.js';
import { IN_CANVAS, IN_PAGE } from './regions.js';
import { ACTIONABLE, CLOSED, fixedRole, isNamedByContent, mayHaveName, NEVER, PLAIN, roleWithoutBox, shownRole } from './roles.js';
import { nameWithoutSecrets } from './secrets.js';
import { descriptionOf, isStateful, readStates } from './states.js';
import { beginStyles, styleOf } from './styles.js';
import { collapse, isBlank, squeeze } from './text.js';
import { encodeAttrs } from './wire.js';

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);
const EDITABLE = new Set(['', 'true', 'plaintext-only']);
const NAMED_FROM_CONTENT = new Set([
  'button', 'link', 'heading', 'cell', 'gridcell', 'columnheader', 'rowheader', 'option', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'checkbox', 'radio', 'switch', 'treeitem', 'summary',
]);

/** Roles that are not to be named (ARIA 1.2, 5.2.8.6), where a title is a description. */
const PROHIBITED = new Set([
  '', 'paragraph', 'definition', 'term', 'caption', 'code', 'deletion', 'emphasis', 'insertion', 'mark', 'strong', 'subscript', 'superscript',
]);

/** Facts about the document as a whole that one pass reads once. */
export const context = {
  /** The innermost open modal dialog; what is outside it is inert. */
  modal: null,
  /** The focused element, or null. */
  focused: null,
  /** Whether some element has aria-disabled=true. */
  sawAriaDisabled: false,
  /** The roles of plain rows and cells, see roleKeeper; kept for one pass. */
  cells: new Map(),
  /** The child frame's elements are focused only while the frame is. */
  isTop: window.parent === window,
};

/** What isRemoved says of an element by itself, as a selector. */
const REMOVED = '[inert],[aria-hidden=true]:not(html,body)';

/** Whether an element is inert by itself, as those of HTML alone can be: others do not know the property. */
const isInert = (element) => element.inert !== undefined;

const isRemoved = (element, tag, attributes) => {
  if (attributes.inert !== undefined && isInert(element)) return true;
  if (attributes['aria-hidden'] === 'true' && tag !== 'html' && tag !== 'body') return true;
  const { modal } = context;
  return modal !== null && !includes(element, modal) && !includes(modal, element);
};

/** Whether an element is left out with all that is around it, because that is inert or hidden from readers. */
export const isLeftOut = (element) => {
  const { modal } = context;
  if (modal !== null && !includes(modal, element) && !includes(element, modal)) return true;
  for (let node = element; node; node = flatParent(node)) {
    if (matches(node, REMOVED) && (isInert(node) || getAttribute(node, 'aria-hidden') === 'true')) return true;
  }
  return false;
};

/** Whether an element is only there for the modal dialog in it. */
export const isAroundModal = (element) => {
  const { modal } = context;
  return modal !== null && element !== modal && includes(element, modal);
};

/** Where the roles of plain rows and cells are kept: all rows of a table's part have one role, and all their cells. */
const roleKeeper = (element, tag, attributes) => {
  if ((tag !== 'td' && tag !== 'tr') || !isPlain(attributes)) return null;
  const parent = parentNode(element);
  if (tag === 'tr') return parent;
  if (nodeType(parent) !== ELEMENT || localName(parent) !== 'tr') return null;
  return getAttribute(parent, 'role') === null ? parentNode(parent) : parent;
};

const tableRole = (element, tag, attributes) => {
  const keeper = roleKeeper(element, tag, attributes);
  if (!keeper) return undefined;
  const known = context.cells.get(keeper);
  if (known?.[tag] !== undefined) return known[tag];
  const role = blink.role(element);
  if (role === undefined) return undefined;
  const shown = shownRole(role, tag);
  if (known) known[tag] = shown;
  else context.cells.set(keeper, { [tag]: shown });
  return shown;
};

const TABLES = 'table,[role=table],[role=grid],[role=treegrid]';
const PARTS = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot']);

/** The role of an element without a box. A part of no table has none, nor of one for layout, of which Blink says so. */
const boxlessRole = (element, tag, attributes, type) => {
  const table = PARTS.has(tag) && attributes.role === undefined ? closest(element, TABLES) : undefined;
  if (table === null || (table && blink.role(table) === '')) return '';
  return roleWithoutBox(element, tag, attributes, type);
};

/** Blink's role, or one derived where it has none although the element counts; null otherwise. */
const rawRole = (element, tag, attributes, type, display, region) => {
  if (display === 'none' && tag !== 'area') return null; // areas are drawn by the picture of their map
  if (region === IN_CANVAS) return roleWithoutBox(element, tag, attributes, type);
  if (display !== 'contents' && region === IN_PAGE) {
    if (PLAIN.has(tag) && isPlain(attributes)) return '';
    const simple = fixedRole(tag, attributes, type) ?? tableRole(element, tag, attributes);
    if (simple !== undefined) return simple;
  }
  const role = blink.role(element);
  if (role !== undefined) return shownRole(role, tag, type);
  if (tag === 'option' || tag === 'optgroup') {
    const list = closest(element, 'select');
    if (!list || blink.role(list) === undefined) return null;
    return tag === 'option' ? 'option' : 'group';
  }
  if (tag === 'slot') return '';
  if (tag === 'area') return attributes.href === undefined ? '' : 'link';
  return display === 'contents' ? boxlessRole(element, tag, attributes, type) : null;
};

/** What an element without a box is called by itself, or by what is in it. */
const nativeName = (element, tag, role, attributes) => {
  if (tag === 'area' || tag === 'img') return squeeze(attributes.alt ?? '');
  if (tag === 'optgroup') return attributes.label ?? '';
  if (tag === 'option') return squeeze(element.label);
  return namedByChild(element, tag) || (NAMED_FROM_CONTENT.has(role) ? contentOf(element) : '');
};

const nameWithoutBox = (element, tag, role, attributes) => {
  const by = attributes['aria-labelledby'];
  const given = (by !== undefined && textOf(referred(element, by, labellingElements))) || (attributes['aria-label'] ?? '');
  if (given) return squeeze(given);
  return nativeName(element, tag, role, attributes) || (PROHIBITED.has(role) ? '' : squeeze(attributes.title ?? ''));
};

const nameOf = (element, tag, role, attributes, region) => {
  const label = attributes['aria-label'];
  if (label !== undefined && attributes['aria-labelledby'] === undefined && !isBlank(label)) return nameWithoutSecrets(collapse(label).toWellFormed(), element);
  const isNamed =
    attributes['aria-label'] !== undefined || attributes['aria-labelledby'] !== undefined ||
    attributes.title !== undefined || attributes['aria-placeholder'] !== undefined || mayHaveName(role, tag);
  if (!isNamed) return '';
  const name = (region === IN_CANVAS ? undefined : blink.name(element)) ?? nameWithoutBox(element, tag, role, attributes);
  return name ? nameWithoutSecrets(name.toWellFormed(), element) : '';
};

const isEditHost = (element, attributes) => {
  const editable = attributes.contenteditable;
  if (editable === undefined || !EDITABLE.has(editable.toLowerCase())) return false;
  const parent = flatParent(element);
  return !parent || !isEditable(parent);
};

/** What describe finds out. There is one, filled anew by each call: it is read before the next. */
const facts = {
  record: null, // the caller's
  tag: '',
  attributes: NO_ATTRIBUTES,
  style: null,
  role: '',
  name: '',
  flags: 0,
  attrs: '',
  isPointer: false,
  isCandidate: false,
  isScroller: false,
  region: IN_PAGE,
  isNamedByContent: false,
};

const begin = (tag, attributes, style, region) => {
  facts.record = null;
  facts.tag = tag;
  facts.attributes = attributes;
  facts.style = style;
  facts.role = facts.name = facts.attrs = '';
  facts.flags = style.meaning.isInline && tag !== 'br' ? 0 : BLOCK;
  facts.isPointer = style.cursor === 'pointer';
  facts.isCandidate = facts.isScroller = facts.isNamedByContent = false;
  facts.region = region;
};

const actionFlags = (element, attributes, isPointer, parentIsPointer) => {
  let flags = 0;
  if (isPointer && !parentIsPointer) flags |= CURSOR_POINTER;
  if (listensForClicks(element) || attributes.onclick !== undefined) flags |= LISTENER;
  if (attributes.tabindex !== undefined && element.tabIndex >= -1) flags |= FOCUSABLE;
  if (isEditHost(element, attributes)) flags |= EDIT_HOST;
  if (attributes.draggable?.toLowerCase() === 'true') flags |= DRAGGABLE;
  return flags;
};

const tags = new Map();

/** The local name in lower case. */
const tagOf = (element) => {
  const name = localName(element);
  let tag = tags.get(name);
  if (tag === undefined) {
    tag = name.toLowerCase();
    tags.set(name, tag);
  }
  return tag;
};

/**
 * Describes an element, or returns null when neither it nor anything in it is shown. The caller
 * may offer to find the name of an element that is named by its content; the facts then say
 * isNamedByContent, and have no name. With the style of the parent, in the same root, and the sheets
 * there, the style may be one that others share. The facts are valid until the next call. What stands for a canvas is
 * described without Blink, whose answers there depend on the moment; in a drawing Blink alone knows what is rendered.
 */
export const describe = (element, parentIsPointer, findsNames, region, parentStyle, sheets) => {
  const tag = tagOf(element);
  if (NEVER.has(tag)) return null;
  const names = namesOf(element);
  const attributes = readAttributes(element, names);
  if (isRemoved(element, tag, attributes)) return null;
  if (attributes['aria-disabled'] === 'true') context.sawAriaDisabled = true;
  const type = tag === 'input' ? element.type : undefined;
  const style = styleOf(element, tag, names, parentStyle, sheets);
  const role = rawRole(element, tag, attributes, type, style.display, region);
  if (role === null) return null;
  if (tag === 'td') noteCell(element, style);
  else if (tag === 'tr' && parentStyle !== null) noteRow(element, style);
  begin(tag, attributes, style, region);
  if (style.visibility !== 'visible' || (isAroundModal(element) && !isRoot(element))) facts.flags |= HIDDEN;
  else fill(element, role, parentIsPointer, findsNames && region !== IN_CANVAS && !isCustom(tag));
  return facts;
};

/** Whether an element, or something in it, is shown. */
export const isShown = (element) => describe(element, false, false, IN_PAGE, null, null) !== null;

/** Whether an element may have internals that only its own script sees. */
export const isCustom = (tag) => tag.indexOf('-') > 0;

/** The name of an element that is named by its content, when that is more than a text. */
export const contentName = (element) => nameWithoutSecrets((blink.name(element) ?? '').toWellFormed(), element);

/** Whether where an element is can be told: options of a list and what stands for a canvas have no place of their own. */
export const hasBox = ({ tag, region }) => region !== IN_CANVAS && tag !== 'option' && tag !== 'optgroup' && tag !== 'area';

const ACTS = CURSOR_POINTER | LISTENER | FOCUSABLE | EDIT_HOST | DRAGGABLE | FRAME;

/** Sets role and name. */
const identify = (element, role, findsNames) => {
  const { tag, attributes, style, region } = facts;
  facts.role = role;
  if (tag === 'details' && role === 'group' && summaryOf(element) === null) {
    facts.role = 'summary';
    facts.name = OWN_SUMMARY;
    return;
  }
  if (tag === 'slot' && role === '') return; // it has no place in the accessibility tree (HTML-AAM 1.0), so nothing to name
  facts.isNamedByContent = findsNames && style.display !== 'contents' && isNamedByContent(tag, role, attributes) && !(tag === 'button' && mayBeLabelled(element, attributes.id));
  if (!facts.isNamedByContent) facts.name = nameOf(element, tag, role, attributes, region);
};

/** Whether it matters if an element is in view. */
const isCandidate = (element, flags, attrs) => {
  const { tag, role, isScroller: scrolls } = facts;
  if (ACTIONABLE.has(role) || flags & ACTS) return true;
  if (scrolls && attrs.scroll !== undefined) return !isRoot(element);
  return tag === 'label' && attrs.inputType !== undefined;
};

const otherFlags = (element, tag) => {
  let flags = FRAMES.has(tag) ? FRAME : 0;
  if (shadowOf(element)) flags |= SHADOW_HOST;
  if (isActive(element)) flags |= ACTIVE;
  if (element === context.focused && (context.isTop || document.hasFocus())) flags |= FOCUSED;
  return flags;
};

/**
 * The flags of an element that can be acted on, with where it is. Where nothing of it has a place, a cursor
 * over it shows nothing that could be clicked.
 */
export const flagsInView = (element, style, flags) => {
  const view = viewOf(element, style);
  const others = flags & ~OFFSCREEN;
  if (view === IN_VIEW) return others;
  return OFFSCREEN | (view === NOWHERE ? others & ~CURSOR_POINTER : others);
};

const viewFlags = (element, flags) => {
  const { style } = facts;
  const all = style.pointerEvents === 'none' ? flags | NO_POINTER : flags;
  return hasBox(facts) ? flagsInView(element, style, all) : all;
};

const fill = (element, role, parentIsPointer, findsNames) => {
  identify(element, role, findsNames);
  const { tag, attributes, style } = facts;
  const attrs = {};
  let flags = actionFlags(element, attributes, facts.isPointer, parentIsPointer) | otherFlags(element, tag);
  const isStated = attributes !== NO_ATTRIBUTES || context.sawAriaDisabled || isStateful(tag, facts.role);
  if (isStated) flags |= readStates(element, tag, facts.role, attributes, attrs, context);
  const description = attributes === NO_ATTRIBUTES ? undefined : descriptionOf(element, attributes, facts.name);
  if (description) attrs.description = description;
  facts.isScroller = mayScroll(element) && isScroller(element, style);
  const extents = facts.isScroller ? scrollExtents(element) : null;
  if (extents) attrs.scroll = extents;
  facts.isCandidate = isCandidate(element, flags, attrs);
  if (facts.isCandidate) flags = viewFlags(element, flags);
  facts.flags |= flags;
  if (isStated || extents) facts.attrs = encodeAttrs(attrs);
};

const mayScroll = (element) =>
  isRoot(element) || (facts.style.meaning.mayScroll && !CLOSED.has(facts.tag) && firstElementChild(element) !== null);

/** Whether the innermost modal dialog is not one any more, as when the host of its shadow root was taken out. */
export const isModalGone = () => context.modal !== null && !matches(context.modal, ':modal');

/** Notes which modal dialogs are open. */
export const readModal = (open) => {
  context.modal = topmost(open);
};

/** To be called when a new pass begins. */
export const beginDescriptions = () => {
  context.cells.clear();
  beginStyles();
};
