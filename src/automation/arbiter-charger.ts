import type { ArbiterCommand, DeviceFacts } from './arbiter';
import type { Claim } from './claims';

/** What the arbiter remembers of one charger; plain JSON. */
export interface ChargerRecord {
  /** What it was set to before the first claim; absent: no claim limits it. */
  readonly before?: number | 'no-limit' | 'paused';
  /** What was sent last. */
  readonly sent?: Setting;
  /** The least current that a node that is gone has left behind counts on until a person frees it. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly done: Readonly<Record<string, number>>;
}

type Setting = number | 'no-limit' | 'paused';

interface Resolved {
  readonly record: ChargerRecord;
  readonly command?: Omit<ArbiterCommand, 'deviceId'>;
  readonly unchanged: readonly Claim[];
}

const amperesOf = (to: Setting) => (to === 'paused' ? 0 : to === 'no-limit' ? Number.POSITIVE_INFINITY : to);
const settingOf = (amperes: number): Setting =>
  amperes === 0 ? 'paused' : Number.isFinite(amperes) ? amperes : 'no-limit';

/**
 * The smallest claimed limit, or the wish where that is lower; and where nothing limits it any more, what it was set to before.
 * The limit of a node that is gone holds until a person frees it: only `free` ends one.
 */
export function resolveCharger(
  known: ChargerRecord | undefined,
  claims: readonly Claim[],
  facts: DeviceFacts,
): Resolved {
  const record: ChargerRecord = known ?? { done: {} };
  const limits: Record<string, number> = { ...record.limits };
  for (const { by, kind, to } of claims) {
    if (kind !== 'limit') continue;
    if (to === 'free') delete limits[by];
    else if (to === 'paused') limits[by] = 0;
    else if (typeof to === 'number') limits[by] = to;
  }
  const fresh = claims.filter(({ by, action }) => action !== undefined && action !== record.done[by]);
  const done: Record<string, number> = { ...record.done };
  for (const { by, action = 0 } of fresh) done[by] = action;
  const limited = Math.min(Number.POSITIVE_INFINITY, ...Object.values(limits));
  const wish = facts.manual === true ? undefined : wishOf(claims);
  const isLimited = Number.isFinite(limited);
  const before = isLimited ? (record.before ?? facts.settingA) : undefined;
  // What a person has set lower than we did is theirs to raise.
  const lowered =
    record.sent !== undefined && facts.settingA !== undefined && amperesOf(facts.settingA) < amperesOf(record.sent)
      ? facts.settingA
      : undefined;
  const own = lowered ?? before ?? record.before;
  const rest = wish ?? (own === undefined ? undefined : amperesOf(own));
  const target = Math.min(limited, rest ?? Number.POSITIVE_INFINITY);
  const isAsked = fresh.length > 0;
  const kept = {
    done,
    ...(isLimited ? { limits } : {}),
    ...(isLimited && own !== undefined ? { before: own } : {}),
  };
  const sent = record.sent === undefined ? {} : { sent: record.sent };
  if (!isAsked) return { record: { ...record, ...kept, ...sent }, unchanged: [] };
  const nothingKnown = !isLimited && rest === undefined;
  if (nothingKnown || (facts.settingA !== undefined && amperesOf(facts.settingA) === target))
    return { record: { ...kept, ...sent }, unchanged: fresh };
  const to = settingOf(target);
  const [{ reason }] = fresh as [Claim];
  const asked = fresh.map(({ by, action }) => (action === undefined ? { by } : { by, action }));
  const command = { to, reason, for: asked };
  // What it was set to before is known until it is set so again: this process may end before, or the command fail.
  if (!isLimited) return { record: { ...record, done }, command: { ...command, releases: true }, unchanged: [] };
  return { record: { ...kept, sent: to }, command, unchanged: [] };
}

function wishOf(claims: readonly Claim[]): number | undefined {
  const wish = claims.find(({ kind }) => kind === 'wish')?.to;
  return wish === 'paused' ? 0 : typeof wish === 'number' ? wish : undefined;
}
