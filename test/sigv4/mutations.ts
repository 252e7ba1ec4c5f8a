import { type ArrivedRequest, headerOf, withHeader } from './arrived-request';

/** Numbers from 0 to below 1 that depend on a seed only (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

/** Changes something in `request`; `other` is another valid request. */
export type Mutation = (request: ArrivedRequest, random: Random, other: ArrivedRequest) => ArrivedRequest;

export function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[below(items.length, random)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** One edit of a text of bytes: a flipped bit, a byte replaced, put in, taken out or doubled, or a cut. */
function edited(text: string, random: Random): string {
  const at = below(text.length + 1, random);
  const byte = String.fromCharCode(pick([below(256, random), ...Buffer.from('/%.?&=+ ;,:"aA0')], random));
  const edits = [
    () =>
      text.slice(0, at) +
      String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << below(8, random))) +
      text.slice(at + 1),
    () => text.slice(0, at) + byte + text.slice(at + 1),
    () => text.slice(0, at) + byte + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at, at + 1) + text.slice(at),
    () => text.slice(0, at),
  ];
  return pick(edits, random)();
}

function inAuthorization(pattern: RegExp, change: (found: string, random: Random) => string): Mutation {
  return (request, random) => {
    const value = headerOf(request, 'authorization');
    return withHeader(
      request,
      'authorization',
      value.replace(pattern, (found) => change(found, random)),
    );
  };
}

function takenFrom(name: string): Mutation {
  return (request, _random, other) => withHeader(request, name, headerOf(other, name));
}

const interestingHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD'],
  ['X-Amz-Content-Sha256', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'],
  ['X-Amz-Content-Sha256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['X-Amz-Security-Token', 'token'],
  ['X-Amz-Date', '20260115T120000Z'],
  ['X-Amz-Target', 'Stream.Publish'],
  ['Host', 'flows.example.com'],
  ['Host', 'elsewhere.example.com'],
  ['Content-Type', 'application/json'],
  ['Authorization', 'Basic QUtJRDpzZWNyZXQ='],
];

/** Every kind of change that the property test draws from. */
export const mutationKinds: Readonly<Record<string, Mutation>> = {
  method: (request, random) => ({ ...request, method: pick(['GET', 'POST', 'PUT', 'post', 'HEAD', ''], random) }),
  'target edited': (request, random) => ({ ...request, target: edited(request.target, random) }),
  'target of another request': (request, _random, other) => ({ ...request, target: other.target }),
  'target decoded': (request) => ({
    ...request,
    target: request.target.replace(/%([0-9A-F]{2})/, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  }),
  'target encoded': (request, random) => {
    const at = 1 + below(request.target.length, random);
    const code = request.target.charCodeAt(at) || 0;
    const triplet = `%${code.toString(16).padStart(2, '0').toUpperCase()}`;
    return { ...request, target: request.target.slice(0, at) + triplet + request.target.slice(at + 1) };
  },
  'target with more in its query': (request, random) => {
    const parameter = pick(['a', 'a=1', 'b=%20', '=', 'X-Amz-Signature=0', 'x-amz-credential=AKID'], random);
    return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${parameter}` };
  },
  'credentials moved to the query': (request) => {
    const signature = headerOf(request, 'authorization').slice(-64);
    const moved = withHeader(request, 'authorization', undefined);
    return { ...moved, target: `${request.target}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${signature}` };
  },
  'header value edited': (request, random) => {
    const at = 1 + 2 * below(request.rawHeaders.length / 2, random);
    return { ...request, rawHeaders: request.rawHeaders.with(at, edited(request.rawHeaders[at] ?? '', random)) };
  },
  'header name edited': (request, random) => {
    const at = 2 * below(request.rawHeaders.length / 2, random);
    return { ...request, rawHeaders: request.rawHeaders.with(at, edited(request.rawHeaders[at] ?? '', random)) };
  },
  'header dropped': (request, random) => {
    const at = 2 * below(request.rawHeaders.length / 2, random);
    return { ...request, rawHeaders: request.rawHeaders.toSpliced(at, 2) };
  },
  'header doubled': (request, random) => {
    const at = 2 * below(request.rawHeaders.length / 2, random);
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    const copy = [name, pick([value, edited(value, random)], random)];
    return {
      ...request,
      rawHeaders: random() < 0.5 ? [...copy, ...request.rawHeaders] : [...request.rawHeaders, ...copy],
    };
  },
  'header added': (request, random) => {
    const added = pick(interestingHeaders, random);
    return {
      ...request,
      rawHeaders: random() < 0.5 ? [...added, ...request.rawHeaders] : [...request.rawHeaders, ...added],
    };
  },
  'header values exchanged': (request, random) => {
    const [a, b] = [0, 0].map(() => 1 + 2 * below(request.rawHeaders.length / 2, random));
    const values = [request.rawHeaders[b ?? 1] ?? '', request.rawHeaders[a ?? 1] ?? ''] as const;
    return { ...request, rawHeaders: request.rawHeaders.with(a ?? 1, values[0]).with(b ?? 1, values[1]) };
  },
  'host of another': takenFrom('host'),
  'date of another': takenFrom('x-amz-date'),
  'authorization of another': takenFrom('authorization'),
  'content type of another': takenFrom('content-type'),
  'body of another': (request, _random, other) => ({ ...request, body: other.body }),
  'body edited': (request, random) => ({
    ...request,
    body: Buffer.from(edited(request.body.toString('latin1'), random), 'latin1'),
  }),
  'date moved': (request, random) => {
    const seconds = String(below(60, random)).padStart(2, '0');
    return withHeader(request, 'x-amz-date', headerOf(request, 'x-amz-date').replace(/\d\dZ$/, `${seconds}Z`));
  },
  'date moved with its scope': (request, random) => {
    const day = `202601${String(1 + below(31, random)).padStart(2, '0')}`;
    const dated = withHeader(request, 'x-amz-date', headerOf(request, 'x-amz-date').replace(/^\d{8}/, day));
    return withHeader(dated, 'authorization', headerOf(dated, 'authorization').replace(/\/\d{8}\//, `/${day}/`));
  },
  'signature edited': inAuthorization(/[0-9a-f]{64}$/, edited),
  'signature invented': inAuthorization(/[0-9a-f]{64}$/, (_, random) =>
    Array.from({ length: 64 }, () => below(16, random).toString(16)).join(''),
  ),
  'signature in upper case': inAuthorization(/[0-9a-f]{64}$/, (found) => found.toUpperCase()),
  'signature emptied': inAuthorization(/[0-9a-f]{64}$/, (_, random) =>
    pick(['', '0', '0'.repeat(64), 'f'.repeat(128)], random),
  ),
  'algorithm exchanged': inAuthorization(/^\S+/, (_, random) =>
    pick(['AWS4-HMAC-SHA1', 'AWS4-HMAC-SHA512', 'AWS4-ECDSA-P256-SHA256', 'none', 'Basic', ''], random),
  ),
  'access key exchanged': inAuthorization(
    /Credential=[^/]+/,
    (_, random) =>
      `Credential=${pick(['AKIDSTREAM0000001A', 'AKIDSTREAM0000002B', 'AKIDNOBODY', '__proto__', ''], random)}`,
  ),
  'region exchanged': inAuthorization(/\/global\//, (_, random) =>
    pick(['/us-east-1/', '/GLOBAL/', '/', '//'], random),
  ),
  'service exchanged': inAuthorization(/[a-z]+em-agent-stream/, (_, random) =>
    pick(['em-agent-stream', 'otherem-agent-stream', 'em-agent-streams', 's3', ''], random),
  ),
  'terminator exchanged': inAuthorization(/aws4_request/, (_, random) =>
    pick(['aws4', 'aws4_request/x', 'AWS4_REQUEST', ''], random),
  ),
  'signed header taken out': inAuthorization(/SignedHeaders=[^,]*/, (found, random) => {
    const names = found.slice('SignedHeaders='.length).split(';');
    return `SignedHeaders=${names.toSpliced(below(names.length, random), 1).join(';')}`;
  }),
  'signed header put in': inAuthorization(/SignedHeaders=[^,]*/, (found, random) => {
    const names = found.slice('SignedHeaders='.length).split(';');
    return `SignedHeaders=${[...names, pick(['user-agent', 'content-length', 'authorization', 'x', 'host'], random)].sort().join(';')}`;
  }),
};
