import { collapse, contentText, isBlank, shownText, squeeze } from '../text.js';
import { equal } from './assert.js';

const style = (whiteSpaceCollapse, textTransform = 'none') => ({ whiteSpaceCollapse, textTransform });

export const tests = {
  'white space is that of HTML, not of Unicode': () => {
    equal([isBlank(''), isBlank(' \t\n\r\f'), isBlank('\u00a0'), isBlank('a')], [true, true, false, false]);
    equal(collapse(' a \n\t b\u00a0 c '), ' a b\u00a0 c ');
    equal(squeeze(' a \n b '), 'a b');
  },
  'a text is collapsed as its style says': () => {
    equal(shownText('a  b\n c', style('collapse')), 'a b c');
    equal(shownText('a  b\n c', style('preserve')), 'a  b\n c');
    equal(shownText('a  b\n c', style('preserve-breaks')), 'a b\n c');
  },
  'a text is in the letters of its style': () => {
    equal(shownText('ab cd', style('collapse', 'uppercase')), 'AB CD');
    equal(shownText("o'neil and-co", style('collapse', 'capitalize')), "O'neil And-Co");
  },
  'a lone surrogate becomes a replacement character': () => {
    equal(shownText('a\ud800b', style('collapse')), 'a\ufffdb');
  },
  'generated text is read from what content computes to': () => {
    equal(contentText('none', 'auto', 0), '');
    equal(contentText('"a\\22 b" "c"', 'auto', 0), 'a"bc');
    equal(contentText('url("x.png") / "an arrow"', 'auto', 0), 'an arrow');
    equal(contentText('counter(item) ". "', 'auto', 0), '. ');
    equal(contentText('open-quote "x" close-quote', '"«" "»" "‹" "›"', 1), '‹x›');
    equal(contentText('open-quote', 'none', 0), '');
  },
};
