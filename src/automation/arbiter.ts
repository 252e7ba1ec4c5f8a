import { type ChargerRecord, resolveCharger } from './arbiter-charger';
import type { Claim } from './claims';
import type { Outcome } from './readings';

/** What the arbiter remembers of one breaker; plain JSON. */
export interface BreakerRecord {
  /** The nodes for which it is open, and have not let it come back. */
  readonly holders: readonly string[];
  /** By node, the newest action that was carried out or answered. */
  readonly done: Readonly<Record<string, number>>;
}

export interface ArbiterState {
  readonly breakers: Readonly<Record<string, BreakerRecord>>;
  readonly chargers: Readonly<Record<string, ChargerRecord>>;
  /** By meter. Instants that are monotonic, and begin anew with the process. */
  readonly lastRestoreAt: Readonly<Record<string, number>>;
}

/** What is known of a device now. */
export interface DeviceFacts {
  readonly kind: 'breaker' | 'charger';
  readonly position?: 'open' | 'closed' | 'unknown';
  readonly locked?: boolean;
  /** A person has switched it, and wishes are to leave it alone. */
  readonly manual?: boolean;
  /** A command of ours is under way: nothing more is sent until it has ended. */
  readonly underWay?: boolean;
  /** A; the setting of a charger as it was read. */
  readonly settingA?: number | 'no-limit' | 'paused';
  /** The meter of the limit that it counts to: one restore a minute for all that share it. */
  readonly meter?: string;
}

export interface ArbiterCommand {
  readonly deviceId: string;
  readonly to: 'open' | 'closed' | 'paused' | 'no-limit' | number;
  /** Whose claims it carries out: each gets its outcome as the answer. */
  readonly for: readonly { readonly by: string; readonly action?: number }[];
  readonly reason: Claim['reason'];
  /** Once it is carried out the charger is limited by nobody. */
  readonly releases?: true;
}

export interface ArbiterAnswer {
  readonly by: string;
  readonly deviceId: string;
  readonly action: number;
  readonly outcome: Outcome;
}

export interface ArbiterStep {
  readonly state: ArbiterState;
  readonly commands: readonly ArbiterCommand[];
  readonly answers: readonly ArbiterAnswer[];
  /** Devices that a node that is gone holds open, or limits: a person's to free. */
  readonly heldByGone: readonly { readonly deviceId: string; readonly by: readonly string[] }[];
}

export const initialArbiter = (): ArbiterState => ({ breakers: {}, chargers: {}, lastRestoreAt: {} });

const restoreSpacingMs = 60_000;
const emptyRecord: BreakerRecord = { holders: [], done: {} };

/**
 * The commands that follow from all claims of all nodes, each device once. Limits go before wishes; a breaker is open if any
 * limit claims it open, and a charger has the smallest claimed current. A breaker is closed only when every node for which it
 * was opened says that it may: a node that is gone never says so, and a person closes it then.
 *
 * @param claims of the nodes that live, all of them. Dry runs take no part.
 */
export function arbitrate(
  state: ArbiterState,
  claims: readonly Claim[],
  devices: Readonly<Record<string, DeviceFacts>>,
  nowMs: number,
): ArbiterStep {
  const work: Work = { state: { ...state }, commands: [], answers: [], nowMs };
  const nodes = new Set(claims.map(({ by }) => by));
  for (const [deviceId, own] of claimsByDevice(claims)) {
    const facts = devices[deviceId];
    if (facts === undefined || facts.underWay === true) continue;
    if (facts.kind === 'charger') arbitrateCharger(work, deviceId, own, facts);
    else arbitrateBreaker(work, deviceId, own, facts);
  }
  const heldByGone = Object.entries(work.state.breakers).flatMap(([deviceId, { holders }]) => {
    const by = holders.filter((node) => !nodes.has(node));
    return by.length > 0 ? [{ deviceId, by }] : [];
  });
  return { state: work.state, commands: work.commands, answers: work.answers, heldByGone };
}

interface Work {
  state: ArbiterState;
  readonly commands: ArbiterCommand[];
  readonly answers: ArbiterAnswer[];
  readonly nowMs: number;
}

function claimsByDevice(claims: readonly Claim[]): Map<string, Claim[]> {
  const by = new Map<string, Claim[]>();
  for (const claim of claims) {
    const own = by.get(claim.deviceId);
    if (own === undefined) by.set(claim.deviceId, [claim]);
    else own.push(claim);
  }
  return by;
}

function arbitrateBreaker(work: Work, deviceId: string, claims: readonly Claim[], facts: DeviceFacts): void {
  const record = work.state.breakers[deviceId] ?? emptyRecord;
  const limits = claims.filter(({ kind }) => kind === 'limit');
  const opens = limits.filter(({ to }) => to === 'open');
  const closes = limits.filter(({ to }) => to === 'closed');
  if (opens.length > 0) open(work, deviceId, record, opens, closes, facts);
  else if (closes.length > 0) close(work, deviceId, record, closes, facts);
  else carryOutWish(work, deviceId, record, claims, facts);
}

