import {
  callsAMinute,
  longestAboveMs,
  type ManagerSettings,
  type PlannedRead,
  readingPlan,
} from '../../src/automation';

interface Reading {
  readonly settings: ManagerSettings;
  readonly readEveryMs: number;
}

export interface AccountBudget {
  readonly callsAMinute: number;
  /** After which a command is not sent any more. */
  readonly expiryMs: number;
}

/** What the readings of a manager cost its account, and how long its limits may be exceeded because of them. */
export interface ReadingCost {
  /** Of this manager alone. */
  readonly calls: number;
  /** Of all managers of the account, where that is more than the account may ask. */
  readonly tooMany?: number;
  /** Absent where totals come from messages: their interval is not known. */
  readonly longestAboveMs?: number;
}

export function readingCost(
  { settings, readEveryMs }: Reading,
  others: readonly Reading[],
  account: AccountBudget,
): ReadingCost {
  const reads = ({ settings: of, readEveryMs: everyMs }: Reading): PlannedRead[] => readingPlan(of, everyMs);
  const own = reads({ settings, readEveryMs });
  const all = callsAMinute([...own, ...others.flatMap(reads)]);
  const isMeasured = settings.groups.some(({ of }) => of.kind !== 'message');
  return {
    calls: callsAMinute(own),
    ...(all > account.callsAMinute ? { tooMany: all } : {}),
    ...(isMeasured ? { longestAboveMs: longestAboveMs(settings, { readEveryMs, expiryMs: account.expiryMs }) } : {}),
  };
}
