import { clippedTo, intersect } from '../clip.js';
import { equal } from './assert.js';

const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const whole = box(10, 10, 110, 60);
const style = (clipPath, clip = 'auto', position = 'static') => ({ clipPath, clip, position });

export const tests = {
  'null stands for no limit': () => {
    equal(intersect(null, whole), whole);
    equal(intersect(whole, null), whole);
    equal(intersect(whole, box(0, 20, 50, 100)), box(10, 20, 50, 60));
  },
  'an inset is taken off each side, in pixels and per cent': () => {
    equal(clippedTo(style('inset(10px 20%)'), whole), box(30, 20, 90, 50));
    equal(clippedTo(style('inset(50%)'), whole), box(60, 35, 60, 35));
  },
  'a polygon leaves the box around it': () => {
    equal(clippedTo(style('polygon(0px 0px, 50% 0px, 0px 100%)'), whole), box(10, 10, 60, 60));
  },
  'a circle without a radius leaves nothing, and one with it at most the box': () => {
    equal(clippedTo(style('circle(0px at 50% 50%)'), whole), box(10, 10, 10, 60));
    equal(clippedTo(style('circle(50% at 50% 50%)'), whole), whole);
  },
  'clip counts for what is positioned': () => {
    equal(clippedTo(style('none', 'rect(0px, 5px, 5px, 0px)', 'absolute'), whole), box(10, 10, 15, 15));
    equal(clippedTo(style('none', 'rect(auto, 5px, auto, 0px)', 'fixed'), whole), box(10, 10, 15, 60));
    equal(clippedTo(style('none', 'rect(0px, 5px, 5px, 0px)'), whole), null);
  },
};
