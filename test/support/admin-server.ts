import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeAPI } from 'node-red';
import { type RawAnswer, type RawRequest, send } from '../simulator/raw-http';

/** An admin side on a server, below a root as `httpAdminRoot` sets it. */
export interface AdminServer {
  readonly origin: string;
  send(method: string, path: string, request?: RawRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

export async function serveAdmin(admin: RequestListener, root = '/'): Promise<AdminServer> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(root)) {
      response.writeHead(404).end();
      return;
    }
    request.url = `/${request.url.slice(root.length)}`;
    admin(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    send: (method, path, request) => send(method, `${origin}${root}${path}`, request),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Node-RED's own check of permissions, for these bearer tokens and what their users may do. */
export function adminAuth(permissionsOf: Readonly<Record<string, string>>): NodeAPI['auth'] {
  const auth = require('@node-red/editor-api/lib/auth') as NodeAPI['auth'] & {
    init(settings: unknown, storage: unknown): void;
  };
  const tokens = async (token: string) => {
    const permissions = permissionsOf[token];
    return permissions === undefined ? null : { username: token, permissions };
  };
  auth.init(
    { adminAuth: { type: 'credentials', users: [], tokens } },
    { getSessions: async () => ({}), saveSessions: async () => undefined },
  );
  return { needsPermission: auth.needsPermission };
}
