import assert from 'node:assert/strict';

const users = JSON.stringify({
  admin: { username: 'admin', permissions: '*' },
  reader: { username: 'reader', permissions: 'read' },
  /** Sees flows, and nothing of ours. */
  guest: {
    username: 'guest',
    permissions: ['flows.read', 'nodes.read', 'settings.read', 'plugins.read', 'status.read'],
  },
});

/** Lines of settings.js: users who log in with their name as password. */
export const logins = `adminAuth: {
    type: 'credentials',
    users: async (name) => (${users})[name] ?? null,
    authenticate: async (name, password) => (name === password ? ((${users})[name] ?? null) : null),
  },`;

/** What a user who has logged in at a Node-RED sends along. */
export async function logIn(url: string, user: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_id: 'node-red-admin',
      grant_type: 'password',
      scope: '',
      username: user,
      password: user,
    }),
  });
  assert.equal(answer.status, 200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { Authorization: `Bearer ${token}` };
}
