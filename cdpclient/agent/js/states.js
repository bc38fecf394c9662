// States, values and properties of an element: the fields of tree.Attrs, and the state flags.

import {
  baseOf, checkVisibility, closest, describingElements, ELEMENT, errorElements, firstElementChild, localName, matches, nodeType, parentNode,
  rootOf, summaryOf,
} from './dom.js';
import {
  BUSY, DISABLED, FALSE, MASKED, MIXED, MODAL, MULTISELECTABLE, READONLY, REQUIRED, TRUE, toggle,
} from './flags.js';
import { referred, shownTextOf, textOf } from './referred.js';
import { isSecret, withoutSecrets } from './secrets.js';
import { squeeze } from './text.js';

const LONGEST_URL = 1000;
const LONGEST_TEXT = 2000;
const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem']);
const SELECTABLE = new Set(['option', 'tab', 'row', 'gridcell', 'treeitem', 'columnheader', 'rowheader', 'cell']);
const RANGES = new Set(['slider', 'spinbutton', 'progressbar', 'meter', 'scrollbar', 'separator']);
const NO_VALUE = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'hidden']);
const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button', 'option', 'optgroup', 'fieldset']);

const clean = (s) => withoutSecrets(s.toWellFormed());
const short = (s) => (s.length > LONGEST_TEXT ? s.slice(0, LONGEST_TEXT).toWellFormed() + '…' : s);
const tristate = (value) => (value === 'mixed' ? MIXED : value === 'true' ? TRUE : FALSE);
const given = (value) => value !== undefined && value !== '' && value !== 'undefined';

/** The parts of the document's own address, which links are shown relative to. */
const here = { href: '', base: '', page: '', origin: '', isOwnBase: false };

/** An address that resolving does not change: asking for the resolved one costs more than all else about a link. */
const PLAIN_PATH = /^\/(?![/.])(?:[-\w/?=&~+]|\.(?![./]))*$/;

/** Reads the address anew: to be called when a new pass begins. Returns whether it changed: links are then shown otherwise. */
export const beginAddress = () => {
  const { href, origin } = location;
  const base = baseOf(document);
  if (here.href === href && here.base === base) return false;
  here.href = href;
  here.base = base;
  here.isOwnBase = origin !== 'null' && base.startsWith(origin + '/');
  here.page = href.split('#')[0] + '#';
  here.origin = origin === 'null' ? null : origin + '/';
  return true;
};

/** A link's address: relative on the same origin, without the payload of data: and javascript:. */
export const shownURL = (href) => {
  const scheme = href.slice(0, 11).toLowerCase();
  if (scheme.startsWith('data:')) return href.slice(0, 100).split(/[;,]/)[0] + ',…';
  if (scheme.startsWith('javascript:')) return 'javascript:…';
  const { page, origin } = here;
  let url = href;
  if (url.startsWith(page)) url = url.slice(page.length - 1);
  else if (origin !== null && url.startsWith(origin)) url = url.slice(origin.length - 1);
  return clean(url.length > LONGEST_URL ? url.slice(0, LONGEST_URL) + '…' : url);
};

const linkURL = (element, tag, attributes, attrs) => {
  if (attributes.href === undefined && attributes['xlink:href'] === undefined) return;
  if (here.isOwnBase && tag === 'a' && PLAIN_PATH.test(attributes.href ?? '')) {
    attrs.url = clean(attributes.href.slice(0, LONGEST_URL));
    return;
  }
  const href = element.href?.baseVal ?? element.href;
  if (typeof href === 'string') attrs.url = shownURL(href);
};

const fieldValue = (element, tag, attributes, attrs) => {
  let flags = 0;
  if (isSecret(element)) {
    flags |= MASKED;
  } else {
    attrs.value = short(clean(element.value));
  }
  const { placeholder } = element;
  if (placeholder) attrs.placeholder = squeeze(clean(placeholder));
  return flags;
};

const input = (element, attributes, attrs) => {
  const { type } = element;
  let flags = 0;
  if (type !== 'text') attrs.inputType = type;
  if (type === 'checkbox' || type === 'radio') {
    attrs.checked = type === 'checkbox' && element.indeterminate ? MIXED : toggle(element.checked);
  } else if (!NO_VALUE.has(type)) {
    flags |= fieldValue(element, 'input', attributes, attrs);
    if (type === 'range') attrs.range = [element.min || '0', element.max || '100'];
    else if (type === 'number' && (element.min || element.max)) attrs.range = [element.min, element.max];
  }
  return flags;
};

