// Evaluated in the page's own world: listeners can be seen from there only. The value is a function that
// only the debugger holds. It calls nothing but command line utilities of DevTools, which are native
// and not the page's to replace, and reads nothing but own properties of arrays and strings: what
// a page added to Object.prototype must neither be run nor be taken for a listener. Shadow roots are
// handed in, because reading the property of an element that holds one could be seen by the page. The
// answer is, for the document and each of them, the number of elements and the places of those with click
// listeners among them, each as the gap to the one before, in the wire's numbers (wire.js). In a browser without
// the utilities there is no such function. A page may have its own of the same names, which hide them: the service
// looks for these, and then does not use what it got here.
(() => {
  if (typeof $$ !== 'function' || typeof getEventListeners !== 'function') return undefined;
  const select = $$, listeners = getEventListeners;
  const LAST = '0123456789ABCDEFGHIJKLMNOPQRSTUV', MORE = "abcdefghijklmnopqrstuvwxyz!#$%&'";
  const number = (n) => {
    let s = '';
    while (n >= 32) {
      s += MORE[n & 31];
      n = (n - (n & 31)) / 32;
    }
    return s + LAST[n];
  };
  const tells = (heard) => {
    for (const type in { __proto__: null, ...heard }) {
      if (type === 'click' || type === 'dblclick' || type === 'mousedown' || type === 'mouseup' || type === 'pointerdown' || type === 'pointerup') return true;
    }
    return false;
  };
  // Most elements have no listeners, and an object of which nothing is enumerated needs no second look.
  const isHeard = (element) => {
    const heard = listeners(element);
    for (const any in heard) return tells(heard);
    return false;
  };
  const places = (all) => {
    let answer = number(all.length), last = -1;
    for (let i = 0; i < all.length; i++) {
      if (!isHeard(all[i])) continue;
      answer += number(i - last);
      last = i;
    }
    return answer + number(0);
  };
  return (roots) => {
    let answer = places(select('*'));
    for (let i = 0; i < roots.length; i++) answer += places(select('*', roots[i]));
    return answer;
  };
})()
