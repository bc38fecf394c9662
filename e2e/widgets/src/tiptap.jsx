import {Editor} from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const editor = new Editor({element: document.querySelector('#root'), extensions: [StarterKit], content: '<p>old text</p><p>second</p>'});
window.goal = () => editor.getText({blockSeparator: '\n'});