const select = (element, attrs) => {
  if (element.multiple) return MULTISELECTABLE;
  if (element.size > 1) return 0;
  const chosen = element.selectedOptions[0];
  attrs.value = chosen ? short(clean(squeeze(chosen.label))) : '';
  return 0;
};

const formState = (element, tag, attributes, attrs) => {
  let flags = 0;
  if (tag === 'input') flags |= input(element, attributes, attrs);
  else if (tag === 'textarea') flags |= fieldValue(element, tag, attributes, attrs);
  else if (tag === 'select') flags |= select(element, attrs);
  else if (tag === 'option') attrs.selected = toggle(element.selected);
  if (matches(element, ':disabled')) flags |= DISABLED;
  if (element.readOnly && tag !== 'button') flags |= READONLY;
  if (element.required) flags |= REQUIRED;
  if (element.willValidate && matches(element, ':user-invalid')) {
    attrs.invalid = 'true';
    const message = squeeze(clean(element.validationMessage));
    if (message) attrs.validation = message;
  }
  return flags;
};

const STOOD_FOR = new Set(['checkbox', 'radio', 'file']);

/** The control a label stands for because it is not rendered itself, or null. */
export const standsFor = (label) => {
  const { control } = label;
  const isHidden = control && localName(control) === 'input' && STOOD_FOR.has(control.type) && !checkVisibility(control);
  return isHidden ? control : null;
};

const label = (element, attrs) => {
  const control = standsFor(element);
  if (!control) return 0;
  attrs.inputType = control.type;
  if (control.type !== 'file') attrs.checked = control.type === 'checkbox' && control.indeterminate ? MIXED : toggle(control.checked);
  return matches(control, ':disabled') ? DISABLED : 0;
};

const invalidOf = (value) => (value === 'grammar' || value === 'spelling' ? value : 'true');

const popupOf = (value) => (['menu', 'listbox', 'tree', 'grid', 'dialog'].includes(value) ? value : 'menu');

// What aria attributes say, where they are given; a native state goes before.
const ARIA_STATES = {
  'aria-checked': (value, role, attrs) => {
    if (CHECKABLE.has(role)) attrs.checked ??= tristate(value);
  },
  'aria-pressed': (value, role, attrs) => {
    if (role === 'button') attrs.pressed = tristate(value);
  },
  'aria-selected': (value, role, attrs) => {
    if (SELECTABLE.has(role)) attrs.selected ??= toggle(value === 'true');
  },
  'aria-expanded': (value, role, attrs) => {
    attrs.expanded ??= toggle(value === 'true');
  },
  'aria-invalid': (value, role, attrs) => {
    if (value !== 'false') attrs.invalid = invalidOf(value);
  },
  'aria-haspopup': (value, role, attrs) => {
    if (value !== 'false') attrs.hasPopup = popupOf(value);
  },
  'aria-current': (value, role, attrs) => {
    if (value !== 'false') attrs.current = clean(value);
  },
  'aria-orientation': (value, role, attrs) => {
    if (value === 'vertical' || value === 'horizontal') attrs.orientation = value;
  },
  'aria-placeholder': (value, role, attrs) => {
    attrs.placeholder ||= squeeze(clean(value));
  },
};

const ARIA_FLAGS = {
  'aria-required': REQUIRED,
  'aria-readonly': READONLY,
  'aria-multiselectable': MULTISELECTABLE,
  'aria-busy': BUSY,
};

const ariaRange = (attributes, attrs) => {
  const value = attributes['aria-valuetext'] ?? attributes['aria-valuenow'];
  if (given(value)) attrs.value = short(clean(squeeze(value)));
  const { 'aria-valuemin': min, 'aria-valuemax': max } = attributes;
  if (given(min) || given(max)) attrs.range = [min ?? '', max ?? ''];
};

const ariaStates = (attributes, role, attrs) => {
  let flags = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (!given(value)) continue;
    ARIA_STATES[name]?.(value, role, attrs);
    if (value === 'true') flags |= ARIA_FLAGS[name] ?? 0;
  }
  if (attributes['aria-modal'] === 'true' && (role === 'dialog' || role === 'alertdialog')) flags |= MODAL;
  if (RANGES.has(role)) ariaRange(attributes, attrs);
  return flags;
};

