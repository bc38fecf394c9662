// aria-owns: who owns whom. The first owner in document order wins, and nobody owns an
// ancestor, what has no box, or a modal dialog.

import { isLeftOut } from './describe.js';
import { byId, checkVisibility, flatParent, getAttribute, includes, localName, matches, queryAll } from './dom.js';
import { CLOSED } from './roles.js';

/** Owned element → owner. */
export const ownerOf = new Map();

/** Owner → owned elements in order. */
export const ownedBy = new Map();

const wouldCycle = (owner, element, owners) => {
  for (let node = owner; node; node = owners.get(node) ?? flatParent(node)) {
    if (node === element) return true;
  }
  return includes(element, owner);
};

/** Whether an element has a box, and is not needed where it stands: a modal dialog shows whoever owns it. */
const mayBeOwned = (element) => checkVisibility(element) && !matches(element, ':modal') && queryAll(element, ':modal').length === 0;

const LISTS = new Set(['select', 'optgroup', 'option']);

/** Roles whose content is theirs alone. */
const CLOSED_ROLES = new Set(['img', 'image', 'textbox', 'searchbox']);

/** Whether an element is rendered and told, and can have content: what others own goes with them. */
const mayOwn = (owner) => {
  const tag = localName(owner);
  return !CLOSED.has(tag) && !LISTS.has(tag) && !CLOSED_ROLES.has(getAttribute(owner, 'role')) && isRendered(owner) && !isLeftOut(owner);
};

const isRendered = (element) =>
  element !== null && (checkVisibility(element) || (getComputedStyle(element).display === 'contents' && isRendered(flatParent(element))));

let anyOwners = false;

/** Whether the document has aria-owns. */
export const hasOwners = () => anyOwners;

/** Reads all aria-owns anew; returns the elements whose place or children may have changed. */
export const readOwners = (roots) => {
  anyOwners = false;
  const owners = new Map();
  const owned = new Map();
  for (const root of roots) {
    for (const owner of queryAll(root, '[aria-owns]')) {
      anyOwners = true;
      if (!mayOwn(owner)) continue;
      for (const id of getAttribute(owner, 'aria-owns').split(/\s+/)) {
        const element = id && byId(root, id);
        if (!element || owners.has(element) || !mayBeOwned(element) || wouldCycle(owner, element, owners)) continue;
        owners.set(element, owner);
        if (owned.has(owner)) owned.get(owner).push(element);
        else owned.set(owner, [element]);
      }
    }
  }
  const changed = changes(ownerOf, owners, ownedBy, owned);
  replace(ownerOf, owners);
  replace(ownedBy, owned);
  return changed;
};

const replace = (map, by) => {
  map.clear();
  for (const [key, value] of by) map.set(key, value);
};

const changes = (oldOwners, owners, oldOwned, owned) => {
  const changed = new Set();
  for (const element of new Set([...oldOwners.keys(), ...owners.keys()])) {
    if (oldOwners.get(element) === owners.get(element)) continue;
    changed.add(element);
    for (const owner of [oldOwners.get(element), owners.get(element)]) if (owner) changed.add(owner);
  }
  for (const [owner, list] of owned) {
    if (String(oldOwned.get(owner)?.map(identity)) !== String(list.map(identity))) changed.add(owner);
  }
  return changed;
};

const identities = new WeakMap();
let lastIdentity = 0;

const identity = (element) => {
  if (!identities.has(element)) identities.set(element, ++lastIdentity);
  return identities.get(element);
};
