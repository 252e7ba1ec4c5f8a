import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { fields } from '../../../nodes/breaker-account/breaker-account.fields';
import { commandRecordOf, locksOf } from '../../../nodes/breaker-account/commands/command-stores';
import { type GivenSettings, type ManagerEvent, type ManagerSummary, managerSettings } from '../../../src/automation';
import type { Clock } from '../../../src/clock';
import { readConfig } from '../../../src/fields';
import { defined } from '../../../src/object';
import {
  type Account,
  accountSource,
  asNode,
  createAccount,
  leaseSimulator,
  nodeOrigin,
  safetySettings,
} from '../../../src/runtime';
import { type ManagerOptions, type ManagerRun, startManager } from '../../../src/runtime/automation';
import { nodeText } from '../../support/node-texts';
import { type AccountedService, serviceAccount } from '../../support/service-account';
import type { SimulatedService } from '../../support/simulated-service';

/** A manager that runs, and what it has told. */
export interface Running {
  readonly run: ManagerRun;
  readonly events: ManagerEvent[];
  readonly troubles: unknown[];
  readonly told: (event: ManagerEvent['event']) => number;
  readonly summary: () => ManagerSummary;
}

interface RedOptions {
  readonly userDir: string;
  readonly clock: Clock;
  readonly warned: string[];
  /** The nodes that there are. */
  readonly nodes: ReadonlySet<string>;
}

/** What a manager needs of Node-RED. */
export function managedRed({ userDir, clock, warned, nodes }: RedOptions): NodeAPI {
  return {
    settings: { userDir, breakerflow: { clock } },
    log: { warn: (text: string) => warned.push(text) },
    _: nodeText,
    events: new EventEmitter(),
    nodes: { getNode: (id: string) => (nodes.has(id) ? {} : null) },
  } as unknown as NodeAPI;
}

/** The account of a service as its node makes it, with the files of a user directory. */
export function managedAccount(
  service: AccountedService & Partial<Pick<SimulatedService, 'transport'>>,
  { RED, userDir, clock }: { readonly RED: NodeAPI; readonly userDir: string; readonly clock: Clock },
  settings: Readonly<Record<string, unknown>>,
): Account {
  const deployed = serviceAccount(service, settings);
  const config = readConfig(fields, deployed.account as never, deployed.credentials.account as never);
  return createAccount({
    name: 'house',
    source: accountSource('account', config as never, userDir),
    safety: safetySettings(config as never),
    clock,
    random: () => 0.5,
    leaseSimulator: (options) => leaseSimulator(options, clock),
    commandSpacingMs: 1_000,
    ...defined({ transport: service.transport }),
    shared: { record: commandRecordOf(RED), locks: locksOf(RED), onUnheard() {}, onForeign() {} },
  });
}

export function runManager(
  { RED, account, clock }: { readonly RED: NodeAPI; readonly account: Account; readonly clock: Clock },
  given: GivenSettings,
  onStep: (events: readonly ManagerEvent[]) => void = () => {},
): Running {
  const events: ManagerEvent[] = [];
  const troubles: unknown[] = [];
  const node = { id: given.by, name: `Manager ${given.by}`, type: 'load-manager' };
  const options: ManagerOptions = {
    RED,
    node,
    account,
    settings: managerSettings(given),
    clock,
    readEveryMs: 10_000,
    reasonText: ({ key, parameters }) => `${key} ${JSON.stringify(parameters)}`,
    why: ({ why }) => why,
    onStep(step) {
      events.push(...step.events);
      onStep(step.events);
    },
    onTrouble: (error) => troubles.push(error),
  };
  const run = asNode(nodeOrigin(node), () => startManager(options));
  return {
    run,
    events,
    troubles,
    told: (event) => events.filter((one) => one.event === event).length,
    summary: () => run.summary() ?? assert.fail('there was no step'),
  };
}
