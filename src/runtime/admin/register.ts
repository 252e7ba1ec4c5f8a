import type { NodeAPI } from 'node-red';
import { type AccountRoute, accountRoutes, methodOf, type Route, routes } from '../../admin-api';
import type { FieldTable } from '../../fields';
import { clockOf } from '..';
import { ofAccount } from './account-at';
import { withDraft } from './account-draft';
import { accountReaders } from './account-readers';
import { madeHandlers } from './made-handlers';
import { operationHandlers } from './operation-handlers';
import { receiverHandlers } from './receiver-handlers';
import { rehearsalHandlers } from './rehearsal/rehearsal-handlers';
import { addRoute, type Handler, type Handlers } from './route';
import { settingsLines } from './settings-lines';
import { sidebarHandlers } from './sidebar-handlers';
import { testConnection } from './test-connection';

/** Adds every route of the contract; once a runtime. */
export function registerAdmin(RED: NodeAPI, fields: FieldTable): void {
  const readers = accountReaders(RED);
  const handlers: Handlers = {
    ...receiverHandlers(RED),
    ...sidebarHandlers(RED, fields),
    ...operationHandlers(RED),
    ...madeHandlers(RED),
    ...rehearsalHandlers(RED),
    'POST test-connection': async (request) => {
      try {
        return await withDraft(RED, fields, request, async (account, { stored, config }) => ({
          lines: await testConnection(account, { ...stored, ...config }, clockOf(RED).now(), request.texts),
        }));
      } catch (error) {
        return { lines: settingsLines(error, request.texts) };
      }
    },
  };

  function add<R extends Route>(route: R): void {
    const handler: Handler<R> = handlers[route];
    addRoute(RED, route, routes[route].permission, handler);
  }

  function addReader<R extends AccountRoute>(route: R): void {
    const reader: (typeof readers)[R] = readers[route];
    const { deployed, draft } = accountRoutes[route].permission;
    addRoute(
      RED,
      `${methodOf(route)} accounts/:id/${route}`,
      deployed,
      ofAccount(RED, (account, request) =>
        reader({ account, accountId: request.param('id'), isArmed: account.safety.armed }, request),
      ),
    );
    addRoute(RED, `POST ${route}`, draft, (request) =>
      withDraft(RED, fields, request, (account, { id, config }) =>
        reader({ account, accountId: id, isArmed: config.armed || account.kind === 'simulator' }, request),
      ),
    );
  }

  for (const route of namesOf(routes)) add(route);
  for (const route of namesOf(accountRoutes)) addReader(route);
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
