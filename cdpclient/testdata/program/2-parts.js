// What pages are made of.

const input = () => `<input id=${id()} type=${pick(['text', 'checkbox', 'radio', 'number', 'password', 'range', 'search', 'email', 'button', 'date', 'file', 'hidden', 'color'])} name=g value=${random(9)}${pick(['', '', ' required', ' checked', ' aria-label="' + word() + '"'])}>`;

const parts = [
  () => `<div id=${id()} class="${pick(['', 'box', 'ptr', 'b', 'up'])}">${word()}<span> ${word()}</span></div>`,
  () => `<button id=${id()} aria-label="${pick(['', word()])}">${word()}</button>`,
  () => `<button title="${word()}"><i></i></button><button><img alt="${word()}"></button>`,
  () => `<label>${word()} ${input()}</label>`,
  () => `<label id=${id()} for=${id()}>${word()}</label>${input()}`,
  () => `<select id=${id()}><option>${word()}<option selected>${word()}<optgroup label=grp><option>${word()}</optgroup></select>`,
  () => `<select ${pick(['multiple', 'size=3'])} aria-label="${word()}"><option>${word()}<option value=v>${word()}</select>`,
  () => `<ul><li>${word()}<li><a href="/x${random(9)}">${word()}</a></ul>`,
  () => `<table><tr><td>${word()}<td><button>${word()}</button><tr><td><a href=#q>${word()}</a><td><input type=checkbox aria-label="${word()}"></table>`,
  () => `<table id=${id()}>${pick(['', `<caption>${word()}</caption>`])}<thead><tr><th>${word()}<th scope=col>${word()}</thead><tbody><tr><th scope=row>${word()}<td>${word()}</table>`,
  () => `<details id=${id()} name=${pick(['d', 'e'])}${pick(['', ' open'])}>${pick(['', `<summary>${word()}</summary>`])}${word()}<button>${word()}</button></details>`,
  () => `<h2 id=${id()}>${word()} <b>${word()}</b></h2><p>  ${word()}
    <i>${word()}</i> </p>`,
  () => `<div role=${pick(['group', 'tab', 'checkbox', 'region', 'listbox', 'switch', 'slider', 'textbox'])} aria-labelledby="${ids()}" tabindex=0>${word()}</div>`,
  () => `<div role=listbox id=${id()} tabindex=0 aria-activedescendant=${id()}><div role=option id=${id()}>${word()}</div><div role=option id=${id()} aria-selected=true>${word()}</div></div>`,
  () => `<dialog id=${id()}><p>${word()}</p><button>${word()}</button></dialog>`,
  () => `<div popover${pick(['', '=manual'])} id=${id()}>${word()}</div><button popovertarget=${id()}>${word()}</button>`,
  () => `<fieldset${pick(['', ' disabled'])}><legend>${word()}</legend><input value="${word()}"><a href=#f>${word()}</a></fieldset>`,
  () => `<form id=${id()}><input value="${word()}" aria-label="${word()}"><input type=checkbox checked><output>${word()}</output></form>`,
  () => `<textarea id=${id()}>${word()}</textarea><progress value=.${random(9)}></progress><meter min=0 max=9 value=${random(9)}></meter>`,
  () => `<div style="overflow:auto;height:40px"><p>${word()}</p><p style="height:200px">${word()}</p><button>${word()}</button></div>`,
  () => `<input type=checkbox class=tgl><p class=after>${word()}</p>`,
  () => `<input class=inv required><p class=after>${word()}</p><input placeholder="${word()}" class=ph><p class=after>${word()}</p>`,
  () => `<span style="display:contents"><a href=#c>${word()}</a></span><img alt="${word()}">`,
  () => `<div role=list aria-owns="${ids()}"></div><div id=${id()} role=listitem>${word()}</div>`,
  () => `<div contenteditable id=${id()}>${word()} <b>${word()}</b></div>`,
  () => `<p data-t="${word()}" class=att>${word()}</p><q>${word()}</q>`,
  () => `<p class=fade id=${id()}>${word()} <button>${word()}</button></p>`,
  () => `<x-late id=${id()}>${word()}</x-late><x-role>${word()}</x-role>`,
  () => `<figure><img alt="${word()}"><figcaption>${word()}</figcaption></figure><dl><dt>${word()}<dd>${word()}</dl>`,
  () => `<nav aria-label="${word()}"><a href="#${id()}">${word()}</a></nav><article><h3>${word()}</h3></article><hr>`,
  () => `<svg width=20 height=20 role=img><title>${word()}</title><a href="#s"><text y=10>${word()}</text></a></svg>`,
  () => `<div aria-live=polite role=${pick(['status', 'alert'])}>${word()}</div><div aria-describedby="${ids()}" tabindex=0>${word()}</div>`,
  () => `<span class=ptr></span><b class=ptr><i></i></b>${word()}<br>${word()}`,
  () => `<div class=cv><p>${word()}</p><a href=#v>${word()}</a></div>`,
  () => `<div style="visibility:hidden">${word()}<p style="visibility:visible">${word()}<b style="visibility:hidden">${word()}</b></p></div>`,
];

const html = () => pick(parts)();
