import {$createParagraphNode, $createTextNode, $getRoot, createEditor} from 'lexical';
import {registerRichText} from '@lexical/rich-text';

const editor = createEditor({onError: (error) => { throw error; }});
editor.setRootElement(document.querySelector('#root'));
registerRichText(editor);
editor.update(() => $getRoot().append($createParagraphNode().append($createTextNode('old text'))));
window.goal = () => editor.getEditorState().read(() => $getRoot().getTextContent().replace('\n\n', '\n'));
