import type { NodeAPI } from 'node-red';
import { organizationKey } from '../../client';
import { type Account, clientIdFields, runningAccount } from '..';
import type { Made } from './made-memory';

/** A running account, with the owner of the things that it can reach at its service. */
export interface ReachableAccount {
  readonly id: string;
  readonly account: Account;
  /** A digest of its client id. */
  readonly owner: string;
  /** Those of all its organizations and its application: in another order it is the same account. */
  readonly owners: readonly string[];
}

/** The running account of a config node. */
export function reachableAccount(RED: NodeAPI, id: string): ReachableAccount | undefined {
  const account = runningAccount(RED, id);
  if (account === undefined) return undefined;
  const { credentials } = RED.nodes.getNode(id) as unknown as { credentials?: Readonly<Record<string, unknown>> };
  const clientId = credentials?.orgClientId || credentials?.appClientId;
  // What was made in a simulated site is told apart by the account that made it.
  const owner = account.kind === 'service' && typeof clientId === 'string' ? organizationKey(clientId) : id;
  const clientIds = clientIdFields
    .flatMap((name) => credentials?.[name] || [])
    .filter((entered) => typeof entered === 'string');
  return { id, account, owner, owners: [owner, ...clientIds.map(organizationKey)] };
}

/** The origin of an account's service; for a simulator its kind, because its port changes. */
export async function serviceOf({ account }: Pick<ReachableAccount, 'account'>): Promise<string> {
  if (account.kind === 'simulator') return account.kind;
  return new URL((await account.client()).preview('streams.list', {}).url).origin;
}

/** Whether this account can find the thing. To other accounts the service answers that it does not exist. */
export async function reaches(
  reachable: ReachableAccount,
  { account, service, owner }: Pick<Made, 'account' | 'service' | 'owner'>,
): Promise<boolean> {
  if (owner === '' ? reachable.id !== account : !reachable.owners.includes(owner)) return false;
  return service === '' || service === (await serviceOf(reachable));
}
