import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { fields } from '../../../nodes/breaker-account/breaker-account.fields';
import { commandRecordOf, locksOf } from '../../../nodes/breaker-account/commands/command-stores';
import type { Clock } from '../../../src/clock';
import { readConfig } from '../../../src/fields';
import { type Account, accountSource, createAccount, leaseSimulator, safetySettings } from '../../../src/runtime';
import { nodeText } from '../../support/node-texts';
import { serviceAccount } from '../../support/runtime';
import type { SimulatedService } from '../../support/simulated-service';

interface RedOptions {
  readonly userDir: string;
  readonly clock: Clock;
  /** Gets what is logged. */
  readonly warned: string[];
  readonly has: (nodeId: string) => boolean;
}

/** What a manager needs of Node-RED. */
export function managerRed({ userDir, clock, warned, has }: RedOptions): NodeAPI {
  return {
    settings: { userDir, breakerflow: { clock } },
    log: { warn: (text: string) => warned.push(text) },
    _: nodeText,
    events: new EventEmitter(),
    nodes: { getNode: (id: string) => (has(id) ? {} : null) },
  } as unknown as NodeAPI;
}

/** The account of the managers at a service, with the records of the process. */
export function managerAccount(
  service: SimulatedService,
  RED: NodeAPI,
  settings: Readonly<Record<string, unknown>>,
): Account {
  const { clock, transport } = service;
  const { account, credentials } = serviceAccount(service, settings);
  const config = readConfig(fields, account as never, credentials.account as never);
  return createAccount({
    name: 'house',
    source: accountSource('account', config as never, String(RED.settings.userDir)),
    safety: safetySettings(config as never),
    clock,
    random: () => 0.5,
    leaseSimulator: (options) => leaseSimulator(options, clock),
    commandSpacingMs: 1_000,
    ...(transport === undefined ? {} : { transport }),
    shared: { record: commandRecordOf(RED), locks: locksOf(RED), onUnheard() {}, onForeign() {} },
  });
}
