import type { NodeAPI } from 'node-red';
import type { ManagerClaim, ManagerSummary } from '../../automation';
import { serviceKey } from '../../control';
import { type Account, clockOf, stateTroubleLog, userDirOf } from '..';
import { deskOf, runningDesk } from './desks';
import { nodeOfHolder } from './gone';
import { automationMemory } from './memory';

interface NamedNode {
  readonly id: string;
  readonly name?: string;
}

/** What the load managers of a service hold and claim. */
export interface AccountClaims {
  readonly managers: readonly (NamedNode & { readonly dryRun: boolean; readonly summary?: ManagerSummary })[];
  readonly claims: readonly ManagerClaim[];
  /** Breakers held open, and chargers limited, by nodes that are gone or manage them no more: a person's to free. */
  readonly heldByGone: readonly { readonly deviceId: string; readonly by: readonly NamedNode[] }[];
}

/** For the sidebar: claims and managers of a service, and what nodes that are gone hold open. */
export function claimsOfAccount(account: Account, RED: NodeAPI): AccountClaims {
  const memory = automationMemory(userDirOf(RED), stateTroubleLog(RED));
  const entries = runningDesk(account, memory)?.entries() ?? [];
  const { arbiter, names } = memory.of(serviceKey(account.context.service));
  const holds = new Set(
    entries.flatMap(({ manager: { by, settings } }) =>
      settings.dryRun ? [] : settings.loads.map(({ deviceId }) => `${by} ${deviceId}`),
    ),
  );
  const named = (id: string): NamedNode => (names[id] === undefined ? { id } : { id, name: names[id] });
  const held = [
    ...Object.entries(arbiter.breakers).map(([deviceId, { holders }]) => ({ deviceId, holders })),
    ...Object.entries(arbiter.chargers).map(([deviceId, { limits = {} }]) => ({
      deviceId,
      holders: Object.keys(limits),
    })),
  ];
  return {
    managers: entries.map(({ manager }) => {
      const summary = manager.summary();
      return {
        ...named(manager.by),
        dryRun: manager.settings.dryRun,
        ...(summary === undefined ? {} : { summary }),
      };
    }),
    claims: entries.flatMap(({ claims }) => claims),
    heldByGone: held.flatMap(({ deviceId, holders }) => {
      const gone = holders.filter((holder) => !holds.has(`${holder} ${deviceId}`));
      return gone.length === 0 ? [] : [{ deviceId, by: gone.map((holder) => named(nodeOfHolder(holder))) }];
    }),
  };
}

/** A person has freed a device, or closed it: no node that is gone holds it any more. Sends nothing. */
export async function freeDevice(account: Account, RED: NodeAPI, deviceId: string): Promise<void> {
  const memory = automationMemory(userDirOf(RED), stateTroubleLog(RED));
  await deskOf(RED, account, memory, clockOf(RED)).free(deviceId);
}
