import {EditorView} from '@codemirror/view';

const view = new EditorView({doc: 'old\ntext', parent: document.querySelector('#root')});
window.goal = () => view.state.doc.toString();
