// What must never leave the page: the values of password fields, also after the page has shown
// them in clear, and of fields for one-time codes and payment cards.

import { ELEMENT, getAttribute, localName, nodeType, queryAll } from './dom.js';

const MASK = '••••';
const SECRET_TOKEN = /(^|\s)(new-password|current-password|one-time-code|cc-[-a-z]+)(\s|$)/i;
/** What may be a secret field. */
export const SECRETS = 'input[type=password i],[autocomplete*=password i],[autocomplete*=one-time-code i],[autocomplete*="cc-" i]';
const MOST = 200;
const SHORTEST = 3;

const wasPassword = new WeakSet();
const values = new Set();

/** Remembers that a field has been a password field. */
export const rememberPassword = (field) => wasPassword.add(field);

const remember = (value) => {
  if (value.length < SHORTEST || values.has(value)) return;
  if (values.size >= MOST) values.delete(values.values().next().value);
  values.add(value);
};

/** Whether the value of a field is secret; its value is then kept out of every name, too. */
export const isSecret = (field) => {
  const tag = localName(field);
  if (tag !== 'input' && tag !== 'textarea') return false;
  const secret =
    field.type === 'password' ||
    wasPassword.has(field) ||
    getComputedStyle(field).webkitTextSecurity !== 'none' ||
    SECRET_TOKEN.test(getAttribute(field, 'autocomplete') ?? '') ||
    (field.value.length > SHORTEST && values.has(field.value));
  if (!secret) return false;
  if (field.type === 'password') wasPassword.add(field);
  remember(field.value);
  return true;
};

/** Learns the secrets in a root or an element before names are read. */
export const learnSecrets = (root) => {
  if (nodeType(root) === ELEMENT) isSecret(root);
  for (const field of queryAll(root, SECRETS)) isSecret(field);
};

/** A text of the page without the secrets. */
export const withoutSecrets = (text) => {
  let clean = text;
  for (const value of values) {
    if (clean.includes(value)) clean = clean.replaceAll(value, MASK);
  }
  return clean;
};
