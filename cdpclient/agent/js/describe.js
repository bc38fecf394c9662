// What a record says about one node, without its children.

import { blink } from './blink.js';
import { listensForClicks } from './ears.js';
import {
  checkVisibility, closest, documentElement, firstElementChild, flatParent, includes, localName, matches, parentNode, shadowOf,
  textContent,
} from './dom.js';
import {
  BLOCK, CURSOR_POINTER, EDIT_HOST, FOCUSABLE, FOCUSED, FRAME, HIDDEN, LISTENER, NO_POINTER, OFFSCREEN, SHADOW_HOST,
} from './flags.js';
import { isOffscreen, isScroller, scrollExtents } from './geometry.js';
import { isPlain, NO_ATTRIBUTES, readAttributes } from './attributes.js';
import { mayBeLabelled } from './labels.js';
import { ACTIONABLE, CLOSED, fixedRole, isNamedByContent, mayHaveName, NEVER, PLAIN, roleWithoutBox, shownRole } from './roles.js';
import { withoutSecrets } from './secrets.js';
import { descriptionOf, isStateful, readStates } from './states.js';
import { squeeze } from './text.js';
import { encodeAttrs } from './wire.js';

const IN_LINE = new Set(['inline', 'inline-block', 'inline-flex', 'inline-grid', 'inline-table', 'contents', 'ruby', 'ruby-text', 'math', 'none']);
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);
const EDITABLE = new Set(['', 'true', 'plaintext-only']);
const NAMED_FROM_CONTENT = new Set(['button', 'link', 'heading', 'cell', 'option', 'tab', 'menuitem', 'summary']);

/** Facts about the document as a whole that one pass reads once. */
export const context = {
  /** The innermost open modal dialog; what is outside it is inert. */
  modal: null,
  /** The focused element, or null. */
  focused: null,
  /** Whether some element has aria-disabled=true. */
  sawAriaDisabled: false,
  /** The role of plain rows and cells by their parent: all of one parent have the same. */
  cells: new Map(),
  /** The child frame's elements are focused only while the frame is. */
  isTop: window.parent === window,
};

const isRemoved = (element, tag, attributes) => {
  if (attributes.inert !== undefined) return true;
  if (attributes['aria-hidden'] === 'true' && tag !== 'html' && tag !== 'body') return true;
  const { modal } = context;
  return modal !== null && !includes(element, modal) && !includes(modal, element);
};

/** Blink's role, or one derived where it has none although the element counts; null otherwise. */
const rawRole = (element, tag, attributes, type, inCanvas) => {
  if (inCanvas) return getComputedStyle(element).display === 'none' ? null : roleWithoutBox(tag, attributes, type);
  if (PLAIN.has(tag) && checkVisibility(element) && isPlain(attributes)) return '';
  const fixed = fixedRole(tag, attributes, type);
  if (fixed !== undefined && checkVisibility(element)) return fixed;
  const row = (tag === 'td' || tag === 'tr') && isPlain(attributes) ? parentNode(element) : null;
  const known = row && context.cells.get(row);
  if (known && known.tag === tag && checkVisibility(element)) return known.role;
  const role = blink.role(element);
  if (row && role) context.cells.set(row, { tag, role: shownRole(role, tag) });
  if (role !== undefined) return shownRole(role, tag, type);
  if (tag === 'option' || tag === 'optgroup') {
    const list = closest(element, 'select');
    if (!list || blink.role(list) === undefined || getComputedStyle(element).display === 'none') return null;
    return tag === 'option' ? 'option' : 'group';
  }
  if (tag === 'slot') return '';
  if (tag === 'area') return attributes.href === undefined ? '' : 'link';
  return getComputedStyle(element).display === 'contents' ? roleWithoutBox(tag, attributes, type) : null;
};

const nameWithoutBox = (element, tag, role, attributes) => {
  const given = attributes['aria-label'] ?? '';
  if (given) return squeeze(given);
  if (tag === 'area' || tag === 'img') return squeeze(attributes.alt ?? '');
  if (tag === 'optgroup') return attributes.label ?? '';
  if (tag === 'option') return squeeze(element.label);
  return NAMED_FROM_CONTENT.has(role) ? squeeze(textContent(element)) : '';
};

const nameOf = (element, tag, role, attributes, inCanvas) => {
  const isNamed =
    attributes['aria-label'] !== undefined || attributes['aria-labelledby'] !== undefined ||
    attributes.title !== undefined || mayHaveName(role, tag);
  if (!isNamed) return '';
  const name = (inCanvas ? undefined : blink.name(element)) ?? nameWithoutBox(element, tag, role, attributes);
  return name ? withoutSecrets(name.toWellFormed()) : '';
};

const isEditHost = (element, attributes) => {
  const editable = attributes.contenteditable;
  if (editable === undefined || !EDITABLE.has(editable.toLowerCase())) return false;
  return !flatParent(element)?.isContentEditable;
};

