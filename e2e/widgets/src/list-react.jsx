import {useState} from 'react';
import {createRoot} from 'react-dom/client';
import {above, below, keyed, start} from './records.js';

function Row({record}) {
  return <li><span>{record.text}</span> <button ref={(e) => { if (e) e.record = record.id; }}>Edit item {record.id}</button>{' '}
    <label><input type="checkbox" aria-label={`Mark ${record.id}`}/></label></li>;
}

function App() {
  const [state, set] = useState(start);
  const buttons = (actions) => Object.keys(actions).map((name) => <button key={name} onClick={() => set(actions[name])}>{name}</button>);
  return <main>
    <header>{buttons(above)}</header>
    <p>Status: {state.bumps ? `saved ${state.bumps}` : 'ready'}</p>
    <ul key={state.made}>{state.records.map((record, i) => <Row key={keyed ? record.id : i} record={record}/>)}</ul>
    <p>Bumps: {state.bumps}</p>
    <footer>{buttons(below)}</footer>
  </main>;
}
createRoot(document.querySelector('#root')).render(<App/>);
