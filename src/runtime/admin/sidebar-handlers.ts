import type { NodeAPI } from 'node-red';
import type { FieldTable } from '../../fields';
import { type Account, clockOf, createTexts } from '..';
import { claimsOfAccount } from '../automation';
import { ofAccount } from './account-at';
import { readHealth } from './account-health';
import { listCalls } from './calls';
import { readCommands } from './commands';
import { createContractProbes } from './contract-probe';
import { createDeviceCurves } from './device-curve';
import { readDiagnostics } from './diagnostics';
import { beginEvent, claimCode, endEvent } from './grid-operator';
import { createLegSearches } from './legs';
import { createLiveView, type LiveView } from './live-view';
import { claimsByDevice, freeHeld, listManagers, tellTheManager } from './load-managers';
import { readNameplates } from './nameplates';
import { operateHandler } from './operate';
import type { Handlers } from './route';
import { controlSimulator, readSimulator } from './simulator-panel';
import { createSiteChecks } from './site-check';
import { acknowledgeAlarms, listWatches } from './watches';

/**
 * The routes of the sidebar. Everybody with `status.read` receives published events, so these only say that something
 * has changed; reading it needs `breakerflow.read`.
 */
export function sidebarHandlers(RED: NodeAPI, accountFields: FieldTable) {
  const texts = createTexts(RED);
  const readCurve = createDeviceCurves(clockOf(RED));
  const liveViews = new WeakMap<Account, LiveView>();
  const siteChecks = keptByAccount((account) => createSiteChecks(account, clockOf(RED), texts));
  const contractProbes = keptByAccount((account) => createContractProbes(account, clockOf(RED)));
  const legSearches = keptByAccount((account) => createLegSearches(account, clockOf(RED), texts));

  function liveView(id: string, account: Account): LiveView {
    const known = liveViews.get(account);
    if (known !== undefined) return known;
    const view = createLiveView({
      account,
      clock: clockOf(RED),
      texts,
      claims: () => claimsByDevice(claimsOfAccount(account, RED)),
      publish: (changes) => RED.comms.publish(`breakerflow/site/${id}`, changes, false),
    });
    liveViews.set(account, view);
    return view;
  }

  /** What has happened in the simulated site shows without waiting for the next read. */
  function seenAtOnce<T>(account: Account, answer: T): T {
    liveViews.get(account)?.touch();
    return answer;
  }

  return {
    'GET accounts/:id/legs': ofAccount(RED, async (account, { string }) =>
      legSearches(account).look(string('again') === 'yes'),
    ),
    'GET accounts/:id/site-check': ofAccount(RED, async (account, { string }) =>
      siteChecks(account).look(string('again') === 'yes'),
    ),
    'GET accounts/:id/contract-probe': ofAccount(RED, (account, { string }) =>
      contractProbes(account).look(string('again') === 'yes'),
    ),
    'GET accounts/:id/live': ofAccount(RED, async (account, { param, string }) => {
      const ids = string('devices')
        .split(',')
        .filter((id) => id !== '');
      return liveView(param('id'), account).look(string('view').slice(0, 64), ids);
    }),
    'GET accounts/:id/nameplates': ofAccount(RED, (account, { string, texts: editorTexts }) =>
      readNameplates(account, editorTexts, string('old'), string('next')),
    ),
    'POST accounts/:id/operate': operateHandler(RED),
    'GET accounts/:id/health': ofAccount(RED, (account, { param }) =>
      readHealth(account, storedNode(RED, param('id')), texts, clockOf(RED).now()),
    ),
    'GET accounts/:id/curve': ofAccount(RED, (account, { string }) => readCurve(account, string('deviceId'))),
    'GET accounts/:id/commands': ofAccount(RED, async (account, { string, texts: editorTexts }) => {
      const after = Number.parseInt(string('after'), 10);
      const asked = { search: string('search').slice(0, 200), after: Number.isSafeInteger(after) ? after : undefined };
      return readCommands(account, asked, editorTexts);
    }),
    'GET accounts/:id/managers': ofAccount(RED, async (account) => listManagers(account, RED)),
    'POST accounts/:id/managers/tell': ofAccount(RED, async (account, request) =>
      tellTheManager(account, RED, request),
    ),
    'POST accounts/:id/managers/free': ofAccount(RED, (account, request) => freeHeld(account, RED, request)),
    'GET accounts/:id/watches': ofAccount(RED, async (account) => listWatches(account, RED)),
    'POST accounts/:id/watches/acknowledge': ofAccount(RED, async (account, request) =>
      acknowledgeAlarms(account, RED, request),
    ),
    'GET accounts/:id/calls': ofAccount(RED, async (account, { param }) => {
      const { apiKeyHeader = 'Em-Api-Subscription-Key' } = storedNode(RED, param('id'));
      return { apiKeyHeader: String(apiKeyHeader), calls: listCalls(account) };
    }),
    'GET accounts/:id/simulator': ofAccount(RED, readSimulator),
    'POST accounts/:id/simulator': ofAccount(RED, async (account, { value }) => {
      return seenAtOnce(account, await controlSimulator(account, value('control'), value('fields')));
    }),
    'POST accounts/:id/grid-operator/claim': ofAccount(RED, async (account, { string }) =>
      seenAtOnce(account, await claimCode(account, string('code'))),
    ),
    'POST accounts/:id/grid-operator/begin': ofAccount(RED, async (account, request) =>
      seenAtOnce(account, await beginEvent(account, request)),
    ),
    'POST accounts/:id/grid-operator/end': ofAccount(RED, async (account, { string }) =>
      seenAtOnce(account, await endEvent(account, string('event'))),
    ),
    'GET diagnostics': () => readDiagnostics(RED, accountFields),
  } satisfies Partial<Handlers>;
}

function storedNode(RED: NodeAPI, id: string | undefined): Readonly<Record<string, unknown>> {
  let found = {};
  RED.nodes.eachNode((node) => {
    if (node.id === id) found = node;
  });
  return found;
}

/** What is made once for each account, and lives as long as it. */
function keptByAccount<T>(make: (account: Account) => T): (account: Account) => T {
  const made = new WeakMap<Account, T>();
  return (account) => {
    const kept = made.get(account) ?? make(account);
    made.set(account, kept);
    return kept;
  };
}
