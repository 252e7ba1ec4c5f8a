import http from 'node:http';
import https from 'node:https';

const timeoutMs = 10_000;

/** The stages of a request. */
export type Stage = 'name' | 'connection' | 'certificate' | 'answer';

export interface OutsideRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** All headers, including Host. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type OutsideResponse =
  | { readonly status: number; readonly server: string }
  /** `failed`: the first stage that failed. */
  | { readonly failed: Stage; readonly message: string };

/** Sends one request to an origin, without following redirects, and returns the stage at which it failed. */
export function requestFromOutside(
  origin: string,
  request: OutsideRequest,
  trustsAny = false,
): Promise<OutsideResponse> {
  const { method, path, headers, body } = request;
  const secure = origin.startsWith('https:');
  return new Promise((resolve) => {
    let stage: Stage = 'name';
    const options = { method, path, headers, agent: false, timeout: timeoutMs } as const;
    const outgoing = secure
      ? https.request(origin, { ...options, rejectUnauthorized: !trustsAny })
      : http.request(origin, options);
    const fail = (message: string) => resolve({ failed: stage, message });
    outgoing.on('socket', (socket) => {
      socket.on('lookup', (error) => {
        if (error === null) stage = 'connection';
      });
      socket.on('connect', () => {
        stage = secure ? 'certificate' : 'answer';
      });
      socket.on('secureConnect', () => {
        stage = 'answer';
      });
    });
    outgoing.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, server: String(response.headers.server ?? '') });
    });
    outgoing.on('timeout', () => {
      fail(`${timeoutMs / 1000} s`);
      outgoing.destroy();
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    outgoing.end(body);
  });
}
