import { encodeAttrs, number, reader, signed, string, Writer } from '../wire.js';
import { equal } from './assert.js';

const numbers = [0, 1, 31, 32, 33, 1023, 1024, 123456789, 2 ** 38 - 1, 2 ** 50 - 1];

const record = (key, tag, { role = '', flags = 0, name = '', attrs = '', kids = [] } = {}) => ({ key, tag, role, flags, name, attrs, kids });

const text = (key, name) => record(key, '#text', { name });

export const tests = {
  'numbers are read back, without a separator': () => {
    const read = reader(numbers.map(number).join(''));
    equal(numbers.map(() => read()), numbers);
    equal(read(), 0);
  },
  'small numbers take one character, and negative ones fold into the others': () => {
    equal([0, 31, 32].map((n) => number(n).length), [1, 1, 2]);
    equal([0, -1, 1, -2].map(signed), [number(0), number(1), number(2), number(3)]);
  },
  'a string says its length in UTF-16 units': () => {
    equal(string(''), '0');
    equal(string('😀'), '2😀');
  },
  'properties are a mask and those that are there, in the order of the mask': () => {
    equal(encodeAttrs({}), '');
    equal(encodeAttrs({ value: undefined }), '');
    equal(encodeAttrs({ level: 2, value: 'a' }), number(1 | 32) + '1a' + '2');
    equal(encodeAttrs({ scroll: [0, 40, 0, 1] }), number(1 << 15) + '0' + number(40) + '0' + '1');
  },
  'a form is spelled out once': () => {
    const writer = new Writer();
    writer.begin();
    const first = writer.line(record(1, 'p', { role: 'paragraph' }));
    const second = writer.line(record(2, 'p', { role: 'paragraph' }));
    equal([first, second], ['0' + '0' + '1p9paragraph00', '0' + '2']);
    writer.reset();
    writer.begin();
    equal(writer.line(record(1, 'p', { role: 'paragraph' })), first);
  },
  'a whole state begins with how many records it has': () => {
    const writer = new Writer();
    writer.begin();
    const whole = writer.whole(record(1, 'html', { kids: [record(2, 'p', { kids: [text(3, 'one')] }), text(4, 'two')] }));
    equal(whole[0], '4');
  },
  'a name that is the text of the only child is not said twice': () => {
    const writer = new Writer();
    writer.begin();
    const once = writer.subtree(record(1, 'button', { role: 'button', name: 'Go', kids: [text(2, ' Go ')] }), () => false);
    equal(once.split('Go').length - 1, 1);
    writer.reset();
    writer.begin();
    const twice = writer.subtree(record(1, 'button', { role: 'button', name: 'Go on', kids: [text(2, 'Go')] }), () => false);
    equal(twice.split('Go').length - 1, 2);
  },
  'what the reader knows is referred to': () => {
    const writer = new Writer();
    writer.begin();
    const known = record(2, 'p');
    equal(writer.subtree(record(3, 'div', { kids: [known] }), (each) => each === known).endsWith(signed(2 - 3 - 1) + '1'), true);
  },
};
