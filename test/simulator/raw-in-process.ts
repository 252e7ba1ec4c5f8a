import type { Simulator } from '../../src/simulator';
import { bytesOf, jsonOf, type send } from './raw-http';

/** Where a simulator is called without a socket. */
export const inProcessUrl = 'https://service.invalid/api/v1';

/** One request to the simulator without a socket; rejects when it is cut. */
export function sendInProcess({ transport }: Simulator): typeof send {
  return async (method, url, { headers = {}, body } = {}) => {
    const text = body === undefined ? undefined : bytesOf(body).toString();
    const result = await transport(
      {
        method,
        url,
        headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(text === undefined ? {} : { body: text }),
      },
      { mayLeave: () => true },
    );
    if (result.kind === 'failure') throw Object.assign(new Error(result.detail), { code: result.detail });
    const { statusCode: status, headers: answered, text: answer } = result;
    return { status, headers: answered, bytes: Buffer.from(answer), text: answer, json: jsonOf(answer) };
  };
}
