// observer-svc as a contestant: `node bench.mjs --contestant <this file>`.
// The service runs in a process of its own and is called through gRPC, as its users call it.
// OBSERVER_SVC names the binary; without it the one that `make build` leaves in bin/ is used.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const binary = process.env.OBSERVER_SVC ?? path.join(root, 'bin/observer-svc');

/** Loads the contract from the .proto files. */
function contract() {
  const definition = loader.loadSync('observer/v1/observer.proto', {
    includeDirs: [path.join(root, 'proto'), path.join(root, 'third_party/protovalidate')],
    keepCase: true, longs: String, enums: String, defaults: true, oneofs: true,
  });
  const more = ['session', 'tab'].map(f => loader.loadSync(`observer/v1/${f}.proto`, {
    includeDirs: [path.join(root, 'proto'), path.join(root, 'third_party/protovalidate')],
    keepCase: true, longs: String, enums: String, defaults: true, oneofs: true,
  }));
  return grpc.loadPackageDefinition(Object.assign({}, definition, ...more)).observer.v1;
}

/** Starts the server and resolves with its address, which it prints on stderr. */
function serve(ctx) {
  const proc = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--chromium', ctx.chrome], { env: ctx.env, stdio: ['ignore', 'ignore', 'pipe'] });
  ctx.reaper.add(proc.pid);
  const address = new Promise((resolve, reject) => {
    let seen = '';
    proc.stderr.on('data', d => {
      seen += d;
      const m = /127\.0\.0\.1:\d+/.exec(seen);
      if (m) resolve(m[0]);
    });
    proc.on('exit', code => reject(new Error(`observer-svc ended with ${code}: ${seen.slice(-400)}`)));
  });
  return { proc, address };
}

const unary = (client, method, request) => new Promise((resolve, reject) =>
  client[method](request, (err, answer) => (err ? reject(err) : resolve(answer))));

/** Collects a finite server stream. */
const collect = (client, method, request) => new Promise((resolve, reject) => {
  const all = [];
  const stream = client[method](request);
  stream.on('data', m => all.push(m)).on('error', reject).on('end', () => resolve(all));
});

/**
 * A diff with the removed lines at its end: the bench takes the first line of a kind in an answer for
 * the state of the page, and in a diff the old one stands before the new one.
 */
const newFirst = diff => {
  const lines = diff.split('\n');
  const old = line => line.startsWith('-');
  return [...lines.filter(l => !old(l)), ...lines.filter(old)].join('\n');
};

export default async function observer(ctx) {
  const { proc, address } = serve(ctx);
  const target = await address;
  const { ObserverService, SessionService, TabService } = contract();
  const insecure = grpc.credentials.createInsecure();
  const clients = [ObserverService, SessionService, TabService].map(S => new S(target, insecure));
  const [observe, sessions, tabs] = clients;
  const { session } = await unary(sessions, 'CreateSession', { label: 'peers' });
  const session_id = session.session_id;
  let tab_id = '';

  const snapshot = async view => {
    const parts = await collect(observe, 'Observe', { session_id, tab_id, view });
    return { text: parts.map(p => p.chunk?.text ?? '').join('') };
  };
  const act = settle_until => async ref => {
    const events = await collect(observe, 'Act', { session_id, tab_id, settle_until, steps: [{ click: { ref } }] });
    const effect = events.find(e => e.result)?.result.effect;
    return { text: effect?.delta ? newFirst(effect.delta.text) : effect?.full?.text ?? '' };
  };
  return {
    name: 'observer-svc', version: 'this checkout', roots: () => [proc.pid],
    async open(url) {
      if (tab_id) await unary(tabs, 'CloseTab', { session_id, tab_id });
      tab_id = (await unary(tabs, 'OpenTab', { session_id, url })).tab.tab_id;
    },
    modes: { default: () => snapshot({}), interactive: () => snapshot({ interactive_only: true }) },
    refMode: 'default',
    countRefs: text => new Set(text.match(/\[ref=e\d+/g)).size,
    findRef: (text, role, name) => {
      for (const line of text.split('\n')) {
        if (line.trimStart().startsWith(`- ${role} ${JSON.stringify(name)}`)) return /\[ref=(e\d+)\]/.exec(line)?.[1] ?? null;
      }
      return null;
    },
    click: act('SETTLE_UNTIL_QUIET'),
    feedback: {
      'act (diff in the answer, page quiet)': { run: act('SETTLE_UNTIL_QUIET') },
      'act (diff in the answer, first change)': { run: act('SETTLE_UNTIL_FIRST_CHANGE') },
    },
    watch: {
      WatchDiff: {
        kind: 'push',
        fn: async cb => {
          const stream = observe.WatchDiff({ session_id, tab_id });
          stream.on('error', () => {});
          await new Promise(resolve => stream.on('data', m => {
            if (m.current) resolve();
            if (m.delta) cb(newFirst(m.delta.text));
          }));
          return () => stream.cancel();
        },
      },
    },
    async stop() {
      for (const c of clients) c.close();
      proc.kill();
      await ctx.reaper.end(proc.pid, 5000);
    },
  };
}
