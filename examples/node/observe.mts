// Opens a page, prints its tree, clicks the first button, and prints what that changed.
//   npx tsx examples/node/observe.mts [address of the page] [address of the server]
import { ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { Outcome } from '../../gen/ts/observer/v1/act_pb.ts';
import { ObserverService } from '../../gen/ts/observer/v1/observer_pb.ts';
import { SessionService } from '../../gen/ts/observer/v1/session_pb.ts';
import { TabService } from '../../gen/ts/observer/v1/tab_pb.ts';
import { Format } from '../../gen/ts/observer/v1/view_pb.ts';

const [url = 'https://example.org', server = '127.0.0.1:7788'] = process.argv.slice(2);
const sessionManager = new Http2SessionManager(`http://${server}`);
const transport = createGrpcTransport({ baseUrl: `http://${server}`, sessionManager });
const sessions = createClient(SessionService, transport);
const tabs = createClient(TabService, transport);
const observer = createClient(ObserverService, transport);

try {
  const { session } = await sessions.createSession({});
  const here = { sessionId: session!.sessionId };
  try {
    await tabs.openTab({ ...here, url });
    let button = '';
    for await (const { part } of observer.observe({ ...here, format: Format.BOTH })) {
      if (part.case !== 'chunk') continue;
      process.stdout.write(part.value.text);
      button ||= part.value.nodes.find(n => n.role === 'button' && n.ref)?.ref ?? '';
    }
    const steps = [{ action: { case: 'click' as const, value: { ref: button } } }];
    for await (const { event } of button ? observer.act({ ...here, steps }) : [])
      if (event.case === 'result') {
        const change = event.value.effect?.change;
        console.log(`${Outcome[event.value.outcome]}\n${change?.case === 'delta' ? change.value.text : ''}`);
      }
  } finally {
    await sessions.deleteSession(here);
  }
} catch (error) {
  console.error(ConnectError.from(error).message);
  process.exitCode = 1;
} finally {
  sessionManager.abort();
}
