// Steps about frames. Those of other processes run this program too, and do steps when they are told to.

const source = document.currentScript.textContent;
const waiting = new Map(); // frame → whether its document is loading

const follow = (frame) => {
  waiting.set(frame, true);
  frame.addEventListener('load', () => waiting.set(frame, false));
  return frame;
};

const inner = () => '<!doctype html><title>f</title><body>' + html() + html();
const alive = () => '<!doctype html><title>o</title><body>' + html() + '<script>' + source + '<' + '/script>';

const KINDS = {
  blank: () => ({}),
  srcdoc: () => ({ srcdoc: inner() }),
  same: () => ({ src: '/in' }),
  apart: () => ({ sandbox: 'allow-scripts', srcdoc: alive() }),
  cross: () => ({ src: '$THERE/in' }),
};

const changeFrame = (frame, kind) => {
  waiting.set(frame, true);
  const attributes = KINDS[kind]();
  if (attributes.src) frame.removeAttribute('srcdoc');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  if (kind === 'blank') waiting.set(frame, false);
  return kind;
};

const depth = () => {
  let n = 0;
  for (let w = window; w.parent !== w; w = w.parent) n++;
  return n;
};

steps.frames = {
  insert() {
    if (depth() > 1 || frames().length > 3) return 'enough';
    const frame = follow(document.createElement('iframe')), kind = pick(Object.keys(KINDS));
    frame.title = word();
    changeFrame(frame, kind);
    const at = container();
    at.insertBefore(frame, place(at));
    return `${kind} into ${label(at)}`;
  },
  remove() {
    const frame = pick(frames());
    frame?.remove();
    return label(frame);
  },
  move() {
    const frame = pick(frames()), to = container();
    if (!frame) return 'none';
    if (waiting.has(frame)) waiting.set(frame, true);
    return put(to, frame, place(to));
  },
  moveBefore() {
    const frame = pick(frames()), to = container();
    if (!frame || !to.moveBefore) return 'none';
    to.moveBefore(frame, place(to));
    return label(to);
  },
  go() {
    const frame = pick(frames());
    return frame ? changeFrame(frame, pick(Object.keys(KINDS))) : 'none';
  },
  inside() {
    const doc = documentOf(pick(frames()) ?? {});
    if (!doc?.body) return 'none';
    doc.body.insertAdjacentHTML('beforeend', html());
    return 'inserted';
  },
  write() {
    const doc = documentOf(pick(frames()) ?? {});
    if (!doc) return 'none';
    doc.open();
    doc.write(inner());
    doc.close();
    return 'anew';
  },
  style() {
    const frame = pick(frames());
    if (!frame) return 'none';
    frame.style.cssText = pick(['', 'display:none', 'visibility:hidden', 'width:0', 'position:absolute;left:-9999px']);
    return frame.style.cssText;
  },
  focus() {
    const doc = documentOf(pick(frames()) ?? {});
    const e = doc?.querySelector('button,input,a');
    e?.focus();
    return label(e);
  },
};

/** Asks the document of another process, and waits for its answer or its end. */
const ask = (frame, question) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  const asked = frame.contentWindow;
  const watch = setInterval(() => { if (!frame.isConnected || waiting.get(frame) || frame.contentWindow !== asked) end('gone'); }, 50);
  const end = (answer) => {
    clearInterval(watch);
    done(answer);
  };
  port1.onmessage = ({ data }) => end(data);
  asked.postMessage(question, '*', [port2]);
});

const strangers = () => frames().filter((frame) => frame.contentWindow && !documentOf(frame) && /currentScript/.test(frame.srcdoc) && frame.hasAttribute('sandbox') && !waiting.get(frame));

addEventListener('message', async ({ data, ports: [port] }) => {
  if (!port) return;
  if (data.step === undefined) await globalThis.quiet();
  port.postMessage(data.step === undefined ? 'quiet' : await globalThis.step(data.seed, data.step));
});
