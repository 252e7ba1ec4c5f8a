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
