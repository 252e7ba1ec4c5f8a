const encodedBytes = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** AWS's UriEncode: all but `A-Za-z0-9-._~` becomes %XY. `text` has one character per byte; RangeError otherwise. */
export function uriEncode(text: string): string {
  let encoded = '';
  for (let index = 0; index < text.length; index++) {
    const byte = encodedBytes[text.charCodeAt(index)];
    if (byte === undefined) throw new RangeError('a request target has one character a byte');
    encoded += byte;
  }
  return encoded;
}

/** Decodes %XY, one character per byte; a % without two hex digits is kept. */
export function uriDecode(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The two halves of an origin-form request target; `query` without its question mark. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

const alreadyCanonicalPath = /^(?:\/(?!\.{0,2}(?:\/|$))[A-Za-z0-9\-._~]+)+\/?$/;

/**
 * The canonical URI as documented for every service but S3: empty, `.` and `..` segments are resolved (RFC 3986), then
 * the path is encoded as it stands, so that an octet which the URL carries as %XY is encoded twice.
 */
export function canonicalUri(path: string): string {
  if (alreadyCanonicalPath.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(uriEncode(segment));
  }
  return segments.length === 0 ? '/' : `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`;
}

/**
 * The canonical query string: names and values encoded once, sorted by name and then by value; a name without a value
 * gets an empty one. A plus sign is itself, not a space.
 */
export function canonicalQueryString(query: string): string {
  if (query === '') return '';
  return queryParameters(query)
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Decoded names and values in the order of the query. */
export function queryParameters(query: string): [name: string, value: string][] {
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const equals = parameter.indexOf('=');
      return equals < 0
        ? [uriDecode(parameter), '']
        : [uriDecode(parameter.slice(0, equals)), uriDecode(parameter.slice(equals + 1))];
    });
}

/** A canonical URI with its canonical query string. */
export interface CanonicalTarget {
  readonly uri: string;
  readonly query: string;
}

/**
 * The forms of `target` that a correct signer may have signed: first the documented form; then the target as it was sent, which is
 * what curl before 8 and signers made for S3 sign. The two are equal for a path of unreserved characters with a sorted query.
 *
 * The form as sent is left out where it could be the documented form of another URI (`/a%3Ab` is what a signer
 * writes for `/a:b`): one signature never opens two paths.
 */
export function canonicalTargets(target: string): readonly CanonicalTarget[] {
  if (target !== lastTarget) {
    lastTargets = formsOf(target);
    lastTarget = target;
  }
  return lastTargets;
}

// Most requests have the target of the one before.
let lastTarget: string | undefined;
let lastTargets: readonly CanonicalTarget[] = [];

function formsOf(target: string): readonly CanonicalTarget[] {
  const { path, query } = splitTarget(target);
  const documented = { uri: canonicalUri(path), query: canonicalQueryString(query) };
  if ((documented.uri === path && documented.query === query) || isDocumentedFormOfAnother(path)) return [documented];
  return [documented, { uri: path, query }];
}

const uriPath = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/;

function isDocumentedFormOfAnother(path: string): boolean {
  const decoded = uriDecode(path);
  return decoded !== path && uriPath.test(decoded) && canonicalUri(decoded) === path;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
