import type { SharedTexts } from '../../admin-api';
import { responses } from '../../receiver';
import { type AddressRange, addressRange } from './address-range';
import type { OutsideAnswer, OutsideFailure, OutsideResponse } from './outside-request';

export type FindingKey = keyof SharedTexts['outside']['finding'];

/** What a test has found, as a text key and its parameters. */
export interface Finding {
  readonly key: FindingKey;
  readonly params: Readonly<Record<string, string>>;
}

/** What was seen of one request to an origin, besides whether it arrived at its route. */
export interface Observation {
  /** The origin that was called, and the path at it. */
  readonly origin: string;
  readonly path: string;
  /** Called directly at its port on this machine. */
  readonly isLocal: boolean;
  readonly response: OutsideResponse;
  /** The path at which this endpoint has got the request, where it is another one than was called. */
  readonly otherPath?: string | undefined;
}

type Row<Seen> = readonly [key: FindingKey, is: (seen: Seen) => boolean];

const code = (failure: OutsideFailure, ...codes: readonly string[]) => codes.includes(failure.message);

/** By stage. The first row that fits counts. */
const failures: Readonly<Record<OutsideFailure['failed'], readonly Row<OutsideFailure>[]>> = {
  name: [
    ['noName', (failure) => code(failure, 'ENOTFOUND')],
    ['noResolver', () => true],
  ],
  connection: [
    ['refused', (failure) => code(failure, 'ECONNREFUSED')],
    ['noForward', (failure) => code(failure, 'ETIMEDOUT')],
    ['unreachable', () => true],
  ],
  certificate: [
    ['certificateExpired', (failure) => code(failure, 'CERT_HAS_EXPIRED')],
    ['certificateEarly', (failure) => code(failure, 'CERT_NOT_YET_VALID')],
    ['certificateName', (failure) => code(failure, 'ERR_TLS_CERT_ALTNAME_INVALID')],
    ['noCertificate', ({ message }) => /ALERT|UNRECOGNIZED_NAME|^ECONNRESET$|^ETIMEDOUT$/i.test(message)],
    ['plainHttp', ({ message }) => /^(EPROTO|ERR_SSL_)/.test(message)],
    ['certificateUntrusted', () => true],
  ],
  answer: [
    ['slowAnswer', (failure) => code(failure, 'ETIMEDOUT')],
    ['notHttp', ({ message }) => message.startsWith('HPE_')],
    ['noAnswer', () => true],
  ],
};

interface Answered extends OutsideAnswer {
  readonly called: URL;
  readonly otherPath: string | undefined;
  /** Where a redirect leads. */
  readonly location: URL | undefined;
}

const status = (answer: Answered, ...statuses: readonly number[]) => statuses.includes(answer.status);
const isPage = ({ headers, body }: Answered) =>
  /\bhtml\b/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body);
/** The exact body of a refusal of ours: nobody else gives this answer with this status. */
const ownRefusals = new Map(
  Object.values(responses).flatMap(({ status, body }) => (status < 400 ? [] : [[status, body]])),
);

/** Something else than the route of the test has answered. The first row that fits counts. */
const answers: readonly Row<Answered>[] = [
  ['otherPath', ({ otherPath }) => otherPath !== undefined],
  ['challenge', ({ headers }) => headers['cf-mitigated'] !== undefined],
  ['loginRedirect', ({ location }) => location !== undefined && isLogin(location)],
  [
    'redirectHttps',
    ({ location, called }) =>
      location?.protocol === 'https:' && location.hostname === called.hostname && location.pathname === called.pathname,
  ],
  ['redirect', (answer) => answer.status >= 300 && answer.status < 400],
  ['noTunnel', (answer) => status(answer, 530) || (isPage(answer) && /\berror(?: code:?)? 1033\b/i.test(answer.body))],
  ['otherEndpoint', ({ status, body }) => ownRefusals.get(status) === body],
  ['basicAuth', (answer) => status(answer, 401, 407)],
  ['originTls', (answer) => status(answer, 525, 526)],
  ['gateway', (answer) => status(answer, 502, 503, 504, 520, 521, 522, 523, 524)],
  ['editor', ({ body }) => /<title>\s*Node-RED\b/i.test(body)],
  ['otherNodeRed', (answer) => status(answer, 404) && /<pre>Cannot (GET|POST) /.test(answer.body)],
  ['notFound', (answer) => status(answer, 404, 410)],
  ['methodBlocked', (answer) => status(answer, 405, 501)],
  ['tooLarge', (answer) => status(answer, 413)],
  ['blocked', (answer) => status(answer, 403, 406, 429)],
  ['page', isPage],
  ['otherServer', () => true],
];

