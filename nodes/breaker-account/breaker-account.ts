import type { NodeAPI } from 'node-red';
import {
  accountSource,
  createAccount,
  defineNode,
  leaseSimulator,
  registerAdmin,
  safetySettings,
} from '../../src/flow';
import { fields } from './breaker-account.fields';

/** Holds the way to one cloud service, or to the built-in simulator. spec 5 */
export default function breakerAccount(RED: NodeAPI): void {
  registerAdmin(RED, fields);
  defineNode(RED, 'breaker-account', fields, ({ node, config, clock }) => {
    const account = createAccount({
      name: config.name,
      source: accountSource(node.id, config, String(RED.settings.userDir ?? '.')),
      safety: safetySettings(config),
      clock,
      random: Math.random,
      leaseSimulator: (options) => leaseSimulator(options, clock, ({ message }) => node.warn(message)),
      commandSpacingMs: (config.commandSpacing ?? 10) * 1000,
    });
    Object.assign(node, { account });
    return { close: () => account.close() };
  });
}
