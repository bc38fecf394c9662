// Steps that write properties, which leaves no mutation, and what users do with controls.

const FIELDS = 'input:not([type=checkbox],[type=radio],[type=file],[type=button]),textarea';
const CHECKS = 'input[type=checkbox],input[type=radio]';

const toAll = (selector, change) => () => {
  const e = some(selector);
  if (!e) return 'none';
  change(e);
  return label(e);
};

steps.properties = {
  value: toAll(FIELDS, (e) => { e.value = pick([String(random(99)), '', '2026-01-02', word()]); }),
  checked: toAll(CHECKS, (e) => { e.checked = !e.checked; }),
  indeterminate: toAll('input[type=checkbox]', (e) => { e.indeterminate = !e.indeterminate; }),
  selectedIndex: toAll('select', (e) => { e.selectedIndex = random(e.options.length + 1) - 1; }),
  selected: toAll('option', (e) => { e.selected = !e.selected; }),
  optionText: toAll('option', (e) => { e.text = word(); }),
  optionAdd: toAll('select', (e) => { e.add(new Option(word(), 'v', false, chance(2)), random(3)); }),
  optionCut: toAll('select', (e) => { e.length = random(3); }),
  disabled: toAll(DISABLED, (e) => { e.disabled = !e.disabled; }),
  readOnly: toAll('input,textarea', (e) => { e.readOnly = !e.readOnly; }),
  validity: toAll('input,textarea,select', (e) => { e.setCustomValidity(pick(['', 'bad'])); }),
  defaults: toAll('input,textarea', (e) => { e.defaultValue = word(); }),
  type: toAll('input', (e) => { e.type = pick(['text', 'checkbox', 'number', 'password', 'radio']); }),
  step: toAll('input[type=number],input[type=range]', (e) => e.stepUp()),
  range: toAll('textarea,input[type=text]', (e) => e.setRangeText('XY', 0, 1)),
  progress: toAll('progress,meter', (e) => { e.value = random(10) / 10; }),
  open: toAll('details', (e) => { e.open = !e.open; }),
  reset: toAll('form', (e) => e.reset()),
  returnValue: toAll('dialog', (e) => { e.returnValue = word(); }),
  reflected: toAll('*', (e) => { e.ariaLabel = pick([null, word()]); }),
  reflectedState: toAll('[role]', (e) => { e[pick(['ariaChecked', 'ariaExpanded', 'ariaDisabled', 'ariaPressed', 'ariaSelected'])] = pick(['true', 'false', null]); }),
  reflectedElements: toAll('*', (e) => { e[pick(['ariaLabelledByElements', 'ariaDescribedByElements'])] = pick([null, [element()]]); }),
  inert: toAll('*', (e) => { e.inert = !e.inert; }),
  hidden: toAll('*', (e) => { e.hidden = !e.hidden; }),
  tabIndex: toAll('*', (e) => { e.tabIndex = pick([0, -1]); }),
  scrollTop: toAll('*', (e) => { e.scrollTop = random(300); }),
  scrollPage: () => String(document.scrollingElement.scrollTop = random(900)),
  click: toAll('input[type=checkbox],input[type=radio],summary,label,[popovertarget],option', (e) => { if (!e.closest('form,a')) e.click(); }),
  submitted: toAll('form', (e) => e.checkValidity()),
  report: toAll('input,textarea,select', (e) => e.reportValidity()),
  listener: toAll('*', (e) => e.addEventListener('click', () => 1)),
};

steps.focus = {
  focus() {
    const e = pick([element(), some('input,button,a,select,textarea,[tabindex]') ?? element()]);
    e.focus();
    return label(e);
  },
  blur() {
    const e = document.activeElement;
    e?.blur();
    return label(e);
  },
};

steps.page = {
  title: () => (document.title = word()),
  address() {
    history.replaceState(0, '', pick(['/', '/deep/er', '/?q', '#n1', '#n2']));
    return location.pathname + location.hash;
  },
  hash: () => (location.hash = pick(['n1', 'n2', 'n3', ''])),
  base() {
    const known = document.querySelector('base');
    if (known) known.remove();
    else document.head.append(Object.assign(document.createElement('base'), { href: '/base/' }));
    return String(!known);
  },
  write() {
    if (!chance(3)) return 'not';
    document.open();
    document.write('<!doctype html><title>w</title><body>' + html() + html());
    document.close();
    return 'anew';
  },
  body() {
    if (!chance(4)) return 'not';
    const other = document.createElement('body');
    other.append(fragment(html()), ...document.body.childNodes);
    document.body.replaceWith(other);
    return 'body';
  },
  root() {
    if (!chance(6)) return 'not';
    const other = document.createElement('html');
    other.append(...document.documentElement.childNodes);
    document.documentElement.replaceWith(other);
    return 'html';
  },
};
