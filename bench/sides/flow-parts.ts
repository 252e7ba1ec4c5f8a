/** The tab, and the nodes that flows of core nodes are made of. */
export const tab = '00000000000000d0';

/** An id of 16 digits that ends so. */
export const id = (end: string): string => end.padStart(16, '0');

const at = { z: tab, name: '', x: 300, y: 100 };

export const page = { id: tab, type: 'tab', label: 'fan-out', disabled: false, info: '' };

export const inject = (end: string, next: string) => ({
  ...at,
  id: id(end),
  type: 'inject',
  props: [{ p: 'payload' }],
  repeat: '',
  crontab: '',
  once: false,
  topic: '',
  payload: 'open',
  payloadType: 'str',
  wires: [[id(next)]],
});

/** A function node; `next` names what each of its outputs leads to. */
export const code = (end: string, func: string, next: readonly (readonly string[])[]) => ({
  ...at,
  id: id(end),
  type: 'function',
  func,
  outputs: next.length,
  timeout: 0,
  noerr: 0,
  initialize: '',
  finalize: '',
  libs: [],
  wires: next.map((ends) => ends.map(id)),
});

/** An http request node that takes method, address and headers from the message. */
export const ask = (end: string, next: string) => ({
  ...at,
  id: id(end),
  type: 'http request',
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
  wires: [[id(next)]],
});

/** A delay node that lets each message wait for one second. */
export const oneSecond = (end: string, next: string) => ({
  ...at,
  id: id(end),
  type: 'delay',
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
  wires: [[id(next)]],
});
