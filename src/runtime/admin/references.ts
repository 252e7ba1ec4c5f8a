import { type ExampleIds, referencesOf } from '../../fields';
import type { Account } from '..';

/**
 * The ids of a simulated site by the references of examples. A service has none: an example that is imported must never lead
 * to a command to a real device.
 */
export async function readReferences(account: Account): Promise<ExampleIds> {
  const simulator = await account.simulator();
  if (simulator === undefined) return {};
  return referencesOf(simulator.devices(), await (await account.directory()).locations());
}
