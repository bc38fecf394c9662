import {createApp} from 'vue';
import 'todomvc-app-css/index.css';

const app = createApp({
  data: () => ({title: '', filter: 'All', serial: 0, editing: 0, todos: []}),
  computed: {
    shown() { return this.todos.filter((t) => this.filter === 'All' || t.done === (this.filter === 'Completed')); },
    left() { return this.todos.filter((t) => !t.done).length; },
  },
  methods: {
    add() { if (this.title.trim()) this.todos.push({id: ++this.serial, title: this.title.trim(), done: false}); this.title = ''; },
    remove(todo) { this.todos.splice(this.todos.indexOf(todo), 1); },
  },
  directives: {focus: {mounted: (e) => e.focus()}},
  template: `<section class="todoapp">
    <h1>todos</h1>
    <input class="new-todo" placeholder="What needs to be done?" v-model="title" @keyup.enter="add">
    <ul class="todo-list" v-show="todos.length"><li v-for="todo in shown" :key="todo.id" :class="{completed: todo.done, editing: editing === todo.id}">
      <div class="view" v-if="editing !== todo.id"><input class="toggle" type="checkbox" v-model="todo.done"><label @dblclick="editing = todo.id">{{ todo.title }}</label>
        <button class="destroy" @click="remove(todo)"></button></div>
      <input class="edit" v-else v-focus v-model="todo.title" @keyup.enter="editing = 0" @blur="editing = 0">
    </li></ul>
    <footer class="footer" v-show="todos.length"><span class="todo-count">{{ left }} items left</span>
      <ul class="filters"><li v-for="name in ['All', 'Active', 'Completed']"><a :href="'#/' + name" :class="{selected: name === filter}" @click="filter = name">{{ name }}</a></li></ul></footer>
  </section>`,
}).mount('#root');
window.goal = () => ({filter: app.filter, todos: app.todos.map((t) => (t.done ? '+' : '-') + t.title)});
