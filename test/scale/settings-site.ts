import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepting } from '../../bench/harness/recipe';
import { freePort } from '../support/free-port';
import { localhostCertificate } from '../support/localhost-certificate';
import { type Engines, startProxy } from './engines';
import { redScript } from './red-script';

/** One pair of Node.js and Node-RED, as scripts/lanes.mjs prepares it. */
export interface Lane {
  readonly name: string;
  readonly node: string;
  readonly script: string;
}

export function lanesOfThisRun(): readonly Lane[] {
  return JSON.parse(process.env.SCALE_LANES ?? '[]') as Lane[];
}

export interface Settings {
  readonly adminRoot: string;
  readonly nodeRoot: string;
  /** More lines of settings.js. */
  readonly extra: string;
}

export const mounts = ['port', 'shared'] as const;
/** Straight to Node-RED, or through nginx that keeps the Host header or does not. */
export const ways = ['direct', 'nginx', 'nginx-rewriting'] as const;
export type Mount = (typeof mounts)[number];
export type Way = (typeof ways)[number];

export const credential = { accessKeyId: 'AKIDSETTINGS', secretAccessKey: 'settings/secret' };
export const next = { accessKeyId: 'AKIDNEXT', secretAccessKey: 'next/secret' };
export const secretHeader = 'X-Breakerflow-Secret';
export const secret = 'webhook-secret';

/** Where requests of one way to one mount go. */
export interface Entry {
  readonly mount: Mount;
  readonly way: Way;
  readonly secure: boolean;
  readonly port: number;
  /** As of the public URL. */
  readonly host: string;
  /** Before the receivers' own routes. */
  readonly basePath: string;
  /** The ids of the nodes. */
  readonly endpoint: string;
  readonly stream: string;
  readonly webhook: string;
}

export interface SettingsSite {
  readonly entries: readonly Entry[];
  /** What came out of the receivers of an entry since the last call. */
  taken(entry: Entry): Promise<string[]>;
  /** What Node-RED has printed. */
  readonly lines: readonly string[];
  /** What the dialogs ask. */
  ask(method: 'GET' | 'POST', path: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** A Node-RED with a receiver and a webhook for each way to each mount, and nginx before it. */
export async function startSettingsSite(lane: Lane, settings: Settings): Promise<SettingsSite> {
  const redPort = await freePort();
  const made: (Entry & { readonly innerPort: number })[] = [];
  for (const mount of mounts)
    for (const way of ways) {
      const innerPort = mount === 'shared' ? redPort : await freePort();
      const port = way === 'direct' ? innerPort : await freePort();
      const id = (kind: string) => `${kind}-${mount}-${way}`;
      made.push({
        mount,
        way,
        innerPort,
        secure: way !== 'direct',
        port,
        host: way === 'direct' ? 'flows.local' : `localhost:${port}`,
        basePath: `${mount === 'shared' ? settings.nodeRoot.replace(/\/$/, '') : ''}/in-${way}`,
        endpoint: id('endpoint'),
        stream: id('stream'),
        webhook: id('webhook'),
      });
    }
  const proxied = made.filter(({ way }) => way !== 'direct');
  const proxy = await startProxy(nginxConfiguration(proxied), proxied[0]?.port ?? 0, {
    'certificate.pem': localhostCertificate.certificate,
    'key.pem': localhostCertificate.key,
  });
  const red = await startRed(lane, settings, redPort, made, proxy);
  for (const { innerPort } of made) await accepting(innerPort);
  const read = new Map<string, number>();

  return {
    entries: made,
    lines: red.lines,
    async taken({ stream, webhook }) {
      const all = red.lines.flatMap((line) => /^TAKEN (\S+) (\S+)$/.exec(line)?.slice(1, 3).join(' ') ?? []);
      const own = all.filter((line) => line.startsWith(`${stream} `) || line.startsWith(`${webhook} `));
      const before = read.get(stream) ?? 0;
      read.set(stream, own.length);
      return own.slice(before).map((line) => line.split(' ')[1] ?? '');
    },
    async ask(method, path) {
      const url = `http://127.0.0.1:${redPort}${settings.adminRoot.replace(/\/?$/, '/')}breakerflow/${path}`;
      const body = method === 'POST' ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : {};
      const answer = await fetch(url, { method, ...body });
      if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    async stop() {
      await red.stop();
      await proxy.stop();
    },
  };
}

async function startRed(
  lane: Lane,
  { adminRoot, nodeRoot, extra }: Settings,
  port: number,
  entries: readonly (Entry & { readonly innerPort: number })[],
  { directory }: Engines,
) {
  const { quietSettings, makeUserDirectory, startNodeRed } = await redScript();
  const userDirectory = join(directory, 'red');
  const settings = quietSettings({ port, adminRoot, nodeRoot, extra: `credentialSecret: false, ${extra}` });
  makeUserDirectory(userDirectory, { settings, flows: flowOf(entries) });
  const credentials = entries.flatMap(({ stream, webhook }) => [
    [stream, { ...credential, nextAccessKeyId: next.accessKeyId, nextSecretAccessKey: next.secretAccessKey }],
    [webhook, { secret }],
  ]);
  writeFileSync(join(userDirectory, 'flows_cred.json'), JSON.stringify(Object.fromEntries(credentials)));
  // The test from outside trusts the proxy's certificate as it would that of a public authority.
  process.env.NODE_EXTRA_CA_CERTS = join(directory, 'certificate.pem');
  try {
    return await startNodeRed(userDirectory, lane);
  } finally {
    delete process.env.NODE_EXTRA_CA_CERTS;
  }
}

function flowOf(entries: readonly (Entry & { readonly innerPort: number })[]): object[] {
  const place = { z: 'tab', x: 100, y: 100 };
  const nodes = entries.flatMap(({ mount, way, host, innerPort, endpoint, stream, webhook }) => {
    const common = { ...place, endpoint, register: false };
    const print = (id: string) => ({
      ...place,
      id: `print-${id}`,
      type: 'function',
      outputs: 0,
      wires: [],
      func: `console.log('TAKEN ${id} ' + (msg.transactionId || msg.topic));`,
    });
    return [
      {
        id: endpoint,
        type: 'breaker-endpoint',
        mount,
        port: innerPort,
        publicUrl: `https://${host}`,
        basePath: `/in-${way}`,
        maxBody: 4,
      },
      { ...common, id: stream, type: 'stream-receiver', wires: [[`print-${stream}`], [], []] },
      { ...common, id: webhook, type: 'webhook-in', header: secretHeader, wires: [[`print-${webhook}`]] },
      print(stream),
      print(webhook),
    ];
  });
  return [{ id: 'tab', type: 'tab', label: 'Receivers' }, ...nodes];
}

function nginxConfiguration(entries: readonly (Entry & { readonly innerPort: number })[]): string {
  const servers = entries.map(
    ({ way, port, innerPort }) => `server {
      listen 127.0.0.1:${port} ssl;
      ssl_certificate certificate.pem;
      ssl_certificate_key key.pem;
      location / {
        proxy_pass http://127.0.0.1:${innerPort};
        proxy_http_version 1.1;
        ${way === 'nginx' ? 'proxy_set_header Host $http_host;' : ''}
      }
    }`,
  );
  return `worker_processes 1; pid nginx.pid; error_log stderr warn; events { worker_connections 256; }
    http { access_log off; client_max_body_size 8m; ${servers.join('\n')} }`;
}
