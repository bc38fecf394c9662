import {useReducer, useState} from 'react';
import {createRoot} from 'react-dom/client';
import 'todomvc-app-css/index.css';

const shown = {All: () => true, Active: (t) => !t.done, Completed: (t) => t.done};

function reduce(todos, a) {
  switch (a.do) {
    case 'add': return [...todos, {id: a.id, title: a.title, done: false}];
    case 'toggle': return todos.map((t) => t.id === a.id ? {...t, done: !t.done} : t);
    case 'rename': return todos.map((t) => t.id === a.id ? {...t, title: a.title} : t);
    case 'remove': return todos.filter((t) => t.id !== a.id);
  }
}

function Todo({todo, act}) {
  const [draft, edit] = useState(null);
  const done = () => { if (draft !== null) { act({do: 'rename', id: todo.id, title: draft}); edit(null); } };
  return <li className={(todo.done ? 'completed' : '') + (draft === null ? '' : ' editing')}>
    {draft === null ? <div className="view"><input className="toggle" type="checkbox" checked={todo.done} onChange={() => act({do: 'toggle', id: todo.id})}/>
      <label onDoubleClick={() => edit(todo.title)}>{todo.title}</label>
      <button className="destroy" onClick={() => act({do: 'remove', id: todo.id})}/></div>
      : <input className="edit" autoFocus value={draft} onChange={(e) => edit(e.target.value)} onBlur={done} onKeyDown={(e) => e.key === 'Enter' && done()}/>}
  </li>;
}

let serial = 0;
function App() {
  const [todos, act] = useReducer(reduce, []);
  const [title, type] = useState('');
  const [filter, show] = useState('All');
  window.goal = () => ({filter, todos: todos.map((t) => (t.done ? '+' : '-') + t.title)});
  const add = (e) => { if (e.key === 'Enter' && title.trim()) { act({do: 'add', id: ++serial, title: title.trim()}); type(''); } };
  return <section className="todoapp">
    <h1>todos</h1>
    <input className="new-todo" placeholder="What needs to be done?" value={title} onChange={(e) => type(e.target.value)} onKeyDown={add}/>
    <ul className="todo-list">{todos.filter(shown[filter]).map((t) => <Todo key={t.id} todo={t} act={act}/>)}</ul>
    {todos.length > 0 && <footer className="footer"><span className="todo-count">{todos.filter(shown.Active).length} items left</span>
      <ul className="filters">{Object.keys(shown).map((name) => <li key={name}><a href={'#/' + name} className={name === filter ? 'selected' : ''} onClick={() => show(name)}>{name}</a></li>)}</ul></footer>}
  </section>;
}
createRoot(document.querySelector('#root')).render(<App/>);
