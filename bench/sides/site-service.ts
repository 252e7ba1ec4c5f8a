import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../harness/serve';

// A service of breakers and meters that remembers only what it was told, so that its clients are what is measured. Counts what
// arrives, and the connections that are open at once.

/** What the service has seen. */
export interface SiteSeen {
  readonly mostConnections: number;
  /** When each call came, ms. */
  readonly callsMs: readonly number[];
  readonly commands: number;
  readonly open: number;
}

const prefix = '/api/v1';
const answerAfterMs = 20;

const data = (value: unknown) => JSON.stringify({ data: value });
const positions = new Map<string, string>();
const callsMs: number[] = [];
let commands = 0;
let connections = 0;
let mostConnections = 0;

function answer(method: string, path: string, body: string): string {
  if (path.startsWith(`${prefix}/serviceAccount`))
    return data({ token: 'token', expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
  const deviceId = path.split('/')[4] ?? '';
  if (method === 'POST') {
    commands += 1;
    positions.set(deviceId, (JSON.parse(body) as { command: string }).command);
    return '';
  }
  if (path.endsWith('/position')) return data({ position: positions.get(deviceId) ?? 'closed' });
  if (path.endsWith('/secondsUntilReset')) return data({ secondsUntilReset: 0 });
  if (path.endsWith('/reading'))
    return data({ ts: 1_780_000_000, currentA: 1138, voltageAN: 120_830, energy: 708_899 });
  return data({ id: deviceId, hardwareType: 'emcb', serialNumber: deviceId.slice(-6), sku: 'BREM1020' });
}

const server = createServer((request, response) => {
  callsMs.push(performance.now());
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.once('end', () => {
    const text = answer(request.method ?? '', (request.url ?? '').split('?', 1)[0] ?? '', body);
    setTimeout(() => {
      const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      response.writeHead(text === '' ? 204 : 200, text === '' ? {} : head);
      response.end(text);
    }, answerAfterMs);
  });
}).listen(0, '127.0.0.1');
server.keepAliveTimeout = 75_000;
server.on('connection', (socket) => {
  connections += 1;
  mostConnections = Math.max(mostConnections, connections);
  socket.once('close', () => {
    connections -= 1;
  });
});

serve({
  baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
  seen(): SiteSeen {
    const open = [...positions.values()].filter((position) => position === 'open').length;
    return { mostConnections, callsMs, commands, open };
  },
});
