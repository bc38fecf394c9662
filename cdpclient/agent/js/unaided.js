// What stands in for the utilities of Blink in a browser that has none. The accessibility tree then tells
// roles, names and what is shown (see Answer.Unaided in decode.go); from these answers come only what else
// depends on a role, such as which states are read, and the names that the tree does not have.

import { checkVisibility, getAttribute, localName, textContent } from './dom.js';
import { readAttributes, namesOf } from './attributes.js';
import { roleWithoutBox } from './roles.js';

const ROLES = {
  textarea: 'textbox', img: 'image', progress: 'progressbar', meter: 'meter', details: 'group', option: 'option', optgroup: 'group', dialog: 'dialog',
};

const LABELLED = new Set(['input', 'select', 'textarea', 'button', 'progress', 'meter']);

/** In the place of getAccessibleRole. */
export const roleUnaided = (element) => {
  if (!checkVisibility(element)) return undefined;
  const tag = localName(element).toLowerCase();
  const explicit = getAttribute(element, 'role') !== null;
  if (tag === 'select' && !explicit) return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
  const known = explicit ? undefined : ROLES[tag];
  return known ?? roleWithoutBox(element, tag, readAttributes(element, namesOf(element)), tag === 'input' ? element.type : undefined);
};

/** In the place of getAccessibleName. */
export const nameUnaided = (element) => {
  if (!LABELLED.has(localName(element).toLowerCase()) || getAttribute(element, 'aria-label') !== null) return undefined;
  const texts = Array.from(element.labels ?? [], (label) => textContent(label).trim());
  return texts.length ? texts.join(' ') : undefined;
};
