import type { NodeAPI } from 'node-red';
import type { LoadSummary, ManagerClaim, ManagerMessage, ManagerSettings, ManagerSummary } from '../../automation';
import { serviceKey } from '../../control';
import { defined } from '../../object';
import { type Account, clockOf, stateTroubleLog, userDirOf } from '..';
import { deskOf, runningDesk } from './desks';
import { nodeOfHolder } from './gone';
import { automationMemory } from './memory';

interface NamedNode {
  readonly id: string;
  readonly name?: string;
}

/** A manager that runs, or whose node is being deployed. */
export interface RunningManager extends NamedNode {
  readonly settings: ManagerSettings;
  /** Absent before its first step. */
  readonly summary?: ManagerSummary;
  /** In words, in the language of Node-RED. */
  readonly why: (load: LoadSummary) => string | undefined;
}

/** A breaker that is held open, or a charger that is limited, by nodes that are gone or manage it no more. */
export interface HeldByGone {
  readonly deviceId: string;
  readonly kind: 'breaker' | 'charger';
  readonly by: readonly NamedNode[];
  /** Of a charger: the limit of each node, A; 0: paused. */
  readonly limits?: Readonly<Record<string, number>>;
  /** When a breaker was opened for them, by the service's clock, epoch ms. */
  readonly since?: number;
}

/** What the load managers of a service hold and claim. */
export interface AccountClaims {
  readonly managers: readonly RunningManager[];
  readonly claims: readonly ManagerClaim[];
  /** A person's to free. */
  readonly heldByGone: readonly HeldByGone[];
}

const memoryOf = (RED: NodeAPI) => automationMemory(userDirOf(RED), stateTroubleLog(RED));

/** For the sidebar: claims and managers of a service, and what nodes that are gone hold open. */
export function claimsOfAccount(account: Account, RED: NodeAPI): AccountClaims {
  const memory = memoryOf(RED);
  const entries = runningDesk(account, memory)?.entries() ?? [];
  const { arbiter, names, opened } = memory.of(serviceKey(account.context.service));
  const holds = new Set(
    entries.flatMap(({ manager: { by, settings } }) =>
      settings.dryRun ? [] : settings.loads.map(({ deviceId }) => `${by} ${deviceId}`),
    ),
  );
  const named = (id: string): NamedNode => ({ id, ...defined({ name: names[id] }) });
  const held = [
    ...Object.entries(arbiter.breakers).map(([deviceId, { holders }]) => ({
      ...{ deviceId, holders, kind: 'breaker' as const },
      ...defined({ since: opened[deviceId]?.fromMs }),
    })),
    ...Object.entries(arbiter.chargers).map(([deviceId, { limits = {} }]) => ({
      ...{ deviceId, holders: Object.keys(limits), kind: 'charger' as const },
      limits: Object.fromEntries(Object.entries(limits).map(([holder, amperes]) => [nodeOfHolder(holder), amperes])),
    })),
  ];
  return {
    managers: entries.map(({ manager: { by, settings, why, summary } }) => ({
      ...{ ...named(by), settings, why },
      ...defined({ summary: summary() }),
    })),
    claims: entries.flatMap(({ claims }) => claims),
    heldByGone: held.flatMap(({ holders, ...device }) => {
      const gone = holders.filter((holder) => !holds.has(`${holder} ${device.deviceId}`));
      return gone.length === 0 ? [] : [{ ...device, by: gone.map((holder) => named(nodeOfHolder(holder))) }];
    }),
  };
}

/** Tells a manager of the service what a person has asked for; false where it does not run, or is being deployed. */
export function tellManager(account: Account, RED: NodeAPI, by: string, message: ManagerMessage): boolean {
  const desk = runningDesk(account, memoryOf(RED));
  const entry = desk?.entries().find(({ manager, live }) => live && manager.by === by);
  entry?.manager.take(message);
  return entry !== undefined;
}

/**
 * A person has freed a device, or closed it: no node holds it any more, also no manager that runs, so that nothing but a person
 * closes it. Sends nothing. False where no node that is gone holds it.
 */
export async function freeDevice(account: Account, RED: NodeAPI, deviceId: string): Promise<boolean> {
  const { heldByGone } = claimsOfAccount(account, RED);
  if (!heldByGone.some((held) => held.deviceId === deviceId)) return false;
  await deskOf(RED, account, memoryOf(RED), clockOf(RED)).free(deviceId);
  return true;
}
