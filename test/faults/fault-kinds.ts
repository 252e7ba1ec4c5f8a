import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ProxyFault, Upstream } from './faulty-proxy';

type Headers = Readonly<Record<string, string>>;

const json = { 'content-type': 'application/json', connection: 'close' };
const html = { 'content-type': 'text/html', connection: 'close' };

function answer(status: number, headers: Headers, body = ''): ProxyFault {
  return {
    passes: false,
    meddle(response) {
      response.writeHead(status, headers);
      response.end(body);
    },
  };
}

function serviceError(status: number, headers: Headers = {}): ProxyFault {
  const body = JSON.stringify({ error: { message: 'not now', validations: [] } });
  return answer(status, { ...json, ...headers }, body);
}

/** The service carries the request out; its answer is meddled with. */
export function afterwards(meddle: (response: ServerResponse, upstream: Upstream, target: string) => void): ProxyFault {
  return {
    passes: true,
    meddle(response, upstream, target) {
      if (upstream === undefined) throw new Error('the service was not asked');
      meddle(response, upstream, target);
    },
  };
}

const cutOff: ProxyFault['meddle'] = (response) => response.socket?.destroy();
const staySilent: ProxyFault['meddle'] = () => {};

export interface FaultKind {
  readonly fault: ProxyFault;
  /** The client's own clock ends it. */
  readonly holds?: true;
  /** It is no fault for who follows the standard: the call succeeds all the same. */
  readonly harmless?: true;
}

/** What can happen on the way, before and after the service has carried a request out. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'reset before the service': { fault: { passes: false, meddle: cutOff } },
  'reset after the service': { fault: { passes: true, meddle: cutOff } },
  'silence before the service': { fault: { passes: false, meddle: staySilent }, holds: true },
  'silence after the service': { fault: { passes: true, meddle: staySilent }, holds: true },
  '401': { fault: serviceError(401) },
  '429': { fault: serviceError(429) },
  '429, Retry-After 2': { fault: serviceError(429, { 'retry-after': '2' }) },
  '429, Retry-After 1e300': { fault: serviceError(429, { 'retry-after': '1e300' }) },
  '429, Retry-After -1': { fault: serviceError(429, { 'retry-after': '-1' }) },
  '429, Retry-After soon': { fault: serviceError(429, { 'retry-after': 'soon' }) },
  '503 of the service': { fault: serviceError(503) },
  '503 without a body': { fault: answer(503, { connection: 'close' }) },
  '502 page of a gateway': { fault: answer(502, html, '<html>Bad gateway</html>') },
  '200 page of a portal': { fault: answer(200, html, '<html>Sign in</html>') },
  'answer replaced by a page': {
    fault: afterwards((response) => {
      response.writeHead(200, html);
      response.end('<html>Sign in</html>');
    }),
  },
  'answer cut off': {
    fault: afterwards((response) => {
      response.writeHead(200, { ...json, 'content-length': '10000' });
      response.write('{"data":', () => response.socket?.destroy());
    }),
  },
  'answer packed without being asked': {
    fault: afterwards((response, { status, headers, body }) => {
      const packed = body.length === 0 ? {} : { 'content-encoding': 'gzip' };
      response.writeHead(status, { ...headers, ...packed });
      response.end(body.length === 0 ? body : gzipSync(body));
    }),
    harmless: true,
  },
  redirect: { fault: answer(302, { connection: 'close', location: '/elsewhere' }) },
};
