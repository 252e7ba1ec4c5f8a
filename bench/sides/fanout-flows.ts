import type { FanoutAccess } from './fanout-service';
import { ask, code, id, inject, oneSecond, page, tab } from './flow-parts';

const account = id('d1');
const begin = 'd2';
const end = 'd9';

/** The inject node that begins it. */
export const start = id(begin);
/** What the log says when the last breaker is settled. */
export const doneText = 'every breaker is settled';
const done = code(end, `node.warn('${doneText}');`, [[]]);

export function ourCredentials({ apiKey, clientId, clientSecret }: FanoutAccess): Record<string, object> {
  return { [account]: { apiKey, orgClientId: clientId, orgSecret1: clientSecret } };
}

/** One node for all breakers, which checks what each feeds before and reads its position back. */
export function ourFanout({ baseUrl, deviceIds }: FanoutAccess): object[] {
  const control = id('d3');
  return [
    page,
    { id: account, type: 'breaker-account', name: '', mode: 'service', baseUrl, armed: true, maxDevices: 10_000 },
    inject(begin, 'd3'),
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
      wires: [[id(end)]],
    },
    done,
  ];
}

/** What a flow of core nodes does for each breaker; reading back, like ours, tells that no timer closes it later. */
export type CoreKind = 'sends' | 'checks, sends, reads back';

/**
 * A message a breaker through an http request node for each request; what is busy comes again after a second. The flow that
 * only sends leaves out what makes it safe: it neither looks what the breaker feeds nor whether it has opened.
 */
export function coreFanout(access: FanoutAccess, kind: CoreKind): object[] {
  const { baseUrl, apiKey, clientId, clientSecret, deviceIds } = access;
  const headers = JSON.stringify({ 'Em-Api-Subscription-Key': apiKey, 'Content-Type': 'application/json' });
  const request = (method: string, path: string) =>
    `msg.method = '${method}'; msg.url = '${baseUrl}/devices/' + msg.deviceId + '${path}';
msg.headers = { ...${headers}, Authorization: 'Bearer ' + flow.get('token') };`;
  const position = '/breaker/remoteHandle/position';
  const timer = '/breaker/remoteHandle/secondsUntilReset';
  const settled = "const left = flow.get('left') - 1; flow.set('left', left);";
  const isWhole = kind !== 'sends';
  const command = [
    code(
      'd6',
      `${request('POST', position)} msg.payload = { command: 'open', reason: 'bench'${isWhole ? ', secondsUntilReset: 0' : ''} }; return msg;`,
      [['d7']],
    ),
    ask('d7', 'd8'),
    oneSecond('da', 'd6'),
  ];
  const checks = [
    code('db', `${request('GET', '')} delete msg.payload; return msg;`, [['dc']]),
    ask('dc', 'dd'),
    code(
      'dd',
      `if (msg.statusCode === 200 && msg.payload.data.loadDetails?.type !== 'freezer') return [msg, null];
${settled} return left === 0 ? [null, msg] : null;`,
      [['d6'], [end]],
    ),
  ];
  const readsBack = [
    code('de', `${request('GET', position)} delete msg.payload; return msg;`, [['df']]),
    ask('df', 'e0'),
    code(
      'e0',
      `if (msg.statusCode === 200 && msg.payload.data.position !== 'open') return [{ deviceId: msg.deviceId }, null];
return [null, msg];`,
      [['e1'], ['e2']],
    ),
    oneSecond('e1', 'de'),
    code('e2', `${request('GET', timer)} delete msg.payload; return msg;`, [['e3']]),
    ask('e3', 'e4'),
    code(
      'e4',
      `if (msg.statusCode === 200 && msg.payload.data.secondsUntilReset !== 0) return [{ deviceId: msg.deviceId }, null];
${settled} return left === 0 ? [null, msg] : null;`,
      [['e1'], [end]],
    ),
  ];
  return [
    page,
    inject(begin, 'd3'),
    code(
      'd3',
      `msg.method = 'POST'; msg.url = '${baseUrl}/serviceAccount/authToken'; msg.headers = ${headers};
msg.payload = { clientId: '${clientId}', clientSecret: '${clientSecret}' }; return msg;`,
      [['d4']],
    ),
    ask('d4', 'd5'),
    code(
      'd5',
      `flow.set('token', msg.payload.data.token); flow.set('left', ${deviceIds.length});
return [${JSON.stringify(deviceIds)}.map((deviceId) => ({ deviceId }))];`,
      [[isWhole ? 'db' : 'd6']],
    ),
    ...command,
    code(
      'd8',
      `if (msg.statusCode === 429) return [{ deviceId: msg.deviceId }, null, null];
${isWhole ? 'if (msg.statusCode < 300) return [null, msg, null];' : ''}
${settled} return left === 0 ? [null, null, msg] : null;`,
      [['da'], isWhole ? ['de'] : [], [end]],
    ),
    ...(isWhole ? [...checks, ...readsBack] : []),
    done,
  ];
}
