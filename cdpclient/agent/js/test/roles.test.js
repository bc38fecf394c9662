import { isPlain, namesOf, NO_ATTRIBUTES, readAttributes } from '../attributes.js';
import { meaningOf } from '../display.js';
import { fixedRole, isNamedByContent, mayHaveName, roleWithoutBox, shownRole } from '../roles.js';
import { build, equal } from './assert.js';

const attributesOf = (element) => readAttributes(element, namesOf(element));

export const tests = {
  'a role that is not one of ARIA is called after its tag': () => {
    equal([shownRole('', 'summary'), shownRole('', 'input', 'date'), shownRole('', 'input', 'color'), shownRole('', 'div')], ['summary', 'textbox', 'color', '']);
  },
  'roles without a meaning are none, and images have their short name': () => {
    equal(['generic', 'none', 'presentation', 'image', 'button'].map((role) => shownRole(role, 'div')), ['', '', '', 'img', 'button']);
  },
  'no context changes the role of a paragraph, and a role attribute does': () => {
    equal([fixedRole('p', {}), fixedRole('p', { role: 'note' }), fixedRole('a', {}), fixedRole('a', { href: '' }), fixedRole('td', {})], ['paragraph', undefined, undefined, 'link', undefined]);
  },
  'without a box the first of several roles counts': () => {
    const without = (html, attributes, type) => {
      const element = build(html);
      return roleWithoutBox(element, element.localName, attributes, type);
    };
    equal([without('<div>', { role: ' tab  button' }), without('<ul>', {}), without('<input>', {}, 'range')], ['tab', 'list', 'slider']);
    equal([without('<section>', {}), without('<section>', { title: 't' }), without('<nav>', {})], ['', 'region', 'navigation']);
  },
  'what names an element otherwise keeps its content from it': () => {
    equal(isNamedByContent('a', 'link', {}), true);
    for (const name of ['aria-label', 'aria-labelledby', 'title', 'role', 'contenteditable']) equal(isNamedByContent('a', 'link', { [name]: 'x' }), false);
    equal([mayHaveName('paragraph', 'p'), mayHaveName('link', 'a'), mayHaveName('', 'table')], [false, true, true]);
    equal([mayHaveName('', 'img'), mayHaveName('note', 'img'), mayHaveName('img', 'img')], [false, true, true]);
  },
  'only attributes that matter are read': () => {
    equal(attributesOf(build('<p class=a data-x=1 style="color:red">')) === NO_ATTRIBUTES, true);
    equal(attributesOf(build('<p class=a id=i aria-busy=true onclick=1>')), { id: 'i', 'aria-busy': 'true', onclick: '1' });
    equal([isPlain({ id: 'i' }), isPlain({ title: 't' })], [true, false]);
  },
  'a display says what it means for text and place': () => {
    const told = (display) => Object.values(meaningOf(display)).map(Number).join('');
    equal(['inline', 'block', 'flex', 'table-cell', 'table-row', 'contents', 'inline-block'].map(told), ['1000', '0011', '0111', '0001', '0100', '1000', '1011']);
  },
};