const headingLevel = (tag, role, attributes) => {
  const level = parseInt(attributes['aria-level'], 10);
  if (level > 0 && level < 1000) return level;
  if (role !== 'heading') return undefined;
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
};

/** The popover an element opens, or null. */
const popoverOf = (element) => element.popoverTargetElement ?? (/popover/.test(element.command ?? '') ? element.commandForElement : null);

/** Whether an element is what opens the details element it is in, whatever its role is. */
const isSummary = (element, tag) => {
  const details = tag === 'summary' ? parentNode(element) : null;
  return details !== null && nodeType(details) === ELEMENT && localName(details) === 'details' && summaryOf(details) === element;
};

const nativeStates = (element, tag, role, attributes, attrs) => {
  let flags = 0;
  if (role === 'summary' || isSummary(element, tag)) {
    const details = closest(element, 'details');
    if (details) attrs.expanded = toggle(details.open);
  } else if (tag === 'dialog') {
    if (matches(element, ':modal')) flags |= MODAL;
  } else if (tag === 'progress' || tag === 'meter') {
    if (tag === 'meter' || element.position >= 0) attrs.value = String(element.value);
    attrs.range = [String(element.min ?? 0), String(element.max)];
  } else if ((tag === 'button' || tag === 'input') && (attributes.popovertarget !== undefined || attributes.commandfor !== undefined)) {
    const popover = popoverOf(element);
    if (popover && attrs.expanded === undefined) attrs.expanded = toggle(matches(popover, ':popover-open'));
  }
  return flags;
};

/** The description of an element where it says more than the name. */
export const descriptionOf = (element, attributes, name) => {
  const by = attributes['aria-describedby'];
  let text = by === undefined ? '' : textOf(referred(element, by, describingElements));
  if (!text && given(attributes['aria-description'])) text = attributes['aria-description'];
  if (!text && given(attributes.title)) text = attributes.title;
  text = squeeze(clean(text));
  return text && text !== name ? short(text) : undefined;
};

/** What the page itself says is wrong with an element; it only counts while it is shown (ARIA 1.2, 6.6). */
const errorOf = (element, attributes) => short(clean(shownTextOf(referred(element, attributes['aria-errormessage'], errorElements))));

const STATEFUL = new Set([...FORM_TAGS, 'details', 'label', 'summary', 'dialog', 'progress', 'meter']);

/** Whether an element may have states without an attribute that says so. */
export const isStateful = (tag, role) => STATEFUL.has(tag) || role === 'heading' || role === 'link';

const isAriaDisabled = (element) => {
  for (let node = element; node; node = rootOf(node).host) if (closest(node, '[aria-disabled=true]')) return true;
  return false;
};

/** Fills attrs and returns the state flags of an element. */
export const readStates = (element, tag, role, attributes, attrs, context) => {
  let flags = 0;
  if (FORM_TAGS.has(tag)) flags |= formState(element, tag, attributes, attrs);
  else if (tag === 'label') flags |= label(element, attrs);
  flags |= nativeStates(element, tag, role, attributes, attrs);
  if (role === 'link') linkURL(element, tag, attributes, attrs);
  if (context.sawAriaDisabled && (role !== '' || firstElementChild(element) === null) && isAriaDisabled(element)) flags |= DISABLED;
  flags |= ariaStates(attributes, role, attrs);
  if (attrs.invalid !== undefined && attributes['aria-errormessage'] !== undefined) attrs.validation = errorOf(element, attributes) || attrs.validation;
  if (tag === 'option') attrs.checked = undefined; // it is selected or not
  const level = headingLevel(tag, role, attributes);
  if (level !== undefined) attrs.level = level;
  return flags;
};

const checkable = (control) => (control.checked ? 1 : 0) + (control.indeterminate ? 2 : 0);

const valueOf = (control) => control.value;

const chosen = (list) => {
  if (!list.multiple) return list.selectedIndex;
  let places = '';
  for (const option of list.selectedOptions) places += option.index + ' ';
  return places;
};

const labelled = ({ control }) => (control ? propertiesOf(control)(control) : '');

/**
 * A function that reads of a control what script can change without a mutation, as one number or
 * string. It is called for all controls in each pull, so what is for good, such as the type, is looked at here.
 */
export const propertiesOf = (control) => {
  const tag = localName(control);
  if (tag === 'label') return labelled;
  if (tag === 'select') return chosen;
  if (tag === 'textarea') return valueOf;
  const { type } = control;
  return type === 'checkbox' || type === 'radio' ? checkable : valueOf;
};

