import {html, render} from 'lit';
import {keyed as made} from 'lit/directives/keyed.js';
import {repeat} from 'lit/directives/repeat.js';
import {above, below, keyed, start} from './records.js';

const row = (record) => html`<li><span>${record.text}</span> <button .record=${record.id}>Edit item ${record.id}</button>
  <label><input type="checkbox" aria-label="Mark ${record.id}"></label></li>`;

function show(state) {
  const rows = keyed ? repeat(state.records, (record) => record.id, row) : state.records.map(row);
  const buttons = (actions) => Object.keys(actions).map((name) => html`<button @click=${() => show(actions[name](state))}>${name}</button>`);
  render(html`<main>
    <header>${buttons(above)}</header>
    <p>Status: ${state.bumps ? `saved ${state.bumps}` : 'ready'}</p>
    ${made(state.made, html`<ul>${rows}</ul>`)}
    <p>Bumps: ${state.bumps}</p>
    <footer>${buttons(below)}</footer>
  </main>`, document.querySelector('#root'));
}
show(start);
