import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

const timeoutMs = 10_000;
/** Enough to recognise a page by its beginning. */
const maxBodyBytes = 4096;

/** The stages of a request. */
export type Stage = 'name' | 'connection' | 'certificate' | 'answer';

export interface OutsideRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** All headers, including Host. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Resolved {
  /** To which the name leads from here. */
  readonly addresses: readonly string[];
}

/** No answer came. */
export interface OutsideFailure extends Resolved {
  /** The first stage that failed. */
  readonly failed: Stage;
  /** A code of Node.js or OpenSSL; `ETIMEDOUT` where the time was over. */
  readonly message: string;
}

export interface OutsideAnswer extends Resolved {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
}

export type OutsideResponse = OutsideFailure | OutsideAnswer;

export interface OutsideOptions {
  /** Takes any certificate. */
  readonly trustsAny?: boolean;
  /** From the call to the end of what is read of the answer. */
  readonly timeoutMs?: number;
}

/** Sends one request to an origin. It follows no redirect, and reads 4 KiB of the answer at most. */
export function requestFromOutside(
  origin: string,
  request: OutsideRequest,
  options: OutsideOptions = {},
): Promise<OutsideResponse> {
  const { method, path, headers, body } = request;
  const { hostname, protocol } = new URL(origin);
  const secure = protocol === 'https:';
  const literal = hostname.replaceAll(/^\[|\]$/g, '');
  const addresses = isIP(literal) === 0 ? [] : [literal];
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  return new Promise((resolve) => {
    let stage: Stage = addresses.length === 0 ? 'name' : 'connection';
    const given = { method, path, headers, agent: false, signal } as const;
    const outgoing = secure
      ? https.request(origin, { ...given, rejectUnauthorized: options.trustsAny !== true })
      : http.request(origin, given);
    outgoing.on('socket', (socket) => {
      socket.on('lookup', (error, address) => {
        if (error !== null) return;
        if (stage === 'name') stage = 'connection';
        if (!addresses.includes(address)) addresses.push(address);
      });
      socket.on('connect', () => {
        stage = secure ? 'certificate' : 'answer';
      });
      socket.on('secureConnect', () => {
        stage = 'answer';
      });
    });
    let isAnswered = false;
    outgoing.on('response', async (response) => {
      isAnswered = true;
      const status = response.statusCode ?? 0;
      const text = await beginningOf(response);
      resolve({ addresses, status, headers: plainHeaders(response.headers), body: text });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // What breaks off after the head is an answer all the same.
      if (isAnswered) return;
      const message = signal.aborted ? 'ETIMEDOUT' : (error.code ?? error.message);
      resolve({ addresses, failed: stage, message });
    });
    outgoing.end(body);
  });
}

async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= maxBodyBytes) break;
    }
  } catch {
    // Status and headers tell enough where the body breaks off.
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, maxBodyBytes).toString('latin1');
}

function plainHeaders(headers: http.IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
