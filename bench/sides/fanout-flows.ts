import type { FanoutAccess } from './fanout-service';

const tab = '00000000000000d0';
const account = '00000000000000d1';
const end = '00000000000000d9';

/** The inject node that begins it. */
export const start = '00000000000000d2';
/** What the log says when the last breaker is settled. */
export const doneText = 'every breaker is settled';

const begin = (next: string) => ({
  id: start,
  type: 'inject',
  z: tab,
  name: '',
  props: [{ p: 'payload' }],
  repeat: '',
  crontab: '',
  once: false,
  topic: '',
  payload: 'open',
  payloadType: 'str',
  x: 100,
  y: 100,
  wires: [[next]],
});

const code = (id: string, func: string, wires: readonly (readonly string[])[]) => ({
  id,
  type: 'function',
  z: tab,
  name: '',
  func,
  outputs: wires.length,
  timeout: 0,
  noerr: 0,
  initialize: '',
  finalize: '',
  libs: [],
  x: 300,
  y: 100,
  wires,
});

const page = { id: tab, type: 'tab', label: 'fan-out', disabled: false, info: '' };

export function ourCredentials({ apiKey, clientId, clientSecret }: FanoutAccess): Record<string, object> {
  return { [account]: { apiKey, orgClientId: clientId, orgSecret1: clientSecret } };
}

/** One node for all breakers, which reads each position back. */
export function ourFanout({ baseUrl, deviceIds }: FanoutAccess): object[] {
  const control = '00000000000000d3';
  return [
    page,
    { id: account, type: 'breaker-account', name: '', mode: 'service', baseUrl, armed: true, maxDevices: 10_000 },
    begin(control),
    {
      id: control,
      type: 'breaker-control',
      z: tab,
      name: '',
      account,
      target: 'devices',
      devices: deviceIds,
      action: 'open',
      mute: false,
      expiry: 60,
      x: 200,
      y: 100,
      wires: [[end]],
    },
    code(end, `node.warn('${doneText}');`, [[]]),
  ];
}

/**
 * A message a breaker through an http request node; what is busy comes again after a second. It neither looks at the breaker
 * before nor reads its position back: those are two more requests a breaker, as the other flow makes them.
 */
export function coreFanout({ baseUrl, apiKey, clientId, clientSecret, deviceIds }: FanoutAccess): object[] {
  const ids = { token: 'd3', askToken: 'd4', split: 'd5', each: 'd6', post: 'd7', settled: 'd8', again: 'da' };
  const id = (end: string) => `00000000000000${end}`;
  const headers = JSON.stringify({ 'Em-Api-Subscription-Key': apiKey, 'Content-Type': 'application/json' });
  const ask = (end: string, next: string) => ({
    id: id(end),
    type: 'http request',
    z: tab,
    name: '',
    method: 'use',
    ret: 'obj',
    paytoqs: 'ignore',
    url: '',
    tls: '',
    persist: true,
    proxy: '',
    insecureHTTPParser: false,
    authType: '',
    senderr: false,
    headers: [],
    x: 300,
    y: 200,
    wires: [[id(next)]],
  });
  const position = (deviceId: string) => `'${baseUrl}/devices/' + ${deviceId} + '/breaker/remoteHandle/position'`;
  return [
    page,
    begin(id(ids.token)),
    code(
      id(ids.token),
      `msg.method = 'POST'; msg.url = '${baseUrl}/serviceAccount/authToken'; msg.headers = ${headers};
msg.payload = { clientId: '${clientId}', clientSecret: '${clientSecret}' }; return msg;`,
      [[id(ids.askToken)]],
    ),
    ask(ids.askToken, ids.split),
    code(
      id(ids.split),
      `flow.set('token', msg.payload.data.token); flow.set('left', ${deviceIds.length});
return [${JSON.stringify(deviceIds)}.map((deviceId) => ({ deviceId }))];`,
      [[id(ids.each)]],
    ),
    code(
      id(ids.each),
      `msg.method = 'POST'; msg.url = ${position('msg.deviceId')};
msg.headers = { ...${headers}, Authorization: 'Bearer ' + flow.get('token') };
msg.payload = { command: 'open', reason: 'bench' }; return msg;`,
      [[id(ids.post)]],
    ),
    ask(ids.post, ids.settled),
    code(
      id(ids.settled),
      `if (msg.statusCode === 429) return [{ deviceId: msg.deviceId }, null];
const left = flow.get('left') - 1; flow.set('left', left); return left === 0 ? [null, msg] : null;`,
      [[id(ids.again)], [end]],
    ),
    {
      id: id(ids.again),
      type: 'delay',
      z: tab,
      name: '',
      pauseType: 'delay',
      timeout: '1',
      timeoutUnits: 'seconds',
      rate: '1',
      nbRateUnits: '1',
      rateUnits: 'second',
      randomFirst: '1',
      randomLast: '5',
      randomUnits: 'seconds',
      drop: false,
      allowrate: false,
      outputs: 1,
      x: 300,
      y: 300,
      wires: [[id(ids.each)]],
    },
    code(end, `node.warn('${doneText}');`, [[]]),
  ];
}
