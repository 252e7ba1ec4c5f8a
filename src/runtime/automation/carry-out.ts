import type { Answer, ArbiterCommand, Outcome, ServiceSpan } from '../../automation';
import { ClientError, type HandlePosition, type Reservation } from '../../client';
import type { Clock } from '../../clock';
import { type Asker, mayHaveExecuted, refusal } from '../../control';
import { defined } from '../../object';
import type { Account } from '..';

/** One command of the arbiter, and on whose behalf it is sent. */
export interface Order {
  readonly account: Account;
  readonly clock: Clock;
  readonly command: ArbiterCommand;
  readonly asker: Asker;
  readonly startedAt: number;
  readonly startedAtMs: number;
  readonly reason: string;
  /** Made when the command was decided, before anything asynchronous. */
  readonly reservation: Reservation;
  /** Asked right before it is sent. */
  readonly isStillWanted: () => boolean;
  /** Whether a charger may be put into the mode in which a current counts. */
  readonly takeMode: boolean;
}

/** How it was carried out. */
export interface Done {
  readonly outcome: Outcome;
  readonly sent?: ServiceSpan;
  /** Of a charger. */
  readonly set?: Answer['set'];
  readonly detail?: string;
  readonly position?: HandlePosition;
}

const readBackMs = 10_000;
/** A claim has had its holds and rest times already: a charger gets it at once. */
const pace = {
  minChangeA: 0,
  minIntervalMs: 0,
  below: 'pause',
  pauseAfterMs: 0,
  resumeAboveA: 0,
  resumeAfterMs: 0,
  reduceAtOnce: true,
} as const;

const outcomes: Readonly<Partial<Record<ClientError['code'], Outcome>>> = {
  UNKNOWN_OUTCOME: 'unknown',
  LOCKED_OUT: 'locked',
  CONFIRMATION_NEEDED: 'confirmation-needed',
  REFUSED: 'refused',
  INVALID_INPUT: 'refused',
  WRONG_HARDWARE: 'refused',
  BLOCKED_BY_INTERLOCK: 'refused',
};

/** Sends one command through the operators of the account, within all their interlocks; a close is never confirmed by us. */
export async function carryOut(order: Order): Promise<Done> {
  const { command, reservation } = order;
  try {
    const { to } = command;
    return await (to === 'open' || to === 'closed' ? operate(order, to) : setCurrent(order, to));
  } catch (error) {
    return failed(error);
  } finally {
    reservation.release();
  }
}

function writeOf({ account, clock, command, asker, startedAt, startedAtMs, reservation }: Order) {
  const receivedAt = clock.now();
  const receivedAtMs = clock.monotonicMs();
  return {
    write: { deviceId: command.deviceId, asker, startedAt, startedAtMs, receivedAt, receivedAtMs, reservation },
    guards: { retained: false, mute: true, dryRun: false, readBackMs },
    serviceNow: async () => {
      const skewMs = (await account.client()).clockSkewMs();
      return skewMs === undefined ? undefined : clock.now() + skewMs;
    },
  };
}

async function operate(order: Order, to: 'open' | 'closed'): Promise<Done> {
  const { account, command, reason, reservation, isStillWanted } = order;
  const { deviceId } = command;
  const operator = await account.operator();
  const { write, guards, serviceNow } = writeOf(order);
  const entered = operator.enter({
    ...write,
    ...guards,
    command: to === 'open' ? 'open' : 'close',
    reason,
    confirmed: false,
    confirmClose: true,
    async unlessNeeded() {
      if (!isStillWanted())
        throw refusal('BLOCKED_BY_INTERLOCK', deviceId, 'is not to be operated any more by those who wanted it', {
          kind: 'noLongerWanted',
        });
      return undefined;
    },
  });
  reservation.release();
  const entryOf = () =>
    account.context.record
      .recent({ service: account.context.service, deviceId, sentOnly: true, limit: 20 })
      .find(({ sequence }) => sequence === entered.sequence);
  const spanOf = async () => {
    const fromMs = entryOf()?.serviceAt;
    const toMs = await serviceNow();
    return fromMs === undefined || toMs === undefined ? {} : { sent: { fromMs, toMs } };
  };
  try {
    const result = await entered.run();
    const { outcome, position } = result;
    // Its end in the record is what later lets the interlocks know that the open was ours.
    if (outcome === 'deferred') operator.awaitDeferred(result, account.ended).catch(() => {});
    if (outcome === 'dry-run' || outcome === 'superseded') return { outcome: 'error', detail: outcome };
    return { outcome, ...(outcome === 'unchanged' ? {} : await spanOf()), ...defined({ position }) };
  } catch (error) {
    const entry = entryOf();
    // What was sent and not refused may have happened: that it failed is not certain.
    if (entry === undefined || !mayHaveExecuted(entry)) return failed(error);
    return { ...failed(error), outcome: 'unknown', ...(await spanOf().catch(() => ({}))) };
  }
}

async function setCurrent(order: Order, to: Exclude<ArbiterCommand['to'], 'open' | 'closed'>): Promise<Done> {
  const { account, takeMode, reservation } = order;
  const charger = await account.charger();
  const { write, guards } = writeOf(order);
  const amperes = to === 'paused' ? 0 : to;
  const running = charger.setCurrent({ ...write, ...guards, amperes, pace, takeMode });
  reservation.release();
  const { outcome } = await running;
  return outcome === 'dry-run' || outcome === 'superseded'
    ? { outcome: 'error', detail: outcome }
    : { outcome, set: to };
}

function failed(error: unknown): Done {
  const detail = error instanceof Error ? error.message : String(error);
  return { outcome: (error instanceof ClientError ? outcomes[error.code] : undefined) ?? 'error', detail };
}
