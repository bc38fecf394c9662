import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {live} from 'lit/directives/live.js';

class TodoList extends LitElement {
  static properties = {todos: {state: true}, filter: {state: true}, editing: {state: true}};

  constructor() {
    super();
    Object.assign(this, {todos: [], filter: 'All', editing: 0, serial: 0});
  }

  change(id, change) { this.todos = this.todos.map((t) => t.id === id ? {...t, ...change} : t); }

  add(event) {
    const title = event.target.value.trim();
    if (event.key !== 'Enter' || !title) return;
    this.todos = [...this.todos, {id: ++this.serial, title, done: false}];
    event.target.value = '';
  }

  rename(event, todo) {
    if (this.editing !== todo.id) return;
    this.editing = 0;
    this.change(todo.id, {title: event.target.value});
  }

  row(todo) {
    if (this.editing === todo.id) {
      return html`<li class="editing"><input class="edit" .value=${todo.title} @blur=${(e) => this.rename(e, todo)} @keydown=${(e) => e.key === 'Enter' && this.rename(e, todo)}></li>`;
    }
    return html`<li class=${todo.done ? 'completed' : ''}>
      <div class="view"><input class="toggle" type="checkbox" .checked=${live(todo.done)} @change=${(e) => this.change(todo.id, {done: e.target.checked})}>
      <label @dblclick=${() => { this.editing = todo.id; }}>${todo.title}</label>
      <button class="destroy" @click=${() => { this.todos = this.todos.filter((t) => t.id !== todo.id); }}></button></div></li>`;
  }

  render() {
    const shown = this.todos.filter((t) => this.filter === 'All' || t.done === (this.filter === 'Completed'));
    return html`<link rel="stylesheet" href="/m/todomvc-app-css/index.css"><section class="todoapp"><h1>todos</h1>
      <input class="new-todo" placeholder="What needs to be done?" @keydown=${this.add}>
      <ul class="todo-list">${repeat(shown, (t) => t.id, (t) => this.row(t))}</ul>
      ${this.todos.length ? html`<footer class="footer"><span class="todo-count">${this.todos.filter((t) => !t.done).length} items left</span>
        <ul class="filters">${['All', 'Active', 'Completed'].map((name) => html`<li><a href="#/${name}" @click=${() => { this.filter = name; }}>${name}</a></li>`)}</ul></footer>` : nothing}</section>`;
  }
}
customElements.define('todo-list', TodoList);
const list = document.createElement('todo-list');
document.querySelector('#root').append(list);
window.goal = () => ({filter: list.filter, todos: list.todos.map((t) => (t.done ? '+' : '-') + t.title)});
