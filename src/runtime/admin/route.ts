import type { NodeAPI } from 'node-red';
import { createTexts, presentError, type Texts } from '..';
import { readJsonBody } from './read-body';

/** What an admin route needs to know of its request. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** In the language of the editor that asks. */
  readonly texts: Texts;
}

/** Answers with an object; `undefined` is 404, and an error is 400 with its code. */
export type AdminHandler = (request: AdminRequest) => Promise<unknown>;

/**
 * Adds a route below the admin root. Reading needs `breakerflow.read`; whatever has an effect is a POST with JSON from
 * the same origin and needs `breakerflow.write`. `ask` is a POST without any effect, for questions that must not stand
 * in an address. No admin route operates a device.
 */
export function addRoute(RED: NodeAPI, kind: 'get' | 'post' | 'ask', path: string, handler: AdminHandler): void {
  const method = kind === 'get' ? 'get' : 'post';
  const permission = RED.auth.needsPermission(kind === 'post' ? 'breakerflow.write' : 'breakerflow.read');
  RED.httpAdmin[method](`/breakerflow/${path}`, permission, async (request, response) => {
    const texts = createTexts(RED, languageOf(request.headers['accept-language']));
    try {
      if (method === 'post' && !fromSameOrigin(request.headers)) {
        response.status(403).json({ error: { code: 'FORBIDDEN' } });
        return;
      }
      const body = method === 'post' ? await readJsonBody(request) : undefined;
      const params = request.params as Record<string, string>;
      const answer = await handler({ params, query: request.query, body, texts });
      if (answer === undefined)
        response.status(404).json({ error: { code: 'NOT_FOUND', message: texts('ask.unknownNode') } });
      else response.json(answer);
    } catch (error) {
      const { code, message, cause } = presentError(error, texts);
      response.status(400).json({ error: { code, message, validations: cause?.validations ?? [] } });
    }
  });
}

/** The language that is asked for first. */
function languageOf(accepted: string | undefined): string | undefined {
  return /^[a-z]{2,3}(-[a-z0-9]+)*/i.exec(accepted ?? '')?.[0];
}

function fromSameOrigin(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (!/^application\/json\b/i.test(String(headers['content-type'] ?? ''))) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (typeof origin !== 'string') return true;
  try {
    // A proxy may have changed the port or the scheme, never the name the user opened.
    return new URL(origin).hostname === new URL(`http://${headers.host}`).hostname;
  } catch {
    return false;
  }
}
