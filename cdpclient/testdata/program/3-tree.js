// Steps that change which nodes there are, and where.

const fragment = (text) => {
  const holder = document.createElement('template');
  holder.innerHTML = text;
  return document.importNode(holder.content, true);
};

/** An element that may go elsewhere: a part of a drawing is not rendered outside of one, and no page does that. */
const movable = () => {
  const e = element();
  return isBody(e) || !e.parentNode || e.ownerSVGElement ? null : e;
};

const place = (at) => pick([...at.childNodes, null]);

const put = (at, node, before) => {
  const made = `${label(node)} into ${label(at)}`;
  at.insertBefore(node, before);
  return made;
};

steps.tree = {
  insert() {
    const at = container();
    at.insertBefore(fragment(html()), place(at));
    return label(at);
  },
  insertAdjacent() {
    const e = element(), where = pick(isBody(e) ? ['afterbegin', 'beforeend'] : ['beforebegin', 'afterbegin', 'beforeend', 'afterend']);
    e.insertAdjacentHTML(where, html());
    return `${where} ${label(e)}`;
  },
  remove() {
    const e = movable();
    e?.remove();
    return label(e);
  },
  move() {
    const e = movable(), to = container();
    if (!e || e.contains(to)) return 'not';
    return put(to, e, place(to));
  },
  moveBefore() {
    const e = movable(), to = container();
    if (!e || e.contains(to) || !to.moveBefore) return 'not';
    to.moveBefore(e, place(to));
    return `${label(e)} into ${label(to)}`;
  },
  replace() {
    const e = movable();
    e?.replaceWith(fragment(html()));
    return label(e);
  },
  swap() {
    const e = movable(), other = e?.nextElementSibling;
    if (!other) return 'not';
    other.after(e);
    return label(e);
  },
  copy() {
    const e = movable(), to = container();
    if (!e || e.matches('iframe') || e.querySelector('iframe')) return 'not';
    return put(to, e.cloneNode(true), place(to));
  },
  wrap() {
    const e = movable();
    if (!e) return 'not';
    const around = document.createElement(pick(['div', 'span', 'section', 'label', 'fieldset', 'a', 'li']));
    e.replaceWith(around);
    around.append(e);
    return `${label(e)} in ${label(around)}`;
  },
  unwrap() {
    const e = movable();
    if (!e || e.matches('svg')) return 'not';
    e.replaceWith(...e.childNodes);
    return label(e);
  },
  innerHTML() {
    const e = container();
    if (isBody(e)) return 'not';
    e.innerHTML = html();
    return label(e);
  },
  outerHTML() {
    const e = movable();
    if (!e) return 'not';
    const was = label(e);
    e.outerHTML = html();
    return was;
  },
  replaceChildren() {
    const e = container();
    if (isBody(e)) return 'not';
    e.replaceChildren(...pick([[], [word()], [fragment(html())], [...e.childNodes].reverse()]));
    return label(e);
  },
  extract() {
    const e = container(), range = document.createRange();
    if (isBody(e)) return 'not';
    range.selectNodeContents(e);
    if (e.firstChild?.nodeType === 3) range.setStart(e.firstChild, random(e.firstChild.length));
    const taken = range.extractContents(), to = container();
    to.append(taken);
    return `${label(e)} to ${label(to)}`;
  },
  comment() {
    const e = container();
    e.insertBefore(document.createComment('c'), place(e));
    return label(e);
  },
  adopt() {
    const doc = documentOf(pick(frames()) ?? {});
    if (!doc?.body) return 'not';
    const [from, to] = pick([[document.body, doc.body], [doc.body, document.body]]);
    const e = pick([...from.children].filter((c) => !c.matches('iframe,script') && !c.querySelector('iframe')));
    if (!e) return 'not';
    to.append(e);
    return `${label(e)} ${to === document.body ? 'from' : 'into'} a frame`;
  },
};

steps.text = {
  set() {
    const e = element();
    const t = [...e.childNodes].find((n) => n.nodeType === 3);
    if (!t) e.append(word());
    else t.data = pick([word(), word(), ' ', '', `  ${word()}\n`]);
    return label(e);
  },
  textContent() {
    const e = some('p,b,i,span,h2,li,a,button,option,legend,summary,label,td,th,caption,figcaption,dt') ?? element();
    if (isBody(e)) return 'not';
    e.textContent = word();
    return label(e);
  },
  split() {
    const e = element(), t = [...e.childNodes].find((n) => n.nodeType === 3 && n.length > 2);
    t?.splitText(1 + random(t.length - 1));
    return label(e);
  },
  normalize() {
    const e = pick([element(), document.body]);
    e.normalize();
    return label(e);
  },
  edit() {
    const e = element(), t = [...e.childNodes].find((n) => n.nodeType === 3 && n.length > 2);
    if (!t) return 'not';
    pick([() => t.appendData(' more'), () => t.deleteData(0, 2), () => t.insertData(1, '  '), () => t.replaceData(0, 1, 'X'), () => t.remove()])();
    return label(e);
  },
  between() {
    const e = container();
    e.insertBefore(document.createTextNode(pick([word(), ' ', '\n'])), place(e));
    return label(e);
  },
};

steps.table = {
  row() {
    const t = some('table');
    if (!t) return 'none';
    const row = t.insertRow(pick([-1, 0]));
    for (let i = 0; i < 2; i++) row.insertCell().textContent = word();
    return 'inserted';
  },
  gone() {
    const t = some('table');
    if (!t?.rows.length) return 'none';
    t.deleteRow(random(t.rows.length));
    return 'row';
  },
  cell() {
    const c = some('td,th');
    if (!c) return 'none';
    const other = document.createElement(c.localName === 'td' ? 'th' : 'td');
    other.append(...c.childNodes);
    c.replaceWith(other);
    return other.localName;
  },
  caption() {
    const t = some('table');
    if (!t) return 'none';
    if (t.caption) t.deleteCaption();
    else t.createCaption().textContent = word();
    return 'caption';
  },
  head() {
    const t = some('table');
    if (!t) return 'none';
    if (t.tHead) t.deleteTHead();
    else t.createTHead().innerHTML = `<tr><th>${word()}<th>${word()}`;
    return 'head';
  },
  looks() {
    const e = some('table,tr,td,th,tbody,thead,caption');
    if (!e) return 'none';
    e.style.cssText = pick(['', 'display:block', 'display:flex', 'display:contents', 'display:table-cell', 'border:1px solid', 'display:none', 'visibility:collapse']);
    return `${label(e)} ${e.style.cssText}`;
  },
  span() {
    const e = some('td,th');
    e?.setAttribute(pick(['colspan', 'rowspan', 'scope', 'headers']), pick(['1', '2', 'row', 'col']));
    return label(e);
  },
};