/** The accumulated description of an element; describe fills one for each call. */
class Facts {
  constructor(tag, style) {
    this.tag = tag;
    this.style = style;
    this.role = '';
    this.flags = 0;
    this.name = '';
    this.attrs = '';
    this.isPointer = false;
    this.isCandidate = false;
    this.isScroller = false;
    this.inCanvas = false;
    this.isNamedByContent = false;
    this.attributes = null;
  }
}

const actionFlags = (element, attributes, isPointer, parentIsPointer) => {
  let flags = 0;
  if (isPointer && !parentIsPointer) flags |= CURSOR_POINTER;
  if (listensForClicks(element) || attributes.onclick !== undefined) flags |= LISTENER;
  if (attributes.tabindex !== undefined && element.tabIndex >= -1) flags |= FOCUSABLE;
  if (isEditHost(element, attributes)) flags |= EDIT_HOST;
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
 * isNamedByContent, and have no name. What stands for a canvas is described without Blink, whose
 * answers there depend on the moment.
 */
export const describe = (element, parentIsPointer, findsNames, inCanvas) => {
  const tag = tagOf(element);
  if (NEVER.has(tag)) return null;
  const attributes = readAttributes(element);
  if (isRemoved(element, tag, attributes)) return null;
  if (attributes['aria-disabled'] === 'true') context.sawAriaDisabled = true;
  const type = tag === 'input' ? element.type : undefined;
  const role = rawRole(element, tag, attributes, type, inCanvas);
  if (role === null) return null;
  const style = getComputedStyle(element);
  const facts = new Facts(tag, style);
  facts.attributes = attributes;
  if (!IN_LINE.has(style.display) || tag === 'br') facts.flags |= BLOCK;
  facts.isPointer = style.cursor === 'pointer';
  if (style.visibility !== 'visible') {
    facts.flags |= HIDDEN;
    return facts;
  }
  facts.inCanvas = inCanvas;
  fill(element, facts, role, parentIsPointer, findsNames && !inCanvas);
  return facts;
};

/** The name of an element that is named by its content, when that is more than a text. */
export const contentName = (element) => withoutSecrets((blink.name(element) ?? '').toWellFormed());

/** Whether where an element is can be told: options of a list and what stands for a canvas have no place of their own. */
export const hasBox = ({ tag, inCanvas }) => !inCanvas && tag !== 'option' && tag !== 'optgroup' && tag !== 'area';

const fill = (element, facts, role, parentIsPointer, findsNames) => {
  const { tag, attributes, style } = facts;
  facts.role = role;
  facts.isNamedByContent = findsNames && isNamedByContent(tag, role, attributes) && !(tag === 'button' && mayBeLabelled(element, attributes.id));
  if (!facts.isNamedByContent) facts.name = nameOf(element, tag, role, attributes, facts.inCanvas);
  const attrs = {};
  let flags = actionFlags(element, attributes, facts.isPointer, parentIsPointer);
  if (attributes !== NO_ATTRIBUTES || isStateful(tag, role) || context.sawAriaDisabled) flags |= readStates(element, tag, role, attributes, attrs, context);
  if (FRAMES.has(tag)) flags |= FRAME;
  if (shadowOf(element)) flags |= SHADOW_HOST;
  if (element === context.focused && (context.isTop || document.hasFocus())) flags |= FOCUSED;
  const description = attributes === NO_ATTRIBUTES ? undefined : descriptionOf(element, attributes, facts.name);
  if (description) attrs.description = description;
  facts.isScroller = mayScroll(element, tag, style) && isScroller(element, style);
  const extents = facts.isScroller ? scrollExtents(element) : null;
  if (extents) attrs.scroll = extents;
  facts.isCandidate = (extents !== null && element !== documentElement(document)) || ACTIONABLE.has(role) || (flags & (CURSOR_POINTER | LISTENER | FOCUSABLE | EDIT_HOST | FRAME)) !== 0 ||
    (tag === 'label' && attrs.inputType !== undefined);
  if (facts.isCandidate) {
    if (style.pointerEvents === 'none') flags |= NO_POINTER;
    if (hasBox(facts) && isOffscreen(element, style)) flags |= OFFSCREEN;
  }
  facts.flags |= flags;
  facts.attrs = encodeAttrs(attrs);
};

const NEVER_SCROLLS = /^(?:inline|contents|table|ruby)/;

const mayScroll = (element, tag, style) =>
  element === documentElement(document) ||
  (!CLOSED.has(tag) && (!NEVER_SCROLLS.test(style.display) || style.display === 'inline-block') && firstElementChild(element) !== null);

/** Reads anew what a pass needs to know about the document. */
export const readContext = (modals, focused, sawAriaDisabled) => {
  context.modal = modals.length ? modals[modals.length - 1] : null;
  context.focused = focused;
  context.sawAriaDisabled = sawAriaDisabled;
  context.cells.clear();
};

export const isModal = (element) => matches(element, ':modal');
