import {useState} from 'react';
import {createRoot} from 'react-dom/client';

function Form() {
  const [form, set] = useState({name: 'old', agree: false, kind: 'a', day: '', volume: 5});
  window.goal = () => form;
  const change = (key, pick) => (event) => { const value = pick(event.target); set((was) => ({...was, [key]: value})); };
  return <form>
    <label>Name <input value={form.name} onChange={change('name', (t) => t.value)}/></label>
    <label>Agree <input type="checkbox" checked={form.agree} onChange={change('agree', (t) => t.checked)}/></label>
    <label>Kind <select value={form.kind} onChange={change('kind', (t) => t.value)}><option value="a">Apple</option><option value="b">Berry</option></select></label>
    <label>Day <input type="date" value={form.day} onChange={change('day', (t) => t.value)}/></label>
    <label>Volume <input type="range" max="10" value={form.volume} onChange={change('volume', (t) => Number(t.value))}/></label>
  </form>;
}
createRoot(document.querySelector('#root')).render(<Form/>);
