import { FOCUS, POINTER, Sheets, sheetsVersion, SIBLINGS, STATE, STRUCTURE } from '../sheets.js';
import { build, equal } from './assert.js';

const sheetsOf = (css) => {
  document.head.innerHTML = `<style>${css}</style>`;
  return new Sheets(document);
};

export const tests = {
  'what selectors look at is known': () => {
    equal(sheetsOf('.a .b{color:red}').features, 0);
    equal(sheetsOf('a:hover{}').features, POINTER);
    equal(sheetsOf('p+p{}').features, STRUCTURE | SIBLINGS);
    equal(sheetsOf('li:nth-child(2){}').features, STRUCTURE);
    equal(sheetsOf('input:checked{} a:focus{}').features, STATE | FOCUS);
  },
  'so it is in rules inside others': () => {
    equal(sheetsOf('@media all{@supports (color:red){a:hover{}}}').features, POINTER);
    equal(sheetsOf('.a{&:hover{color:red}}').features, POINTER);
  },
  'attributes of selectors are known by name': () => {
    equal([...sheetsOf('[data-X="1"] [aria-busy]{}').attributes], ['data-x', 'aria-busy']);
  },
  'only elements that a selector means may have generated text': () => {
    const sheets = sheetsOf('.a::before{content:"x"} .b:after{content:""}');
    equal(sheets.mayGenerate(build('<p class=a>')), true);
    equal(sheets.mayGenerate(build('<p class=b>')), false);
    equal(sheetsOf('p{}').mayGenerate(build('<p>')), false);
  },
  'generated text is that of the element, in its letters': () => {
    const sheets = sheetsOf('.a::before{content:"x";text-transform:uppercase} .c::after{content:"y";display:block}');
    equal(sheets.generated(build('<p class=a>'), 'p', '::before'), 'X');
    equal(sheets.generated(build('<p class=c>'), 'p', '::after'), ' y ');
    equal(sheets.generated(build('<p>'), 'p', '::before'), '');
  },
  'the version changes with the rules and with what switches them': () => {
    sheetsOf('p{}');
    const versions = new Set([sheetsVersion(document)]);
    document.styleSheets[0].insertRule('i{}');
    versions.add(sheetsVersion(document));
    document.styleSheets[0].disabled = true;
    versions.add(sheetsVersion(document));
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    versions.add(sheetsVersion(document));
    document.adoptedStyleSheets = [];
    equal(versions.size, 4);
  },
};
