import path from 'node:path';
import type { ArrivedHead, Verdict, Verifier } from '../../src/sigv4';

/** A whole request as it arrived: one character a byte in everything but the body. */
export interface ArrivedRequest extends ArrivedHead {
  readonly body: Buffer;
}

/** The text's UTF-8 with one character a byte, as Node hands over targets and headers. */
export function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Runs both stages of `verifier`. */
export function verify(verifier: Verifier, request: ArrivedRequest, nowMs: number): Verdict {
  const head = verifier.checkHead(request, nowMs);
  return head.ok ? head.checkBody(request.body) : head;
}

export function headerOf(request: ArrivedHead, name: string): string {
  const index = request.rawHeaders.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return request.rawHeaders[index + 1] ?? '';
}

/** `request` with `value` in its header `name`, however that is written there, or without that header. */
export function withHeader<R extends ArrivedHead>(request: R, name: string, value: string | undefined): R {
  const index = request.rawHeaders.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  const rawHeaders = [...request.rawHeaders];
  rawHeaders.splice(
    index < 0 ? rawHeaders.length : index,
    index < 0 ? 0 : 2,
    ...(value === undefined ? [] : [rawHeaders[index] ?? name, value]),
  );
  return { ...request, rawHeaders };
}

/**
 * What a request says by the rules of HTTP and URLs, for the names in `signedHeaders`, for everything that takes part in
 * authentication, and for the body: two requests of one meaning are one request, written in two ways.
 */
export function meaningOf(request: ArrivedRequest, signedHeaders: readonly string[]): string {
  const mark = request.target.indexOf('?');
  const route = mark < 0 ? request.target : request.target.slice(0, mark);
  const query = mark < 0 ? '' : request.target.slice(mark + 1);
  const decode = (text: string) =>
    text.replace(/%[0-9a-f]{2}/gi, (triplet) => Buffer.from(triplet.slice(1), 'hex').toString('latin1'));
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const pairs = parameters.map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return JSON.stringify([decode(name), decode(value.join('='))]);
  });

  const fields = new Map<string, string[]>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const counts =
      signedHeaders.includes(name) ||
      name === 'authorization' ||
      name === 'host' ||
      name.startsWith('x-amz-') ||
      (name === 'content-type' && request.body.length > 0);
    const words = (request.rawHeaders[index + 1] ?? '').split(/[ \t\r\n]+/).filter((word) => word !== '');
    const value = name === 'authorization' ? words.join(' ').replaceAll(', ', ',') : words.join(' ');
    if (counts) fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const headers = [...fields]
    .map(([name, values]) => [name, values.join(',')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const normalizedRoute = path.posix.normalize(route);
  return JSON.stringify([request.method, normalizedRoute, pairs.sort(), headers, request.body.toString('hex')]);
}
