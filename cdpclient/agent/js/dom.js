// DOM access that a page cannot bend. Isolated worlds have their own globals, but named
// properties reach every world: in `<form><input name=childNodes></form>` the form's childNodes
// is the input. So everything that can be called on a form or on document is taken from the
// prototypes once.

const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const getter = (type, name) => uncurry(Object.getOwnPropertyDescriptor(type.prototype, name).get);
const method = (type, name) => uncurry(type.prototype[name]);

export const firstChild = getter(Node, 'firstChild');
export const nextSibling = getter(Node, 'nextSibling');
export const parentNode = getter(Node, 'parentNode');
export const nodeType = getter(Node, 'nodeType');
export const isConnected = getter(Node, 'isConnected');
export const baseOf = getter(Node, 'baseURI');
export const textContent = getter(Node, 'textContent');
export const contains = method(Node, 'contains');
export const rootOf = method(Node, 'getRootNode');
export const localName = getter(Element, 'localName');
export const firstElementChild = getter(Element, 'firstElementChild');
export const previousElement = getter(Element, 'previousElementSibling');
export const shadowRoot = getter(Element, 'shadowRoot');
export const assignedSlot = getter(Element, 'assignedSlot');
export const getAttribute = method(Element, 'getAttribute');
export const hasAttributes = method(Element, 'hasAttributes');
export const attributeNames = method(Element, 'getAttributeNames');
export const matches = method(Element, 'matches');
export const isDefined = (element) => matches(element, ':defined');
export const closest = method(Element, 'closest');
export const checkVisibility = method(Element, 'checkVisibility');
export const boxOf = method(Element, 'getBoundingClientRect');
export const scrollTop = getter(Element, 'scrollTop');
export const scrollLeft = getter(Element, 'scrollLeft');
export const scrollHeight = getter(Element, 'scrollHeight');
export const scrollWidth = getter(Element, 'scrollWidth');
export const clientHeight = getter(Element, 'clientHeight');
export const clientWidth = getter(Element, 'clientWidth');
export const documentElement = getter(Document, 'documentElement');
export const readyState = getter(Document, 'readyState');
export const scrollingElement = getter(Document, 'scrollingElement');
export const titleOf = getter(Document, 'title');
export const createRange = method(Document, 'createRange');
export const runningAnimations = method(Document, 'getAnimations');
export const addListener = method(EventTarget, 'addEventListener');

const reflected = (name) => {
  const property = Object.getOwnPropertyDescriptor(Element.prototype, name);
  const read = property ? uncurry(property.get) : () => null;
  return (element) => read(element) ?? [];
};

/** The elements a script named as those that label or describe an element or say what is wrong with it, where the attribute is empty. */
export const labellingElements = reflected('ariaLabelledByElements');
export const describingElements = reflected('ariaDescribedByElements');
export const errorElements = reflected('ariaErrorMessageElements');

const activeReflected = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaActiveDescendantElement');

/** The element that aria-activedescendant refers to, by its id or because a script said so; null when there is none. */
export const activeDescendant = (element) =>
  (activeReflected ? uncurry(activeReflected.get)(element) : byId(rootOf(element), getAttribute(element, 'aria-activedescendant') ?? ''));

/** Whether an element can be edited; not every kind of element has the property. */
export const isEditable = (element) => Reflect.get(Object.getPrototypeOf(element), 'isContentEditable', element) === true;

export const textsIn = ((walk) => (root) => walk(document, root, NodeFilter.SHOW_TEXT))(method(Document, 'createTreeWalker'));

const queryDocument = method(Document, 'querySelectorAll');
const queryFragment = method(DocumentFragment, 'querySelectorAll');
const documentById = method(Document, 'getElementById');
const fragmentById = method(DocumentFragment, 'getElementById');
const atInDocument = method(Document, 'elementFromPoint');
const atInRoot = method(ShadowRoot, 'elementFromPoint');
const activeInDocument = getter(Document, 'activeElement');
const activeInRoot = getter(ShadowRoot, 'activeElement');
const textSlot = getter(Text, 'assignedSlot');
const assigned = method(HTMLSlotElement, 'assignedNodes');
const documentSheets = getter(Document, 'styleSheets');
const rootSheets = getter(ShadowRoot, 'styleSheets');
const documentAdopted = getter(Document, 'adoptedStyleSheets');
const rootAdopted = getter(ShadowRoot, 'adoptedStyleSheets');