function isLogin({ hostname, pathname }: URL): boolean {
  return (
    hostname.endsWith('.cloudflareaccess.com') || /log-?in|sign-?in|\bauth|\bsso\b/i.test(`${hostname}${pathname}`)
  );
}

/** Why a request did not arrive at its route. */
export function findingOf({ origin, path, isLocal, response, otherPath }: Observation): Finding {
  if (isLocal) {
    const reason = 'failed' in response ? response.message : String(response.status);
    return { key: localKey(response), params: { reason } };
  }
  const params = paramsOf(response, otherPath);
  if ('failed' in response) return { key: first(failures[response.failed], response), params };
  const location = locationOf(response, origin);
  const seen: Answered = { ...response, called: new URL(path, origin), otherPath, location };
  return { key: first(answers, seen), params: { ...params, location: location === undefined ? '' : short(location) } };
}

function localKey(response: OutsideResponse): FindingKey {
  if (!('failed' in response)) return response.status === 401 ? 'wantsUser' : 'localOther';
  return response.message === 'ECONNREFUSED' ? 'notListening' : 'localOther';
}

const rangeKeys = {
  thisMachine: 'thisMachineAddress',
  private: 'privateAddress',
  carrier: 'carrierAddress',
} as const satisfies Readonly<Record<AddressRange, FindingKey>>;

/** What speaks against the addresses of a name, though it has some. */
export function addressFinding(origin: string, { addresses }: OutsideResponse): Finding | undefined {
  const range = addresses.map(addressRange).find((each) => each !== undefined);
  if (range === undefined) return undefined;
  const inTailnet = range !== 'thisMachine' && new URL(origin).hostname.endsWith('.ts.net');
  const key = inTailnet ? 'tailnetAddress' : rangeKeys[range];
  return { key, params: { address: addresses.join(', ') } };
}

/** This machine's clock compared with that of what answered, where they are further apart than a signature may be old. */
export function clockFinding(local: OutsideAnswer, outside: OutsideAnswer, windowMs: number): Finding | undefined {
  // What answers from a cache has the time of the first answer.
  if (outside.headers.age !== undefined) return undefined;
  const apartMs = Date.parse(local.headers.date ?? '') - Date.parse(outside.headers.date ?? '');
  if (!(Math.abs(apartMs) > windowMs)) return undefined;
  return { key: 'clockOff', params: { minutes: String(Math.round(Math.abs(apartMs) / 60_000)) } };
}

function first<Seen>(rows: readonly Row<Seen>[], seen: Seen): FindingKey {
  // The last row fits everything.
  return (rows.find(([, is]) => is(seen)) as Row<Seen>)[0];
}

function paramsOf(response: OutsideResponse, otherPath = ''): Readonly<Record<string, string>> {
  return 'failed' in response
    ? { code: response.message, address: response.addresses.join(', ') }
    : { status: String(response.status), server: (response.headers.server ?? '').slice(0, 60), path: otherPath };
}

function locationOf({ status, headers }: OutsideAnswer, origin: string): URL | undefined {
  if (status < 300 || status >= 400 || headers.location === undefined) return undefined;
  try {
    return new URL(headers.location, origin);
  } catch {
    return undefined;
  }
}

/** Without its query, which may hold what somebody else's login has put there. */
function short({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.slice(0, 120);
}
