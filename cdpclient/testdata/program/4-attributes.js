// Steps that write attributes.

const values = {
  'aria-hidden': ['true', 'false'], 'aria-label': ['', 'label a', 'label b'], 'aria-labelledby': ['n1', 'n2 n3', 'n4', ''],
  'aria-describedby': ['n1', 'n5', 'n6 n7'], 'aria-description': ['desc 1', 'desc 2'], 'aria-owns': ['n1', 'n6', 'n7 n8', 'n9 n2'],
  'aria-activedescendant': ['n1', 'n4', 'n9'], 'aria-controls': ['n3'], 'aria-expanded': ['true', 'false'], 'aria-disabled': ['true', 'false'],
  'aria-checked': ['true', 'false', 'mixed'], 'aria-pressed': ['true', 'false', 'mixed'], 'aria-selected': ['true', 'false'], 'aria-current': ['page', 'true', 'false'],
  'aria-modal': ['true'], 'aria-busy': ['true'], 'aria-required': ['true'], 'aria-readonly': ['true'], 'aria-invalid': ['true', 'false', 'spelling'],
  'aria-haspopup': ['true', 'menu'], 'aria-level': ['2', '5'], 'aria-orientation': ['vertical'], 'aria-multiselectable': ['true'], 'aria-placeholder': ['aph'],
  'aria-valuenow': ['3', '7'], 'aria-valuemin': ['1'], 'aria-valuemax': ['9'], 'aria-valuetext': ['some', 'more'], 'aria-roledescription': ['thing'], 'aria-live': ['polite', 'off'],
  role: ['button', 'none', 'heading', 'listitem', 'cell', 'list', 'grid', 'row', 'checkbox', 'link', 'img', 'presentation', 'tab', 'option', 'listbox', 'dialog', 'table', 'slider', 'group', 'radio', 'menu', 'menuitem', 'textbox', 'switch', 'bogus'],
  title: ['', 'tip 1', 'tip 2'], tabindex: ['0', '-1', 'x'], contenteditable: ['', 'true', 'false', 'plaintext-only'], placeholder: ['ph 1', 'ph 2'],
  id: ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9'], for: ['n1', 'n2', 'n3', 'n4'], dir: ['rtl'], lang: ['de'], href: ['/a', '/b', 'rel', '#x'], slot: ['', 's1', 's2'],
  type: ['text', 'checkbox', 'radio', 'password', 'button', 'range', 'submit', 'hidden', 'number'], name: ['g', 's1', 'd'], alt: ['', 'alt 1'], value: ['1', 'v2', '5'], label: ['lab 1'],
  min: ['2'], max: ['8'], size: ['1', '4'], popover: ['', 'manual'], popovertarget: ['n1', 'n5', 'n8'], scope: ['row', 'col'], src: ['/none.png'], pattern: ['x+'], open: [''], summary: ['sum'],
  hidden: ['', 'until-found'], autocomplete: ['one-time-code', 'off'], accesskey: ['k'], draggable: ['true'], start: ['4'], headers: ['n1'], border: ['1'], command: ['toggle-popover'], commandfor: ['n5'], form: ['n1'],
  inert: [''], onclick: ['1'], 'data-t': ['data 1', 'data 2'], 'data-s': ['1', '2'],
};
const toggles = ['hidden', 'inert', 'disabled', 'open', 'required', 'readonly', 'checked', 'multiple', 'selected', 'controls', 'itemscope'];
const DISABLED = 'input,button,select,textarea,fieldset,optgroup,option';

/** Elements on which an attribute means something, so that it is not lost among those on which it does not. */
const MEANT = {
  for: 'label', href: 'a', type: 'input,button', alt: 'img', src: 'img', value: 'input,option,progress,meter,button', min: 'input,meter', max: 'input,meter,progress', placeholder: 'input,textarea',
  open: 'details,dialog', name: 'input,details,slot', label: 'option,optgroup', popovertarget: 'button', size: 'select', scope: 'td,th', headers: 'td,th', pattern: 'input', border: 'table',
  commandfor: 'button', command: 'button', summary: 'table', start: 'ol', form: 'input', checked: 'input', selected: 'option', multiple: 'select', required: 'input,select,textarea', readonly: 'input,textarea', disabled: DISABLED,
};
const meantFor = (name) => (MEANT[name] ? some(MEANT[name]) : null) ?? element();

const write = (e, name) => {
  if (chance(4)) e.removeAttribute(name);
  else e.setAttribute(name, pick(values[name]));
  return `${label(e)} ${name}=${e.getAttribute(name)}`;
};

steps.attributes = {
  any() {
    const name = pick(Object.keys(values));
    return write(meantFor(name), name);
  },
  aria() {
    return write(element(), pick(Object.keys(values).filter((name) => name.startsWith('aria-'))));
  },
  role: () => write(element(), 'role'),
  relation() {
    const name = pick(['id', 'for', 'aria-labelledby', 'aria-describedby', 'aria-owns', 'aria-activedescendant']);
    return write(meantFor(name), name);
  },
  toggle() {
    const name = pick(toggles), e = meantFor(name);
    if (name === 'disabled' && !e.matches(DISABLED)) return 'not';
    e.toggleAttribute(name);
    return `${label(e)} ${name}=${e.getAttribute(name)}`;
  },
  again() {
    const e = element(), name = pick([...e.getAttributeNames(), 'class']);
    e.setAttribute(name, e.getAttribute(name) ?? '');
    return `${label(e)} ${name}`;
  },
  bare() {
    const e = element(), name = pick(e.getAttributeNames());
    if (!name) return 'not';
    e.removeAttribute(name);
    return `${label(e)} without ${name}`;
  },
};
