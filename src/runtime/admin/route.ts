import type { IncomingHttpHeaders } from 'node:http';
import type { NodeAPI } from 'node-red';
import type { AnswerOf, InputNameOf, ParameterOf, Permission, Route } from '../../admin-api';
import { accountLabels, asEditor, createTexts, namesOfAccount, presentError, runningAccount, type Texts } from '..';
import { readJsonBody } from './read-body';

/** A request to a route. Its values are read by name, because a caller may send anything. */
export interface AdminRequest<Parameter extends string, InputName extends string> {
  param(name: Parameter): string;
  /** A value of the query or the body as a string; empty without one. */
  string(name: InputName): string;
  /** A value of the body, or of the query, where it is JSON. */
  value(name: InputName): unknown;
  /** In the language of the editor that asks. */
  readonly texts: Texts;
  /** Of the editor that asks; undefined where it does not say. */
  readonly language: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The name of the user who is logged in; undefined where Node-RED has no login, or lets everybody in. */
  readonly user: string | undefined;
}

/** Resolves with the answer; `undefined` becomes 404, and an error 400 with its code. */
export type Handler<R extends Route> = (
  request: AdminRequest<ParameterOf<R>, InputNameOf<R>>,
) => Promise<AnswerOf<R> | undefined>;

/** The table of handlers: a route without one does not compile. */
export type Handlers = { readonly [R in Route]: Handler<R> };

/**
 * Adds one route below the admin root, such as `GET accounts/:id/tree`. A POST is taken as JSON from the same origin only.
 */
export function addRoute(
  RED: NodeAPI,
  route: `${'GET' | 'POST'} ${string}`,
  permission: Permission,
  handler: (request: AdminRequest<string, string>) => Promise<unknown>,
): void {
  const isPost = route.startsWith('POST ');
  const path = `/breakerflow/${route.slice(route.indexOf(' ') + 1)}`;
  const allowed = RED.auth.needsPermission(`breakerflow.${permission}`);
  RED.httpAdmin[isPost ? 'post' : 'get'](path, allowed, async (request, response) => {
    const language = languageOf(request.headers['accept-language']);
    const texts = Object.assign(createTexts(RED, language), { labelOf: accountLabels(RED, language) });
    const waiting = new AbortController();
    response.on('close', () => waiting.abort());
    try {
      if (isPost && !fromSameOrigin(request.headers)) {
        response.status(403).json({ error: { code: 'FORBIDDEN' } });
        return;
      }
      const body = isPost ? inBody(await readJsonBody(request)) : undefined;
      const { params, query } = request;
      const asked = {
        param: (name: string) => String(params[name] ?? ''),
        ...(body ?? inQuery(query)),
        ...{ texts, language, signal: waiting.signal, user: userOf(request) },
      };
      const answer = await asEditor(() => handler(asked));
      if (answer === undefined)
        response.status(404).json({ error: { code: 'NOT_FOUND', message: texts('ask.unknownNode') } });
      else response.json(answer);
    } catch (error) {
      const account = route.includes(' accounts/:id/') ? runningAccount(RED, String(request.params.id)) : undefined;
      const namesOf = account === undefined ? undefined : namesOfAccount(account);
      const { code, message, cause } = presentError(error, texts, namesOf);
      response.status(400).json({ error: { code, message, validations: cause?.validations ?? [] } });
    }
  });
}

type Input = Pick<AdminRequest<string, string>, 'string' | 'value'>;

function inBody(body: unknown): Input {
  const fields = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  return { string: (name) => String(fields.get(name) ?? ''), value: (name) => fields.get(name) };
}

function inQuery(query: Readonly<Record<string, unknown>>): Input {
  return {
    string: (name) => String(query[name] ?? ''),
    value: (name) => JSON.parse(String(query[name] ?? '{}')),
  };
}

/** Node-RED's login leaves the user at the request. */
function userOf(request: object): string | undefined {
  const user: unknown = 'user' in request ? request.user : undefined;
  if (typeof user !== 'object' || user === null || 'anonymous' in user || !('username' in user)) return undefined;
  return typeof user.username === 'string' && user.username !== '' ? user.username : undefined;
}

/** The language that is asked for first. */
function languageOf(accepted: string | undefined): string | undefined {
  return /^[a-z]{2,3}(-[a-z0-9]+)*/i.exec(accepted ?? '')?.[0];
}

function fromSameOrigin(headers: IncomingHttpHeaders): boolean {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return false;
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
