import {createApp} from 'vue';
import {above, below, keyed, start} from './records.js';

createApp({
  data: () => ({state: start, above, below}),
  methods: {act(change) { this.state = change(this.state); }},
  template: `<main>
    <header><button v-for="(change, name) in above" @click="act(change)">{{ name }}</button></header>
    <p>Status: {{ state.bumps ? 'saved ' + state.bumps : 'ready' }}</p>
    <ul :key="state.made"><li v-for="record in state.records" ${keyed ? ':key="record.id"' : ''}><span>{{ record.text }}</span>
      <button .record="record.id">Edit item {{ record.id }}</button> <label><input type="checkbox" :aria-label="'Mark ' + record.id"></label></li></ul>
    <p>Bumps: {{ state.bumps }}</p>
    <footer><button v-for="(change, name) in below" @click="act(change)">{{ name }}</button></footer>
  </main>`,
}).mount('#root');
