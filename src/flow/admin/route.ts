import type { NodeAPI } from 'node-red';
import { presentError } from '../present-error';
import { createTexts } from '../texts';
import { readJsonBody } from './read-body';

/** What an admin route needs to know of its request. */
export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Answers with an object; `undefined` is 404, and an error is 400 with its code. */
export type AdminHandler = (request: AdminRequest) => Promise<unknown>;

/**
 * Adds a route below the admin root. Reading needs `breakerflow.read`; whatever has an effect is a POST with JSON from
 * the same origin and needs `breakerflow.write`. No admin route operates a device.
 */
export function addRoute(RED: NodeAPI, method: 'get' | 'post', path: string, handler: AdminHandler): void {
  const permission = RED.auth.needsPermission(method === 'get' ? 'breakerflow.read' : 'breakerflow.write');
  const texts = createTexts(RED);
  RED.httpAdmin[method](`/breakerflow/${path}`, permission, async (request, response) => {
    try {
      if (method === 'post' && !fromSameOrigin(request.headers)) {
        response.status(403).json({ error: { code: 'FORBIDDEN' } });
        return;
      }
      const body = method === 'post' ? await readJsonBody(request) : undefined;
      const answer = await handler({ params: request.params as Record<string, string>, query: request.query, body });
      if (answer === undefined) response.status(404).json({ error: { code: 'NOT_FOUND' } });
      else response.json(answer);
    } catch (error) {
      const { code, message, cause } = presentError(error, texts);
      response.status(400).json({ error: { code, message, validations: cause?.validations ?? [] } });
    }
  });
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
