// What must never leave the page: the values of password fields, also after the page has shown
// them in clear, and of fields for one-time codes and payment cards.
//
// Elsewhere on the page a secret is replaced where it stands: a long one anywhere, since nothing else
// holds it by chance; a short one only as a whole word, so that a code 123 leaves 1234 and a password
// "cat" leaves "concatenate" alone. In a name, which may be several texts without a space between
// them, a short one is replaced anywhere as soon as some text of the document has it as a word. Case
// does not count: a style sheet may change it. What has one or two characters is no secret.

import { ELEMENT, getAttribute, localName, nodeType, queryAll, rootOf, textsIn } from './dom.js';

const MASK = '••••';
const SECRET_TOKEN = /(^|\s)(new-password|current-password|one-time-code|cc-[-a-z]+)(\s|$)/i;
/** What may be a secret field. */
export const SECRETS = 'input[type=password i],[autocomplete*=password i],[autocomplete*=one-time-code i],[autocomplete*="cc-" i]';
const MOST = 200;
const SHORTEST = 3;
const LONG = 8;
const WORD = '[\\p{L}\\p{M}\\p{N}]';
const BEGINS_WITH_WORD = new RegExp('^' + WORD, 'u');
const ENDS_WITH_WORD = new RegExp(WORD + '$', 'u');

const wasPassword = new WeakSet();
const values = new Map(); // by the value in lower case

/** One secret and where it is looked for. */
class Secret {
  #anywhere;
  #asWord;
  isLong;
  /** Whether some text of the document says it; null when that is not known in this pass. */
  isEchoed = null;

  constructor(value) {
    const literal = [...value].map((char) => `\\u{${char.codePointAt(0).toString(16)}}`).join('');
    this.isLong = value.length >= LONG;
    this.#anywhere = new RegExp(literal, 'giu');
    const before = BEGINS_WITH_WORD.test(value) ? `(?<!${WORD})` : '';
    const after = ENDS_WITH_WORD.test(value) ? `(?!${WORD})` : '';
    this.#asWord = new RegExp(before + literal + after, 'giu');
  }

  mask(text, isAnywhere) {
    return text.replace(isAnywhere || this.isLong ? this.#anywhere : this.#asWord, MASK);
  }

  isIn(text) {
    return text.search(this.#asWord) >= 0;
  }
}

/** Remembers that a field has been a password field. */
export const rememberPassword = (field) => wasPassword.add(field);

const remember = (value) => {
  const key = value.toLowerCase();
  if (value.length < SHORTEST || values.has(key)) return;
  if (values.size >= MOST) values.delete(values.keys().next().value);
  values.set(key, new Secret(value.toWellFormed()));
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
    values.has(field.value.toLowerCase());
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

/** To be called when a new pass begins. */
export const beginSecrets = () => {
  for (const secret of values.values()) secret.isEchoed = null;
};

/** Whether a text of the document, or of the shadow tree an element is in, has a secret as a word. */
const isEchoed = (secret, key, element) => {
  secret.isEchoed ??= says(document, secret, key);
  if (secret.isEchoed || !element) return secret.isEchoed;
  const root = rootOf(element);
  return root !== document && says(root, secret, key);
};

const says = (root, secret, key) => {
  const texts = textsIn(root);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    if (data.toLowerCase().includes(key) && secret.isIn(data)) return true;
  }
  return false;
};

const clean = (text, isName, element) => {
  if (!values.size || !text) return text;
  const lower = text.toLowerCase();
  let shown = text;
  for (const [key, secret] of values) {
    if (lower.includes(key)) shown = secret.mask(shown, isName && !secret.isLong && isEchoed(secret, key, element));
  }
  return shown;
};

/** A text of the page without the secrets. */
export const withoutSecrets = (text) => clean(text, false, null);

/** A name, of an element where it is known, without the secrets. */
export const nameWithoutSecrets = (name, element) => clean(name, true, element);
