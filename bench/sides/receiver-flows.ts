import { host } from '../load/signed-publish';

/** Where each flow takes publishes. */
export const targets = {
  own: '/breakerflow/streams/publish',
  core: '/publish',
} as const;

const tab = '00000000000000a0';
const endpoint = '00000000000000a1';
export const receiver = '00000000000000a2';
const sink = '00000000000000a3';

export interface ReceiverSettings {
  /** A port of its own; Node-RED's server where it is not given. */
  readonly port?: number;
  readonly output: 'publish' | 'channel';
  readonly duplicates?: 'memory' | 'redis';
}

/** Our receiver, with a node behind it that takes what it sends. */
export function ownFlow({ port, output, duplicates = 'memory' }: ReceiverSettings): object[] {
  return [
    { id: tab, type: 'tab', label: 'receiver', disabled: false, info: '' },
    {
      id: endpoint,
      type: 'breaker-endpoint',
      name: '',
      mount: port === undefined ? 'shared' : 'port',
      port: port ?? 1881,
      host: '127.0.0.1',
      tls: '',
      publicUrl: `https://${host}`,
      basePath: '/breakerflow',
      maxBody: 1024,
      window: 15,
      rate: '',
      duplicates,
      duplicateHours: 24,
    },
    {
      id: receiver,
      type: 'stream-receiver',
      z: tab,
      name: '',
      format: 'webhook',
      endpoint,
      route: '/streams',
      register: false,
      account: '',
      devices: [],
      description: 'Node-RED',
      removeWithNode: true,
      output,
      shape: 'tree',
      onlyDevices: '',
      channels: '',
      byException: false,
      deadBand: 0,
      deadBands: '',
      service: '',
      x: 100,
      y: 100,
      wires: [[sink], [], []],
    },
    { id: sink, type: 'junction', z: tab, x: 300, y: 100, wires: [[]] },
  ];
}

export const endpointId = endpoint;

const verify = `
const [, credential, names, signature] = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\\w+)/.exec(msg.req.headers.authorization || '') || [];
const [keyId, day, region, service] = (credential || '').split('/');
if (keyId !== env.get('KEY_ID')) { msg.statusCode = 403; msg.payload = {}; return [null, msg]; }
const options = { host: msg.req.headers.host, method: 'POST', path: msg.req.url, region, service, body: msg.payload, headers: {} };
for (const name of names.split(';')) options.headers[name] = msg.req.headers[name];
options.extraHeadersToIgnore = { 'content-length': true };
aws4.sign(options, { accessKeyId: keyId, secretAccessKey: env.get('SECRET') });
const expected = Buffer.from(options.headers.Authorization.slice(-64));
const skewMs = Math.abs(Date.now() - Date.parse(msg.req.headers['x-amz-date'].replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')));
if (skewMs > 900000 || signature.length !== 64 || !crypto.timingSafeEqual(expected, Buffer.from(signature))) { msg.statusCode = 403; msg.payload = {}; return [null, msg]; }
return [msg, null];`;

const check = `
try { msg.payload = JSON.parse(msg.payload); } catch (error) { msg.statusCode = 400; msg.payload = {}; return [null, msg]; }
const isText = (value) => typeof value === 'string' && value !== '';
const { deviceId, serialNumber, schemaVersion, transactionId, ts } = msg.payload;
if (![deviceId, serialNumber, schemaVersion, transactionId].every(isText) || !Number.isFinite(ts)) { msg.statusCode = 400; msg.payload = {}; return [null, msg]; }
return [msg, null];`;

const duplicates = `
const seen = context.get('seen') || { current: new Set(), previous: new Set() };
const key = msg.payload.deviceId + '/' + msg.payload.transactionId;
if (seen.current.has(key) || seen.previous.has(key)) return [null, msg];
if (seen.current.size >= 500000) { seen.previous = seen.current; seen.current = new Set(); }
seen.current.add(key);
context.set('seen', seen);
return [msg, null];`;

/** What a user would build of core nodes to do the same: verify with aws4, check, drop duplicates, answer. */
export function coreFlow(): object[] {
  const z = tab;
  const code = (id: string, func: string, outputs: readonly (readonly string[])[], libs: readonly object[] = []) => ({
    id,
    type: 'function',
    z,
    name: '',
    func,
    outputs: 2,
    timeout: 0,
    noerr: 0,
    initialize: '',
    finalize: '',
    libs,
    x: 200,
    y: 100,
    wires: outputs,
  });
  const ids = {
    entry: '00000000000000b1',
    verify: '00000000000000b2',
    check: '00000000000000b3',
    duplicates: '00000000000000b4',
    accept: '00000000000000b5',
    answer: '00000000000000b6',
  };
  const libs = [
    { var: 'aws4', module: 'aws4' },
    { var: 'crypto', module: 'crypto' },
  ];
  return [
    { id: tab, type: 'tab', label: 'core nodes', disabled: false, info: '' },
    {
      id: ids.entry,
      type: 'http in',
      z,
      name: '',
      url: targets.core,
      method: 'post',
      upload: false,
      swaggerDoc: '',
      x: 100,
      y: 100,
      wires: [[ids.verify]],
    },
    code(ids.verify, verify, [[ids.check], [ids.answer]], libs),
    code(ids.check, check, [[ids.duplicates], [ids.answer]]),
    code(ids.duplicates, duplicates, [[sink, ids.accept], [ids.accept]]),
    {
      id: ids.accept,
      type: 'change',
      z,
      name: '',
      rules: [
        { t: 'set', p: 'payload', pt: 'msg', to: '{}', tot: 'json' },
        { t: 'set', p: 'statusCode', pt: 'msg', to: '200', tot: 'num' },
      ],
      x: 400,
      y: 100,
      wires: [[ids.answer]],
    },
    { id: ids.answer, type: 'http response', z, name: '', statusCode: '', headers: {}, x: 500, y: 100, wires: [] },
    { id: sink, type: 'junction', z, x: 500, y: 200, wires: [[]] },
  ];
}