const isNew = ({ done }: BreakerRecord, { by, action }: Claim) => action !== undefined && action !== done[by];

function setBreaker(work: Work, deviceId: string, record: BreakerRecord): void {
  work.state = { ...work.state, breakers: { ...work.state.breakers, [deviceId]: record } };
}

function noted(record: BreakerRecord, claims: readonly Claim[]): BreakerRecord['done'] {
  const done: Record<string, number> = { ...record.done };
  for (const { by, action } of claims) if (action !== undefined) done[by] = action;
  return done;
}

function open(
  work: Work,
  deviceId: string,
  record: BreakerRecord,
  opens: readonly Claim[],
  closes: readonly Claim[],
  facts: DeviceFacts,
): void {
  // Who has let it come back waits for the others, and is asked again whether it still fits.
  for (const claim of closes) if (isNew(record, claim)) answer(work, claim, 'waiting');
  const fresh = opens.filter((claim) => isNew(record, claim));
  if (fresh.length === 0) return;
  const holders = [...new Set([...record.holders, ...opens.map(({ by }) => by)])];
  setBreaker(work, deviceId, { holders, done: noted(record, fresh) });
  if (facts.position === 'open') for (const claim of fresh) answer(work, claim, 'unchanged');
  else send(work, deviceId, 'open', fresh);
}

function close(
  work: Work,
  deviceId: string,
  record: BreakerRecord,
  closes: readonly Claim[],
  facts: DeviceFacts,
): void {
  const fresh = closes.filter((claim) => isNew(record, claim));
  if (fresh.length === 0) return;
  const refuse = (outcome: Outcome) => {
    setBreaker(work, deviceId, { ...record, done: noted(record, fresh) });
    for (const claim of fresh) answer(work, claim, outcome);
  };
  if (facts.locked === true) {
    refuse('locked');
    return;
  }
  const agreeing = new Set(closes.map(({ by }) => by));
  // Nobody's memory that it was ours, or a holder that is gone or has forgotten it: a person closes it.
  const isOurs = record.holders.length > 0 && record.holders.every((by) => agreeing.has(by));
  if (!isOurs) {
    refuse('confirmation-needed');
    return;
  }
  if (facts.position === 'closed') {
    setBreaker(work, deviceId, { holders: [], done: noted(record, fresh) });
    for (const claim of fresh) answer(work, claim, 'unchanged');
    return;
  }
  const meter = facts.meter ?? '';
  const last = work.state.lastRestoreAt[meter];
  if (last !== undefined && work.nowMs - last < restoreSpacingMs) {
    for (const claim of fresh) answer(work, claim, 'waiting');
    return;
  }
  // It is theirs until the close is carried out: this process may end before.
  setBreaker(work, deviceId, { ...record, done: noted(record, fresh) });
  work.state = { ...work.state, lastRestoreAt: { ...work.state.lastRestoreAt, [meter]: work.nowMs } };
  send(work, deviceId, 'closed', fresh);
}

/** A wish closes only what it has opened itself, and nothing that a limit holds or a person switched. */
function carryOutWish(
  work: Work,
  deviceId: string,
  record: BreakerRecord,
  claims: readonly Claim[],
  facts: DeviceFacts,
): void {
  const wish = claims.find((claim) => claim.kind === 'wish' && isNew(record, claim));
  if (wish === undefined || (wish.to !== 'open' && wish.to !== 'closed')) return;
  if (facts.manual === true) return;
  if (wish.to === 'open') open(work, deviceId, record, [wish], [], facts);
  else close(work, deviceId, record, [wish], facts);
}

function arbitrateCharger(work: Work, deviceId: string, claims: readonly Claim[], facts: DeviceFacts): void {
  const { record, command, unchanged } = resolveCharger(work.state.chargers[deviceId], claims, facts);
  work.state = { ...work.state, chargers: { ...work.state.chargers, [deviceId]: record } };
  for (const claim of unchanged) answer(work, claim, 'unchanged');
  if (command !== undefined) work.commands.push({ deviceId, ...command });
}

function send(work: Work, deviceId: string, to: 'open' | 'closed', claims: readonly Claim[]): void {
  const [first] = claims;
  if (first === undefined) return;
  work.commands.push({ deviceId, to, reason: first.reason, for: claims.map(({ by, action }) => askedBy(by, action)) });
}

const askedBy = (by: string, action: number | undefined) => (action === undefined ? { by } : { by, action });

function answer(work: Work, { by, deviceId, action }: Claim, outcome: Outcome): void {
  if (action !== undefined) work.answers.push({ by, deviceId, action, outcome });
}
