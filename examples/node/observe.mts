// Opens a page, prints its tree, clicks the first button, and prints what that changed.
//   npx tsx examples/node/observe.mts [address of the page] [address of the server]
import { credentials, loadPackageDefinition, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { promisify } from 'node:util';

const root = new URL('../../', import.meta.url).pathname;
const files = ['session', 'tab', 'observer'].map(name => `observer/v1/${name}.proto`);
const api = (loadPackageDefinition(loadSync(files, {
  includeDirs: [`${root}proto`, `${root}third_party/protovalidate`], enums: String, defaults: true, oneofs: true,
})) as any).observer.v1;

const [url = 'https://example.org', server = '127.0.0.1:7788'] = process.argv.slice(2);
const connect = (name: string) => new api[name](server, credentials.createInsecure());
const call = (client: any, method: string, request: object): Promise<any> => promisify(client[method].bind(client))(request);
const [sessions, tabs, observer] = ['SessionService', 'TabService', 'ObserverService'].map(connect);

try {
  const { session } = await call(sessions, 'CreateSession', {});
  const here = { sessionId: session.sessionId };
  try {
    await call(tabs, 'OpenTab', { ...here, url });
    let button = '';
    for await (const message of observer.Observe({ ...here, format: 'FORMAT_BOTH' })) {
      process.stdout.write(message.chunk?.text ?? '');
      button ||= message.chunk?.nodes.find((n: any) => n.role === 'button' && n.ref)?.ref ?? '';
    }
    for await (const message of button ? observer.Act({ ...here, steps: [{ click: { ref: button } }] }) : [])
      if (message.result) console.log(`${message.result.outcome}\n${message.result.effect?.delta?.text ?? ''}`);
  } finally {
    await call(sessions, 'DeleteSession', here);
  }
} catch (error) {
  console.error((error as ServiceError).details ?? error);
  process.exitCode = 1;
}