export const ELEMENT = 1;
export const TEXT = 3;
export const DOCUMENT = 9;
export const FRAGMENT = 11;
const CDATA = 4;

/** Whether a node is text: CDATA sections of XML documents are. */
export const isText = (node) => {
  const type = nodeType(node);
  return type === TEXT || type === CDATA;
};

const queryElement = method(Element, 'querySelectorAll');
export const queryOne = method(Element, 'querySelector');

const isDocument = (root) => nodeType(root) === DOCUMENT;

export const queryAll = (root, selector) => {
  const type = nodeType(root);
  if (type === DOCUMENT) return queryDocument(root, selector);
  return type === ELEMENT ? queryElement(root, selector) : queryFragment(root, selector);
};
export const byId = (root, id) => (isDocument(root) ? documentById(root, id) : fragmentById(root, id));

/** The element of a document or shadow root, or the host in it, that a point of the viewport hits, or null. */
export const elementAt = (root, x, y) => (isDocument(root) ? atInDocument(root, x, y) : atInRoot(root, x, y));

export const styleSheets = (root) => [
  ...(isDocument(root) ? documentSheets(root) : rootSheets(root)),
  ...(isDocument(root) ? documentAdopted(root) : rootAdopted(root)),
];

/** The closed shadow roots the service handed in, by host. */
const adopted = new WeakMap();

export const adoptRoot = (host, root) => adopted.set(host, root);

/** The shadow root of an element as far as this world may see it. */
export const shadowOf = (element) => shadowRoot(element) ?? adopted.get(element) ?? null;

/** The focused element, looked up through shadow roots; null when it is the body or nothing. */
export const focusedElement = () => {
  let element = activeInDocument(document);
  if (!element || localName(element) === 'body' || element === documentElement(document)) return null;
  for (let root = shadowOf(element); root; root = shadowOf(element)) {
    const inner = activeInRoot(root);
    if (!inner) break;
    element = inner;
  }
  return element;
};

/** The slot a node is shown in, also when its root is closed and was adopted. */
const slotOf = (node) => {
  const slot = nodeType(node) === ELEMENT ? assignedSlot(node) : textSlot(node);
  if (slot) return slot;
  const parent = parentNode(node);
  const root = parent && nodeType(parent) === ELEMENT && adopted.get(parent);
  if (!root) return null;
  for (const each of queryAll(root, 'slot')) {
    if (assigned(each).includes(node)) return each;
  }
  return null;
};

/** The parent in the flat tree, without aria-owns; null above the root element. */
export const flatParent = (node) => {
  const parent = parentNode(node);
  if (!parent) return null;
  const type = nodeType(parent);
  if (type === FRAGMENT) return parent.host ?? null;
  if (type !== ELEMENT) return null;
  if (shadowOf(parent)) return slotOf(node);
  return parent;
};

/** The assigned nodes of a slot, or null where its own children are its fallback content. */
export const slotted = (slot) => {
  const nodes = assigned(slot);
  return nodes.length ? nodes : null;
};

/** Whether a is b or contains it, through shadow roots. */
export const includes = (a, b) => {
  for (let node = b; node; node = rootOf(node).host) {
    if (contains(a, node)) return true;
  }
  return false;
};

/** The summary of a details element, or null when the browser puts one of its own. */
export const summaryOf = (details) => {
  for (let node = firstChild(details); node; node = nextSibling(node)) {
    if (nodeType(node) === ELEMENT && localName(node) === 'summary') return node;
  }
  return null;
};

/** Makes a string valid Unicode: lone surrogates become U+FFFD. */
export const wellFormed = (s) => s.toWellFormed();
