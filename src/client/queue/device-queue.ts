import type { Clock, Timer } from '../../clock';
import { defined } from '../../object';
import { type RefusalReason, withReason } from '../../refusal';
import { ClientError } from '../errors';
import type { ErrorCode } from '../interface';
import type { Lifetime } from '../lifetime';
import type { QueuedCommand, QueueEntry } from './command';
import { createDevicePace, openSpacingMs } from './device-pace';
import type { Reservations } from './reservations';

/** How long a close that was sent may still wait for its answer once an open waits behind it. */
const sentCloseMaxWaitMs = 2_000;
/** A close that has to wait is queued only if it stays valid for this long after it can be sent. */
const minLeftMs = 2_000;
/** Opens that may wait, one second apart; more would let the newest expire behind them. */
const maxWaitingOpens = 4;

interface Entry {
  readonly command: QueuedCommand;
  readonly sequence: number;
  /**
   * `waiting`: behind others or the pace. `checked`: next, its interlocks are judged. `sending`: may reach the device.
   */
  state: 'waiting' | 'checked' | 'sending' | 'ended';
  /** `ready` was called: a mass command enters all of its devices at once and starts with some of them. */
  wanted: boolean;
  everSent: boolean;
  lifetime?: Lifetime;
  error?: ClientError;
  start(): void;
  fail(error: ClientError): void;
  unsubscribeSignal(): void;
}

/** The commands to one breaker, one at a time in the order of their reservations. */
export interface DeviceQueue {
  /** Throws, without any effect, for a command that must not be queued. */
  enter(command: QueuedCommand): QueueEntry;
  isIdle(spacingMs: number): boolean;
}

const wireDirection = ({ kind }: QueuedCommand) => (kind === 'close' ? 'close' : 'open');

/**
 * Of the commands that are not rejected, the newest reservation decides the final position. An open ends the closes
 * before it and follows the opens before it; a close takes the place of a close before it and follows the opens.
 */
export function createDeviceQueue(clock: Clock, reservations: Reservations): DeviceQueue {
  const pace = createDevicePace(clock);
  let waiting: Entry[] = [];
  let active: Entry | undefined;
  /** The newest command that may have reached the device. */
  let newestBegun: { readonly sequence: number; readonly command: QueuedCommand } | undefined;
  let timer: Timer | undefined;
  let cutTimer: Timer | undefined;

  const refusal = (
    command: QueuedCommand,
    code: ErrorCode,
    why: string,
    reason: RefusalReason | undefined,
    retryAfter?: number,
  ) => withReason(new ClientError(code, why, { ...command.detail, ...defined({ retryAfter }) }), reason);

  function supersededError(older: QueuedCommand, by: QueuedCommand): ClientError {
    return by.kind === 'close'
      ? refusal(older, 'RATE_LIMITED_LOCALLY', 'a newer command took its place', { kind: 'newerCommand' })
      : older.kind === 'close'
        ? refusal(older, 'BLOCKED_BY_INTERLOCK', 'an open to the same device came after it', { kind: 'openFollows' })
        : refusal(older, 'RATE_LIMITED_LOCALLY', 'a newer open took its place', { kind: 'newerCommand' });
  }

  /** Whether a command supersedes an older one that was not sent. */
  function supersedes({ kind }: QueuedCommand, older: Entry): boolean {
    if (older.state !== 'waiting' && older.state !== 'checked') return false;
    switch (older.command.kind) {
      case 'close':
        return true;
      case 'open':
      case 'cancel-timer':
        // Of the commands that are held back after a start, the newest counts.
        return kind === 'open' && older.state === 'waiting' && isHeld(older.command);
    }
  }

  const isHeld = ({ heldUntilMs = 0 }: QueuedCommand) => heldUntilMs > clock.monotonicMs();

  /** Ends the oldest opens where more wait than can be sent in time. */
  function dropOldOpens(by: QueuedCommand): void {
    const opens = waiting.filter(({ command }) => command.kind !== 'close');
    for (const oldest of opens.slice(0, -maxWaitingOpens)) end(oldest, supersededError(oldest.command, by));
  }

  function end(entry: Entry, error: ClientError): void {
    entry.state = 'ended';
    entry.error = error;
    entry.unsubscribeSignal();
    waiting = waiting.filter((other) => other !== entry);
    if (active === entry) active = undefined;
    entry.fail(error);
  }

  /** An estimate of the earliest instant at which a close can be sent. */
  function closeReadyAtMs({ spacingMs, heldUntilMs = 0 }: QueuedCommand): number {
    const opensAhead = entries().filter((entry) => entry.command.kind === 'open' && !entry.everSent);
    const openAtMs = opensAhead.reduce(
      (atMs, { command }) => Math.max(atMs + openSpacingMs, command.heldUntilMs ?? 0),
      Math.max(pace.readyAtMs('open', spacingMs), clock.monotonicMs()) - openSpacingMs,
    );
    const behindOpensMs = opensAhead.length === 0 ? 0 : openAtMs + spacingMs;
    return Math.max(pace.readyAtMs('close', spacingMs), heldUntilMs, behindOpensMs);
  }

  function refuseLateClose(command: QueuedCommand): void {
    const now = clock.monotonicMs();
    if (isHeld(command) && waiting.some((open) => open.command.kind === 'open' && isHeld(open.command)))
      throw refusal(
        command,
        'MUTED',
        'an open to the same device is held until the flow has been running for a while',
        { kind: 'openHeld' },
      );
    const waitMs = closeReadyAtMs(command) - now;
    const leftMs = command.expiresAtMs - now;
    if (waitMs <= 0 || waitMs + minLeftMs <= leftMs) return;
    const seconds = (ms: number) => Math.ceil(ms / 1000);
    const [wait, left] = [seconds(waitMs), seconds(leftMs)];
    const { text, reason } = pace.rule(command.spacingMs);
    throw refusal(
      command,
      'RATE_LIMITED_LOCALLY',
      `${text}, so this close could be sent in ${wait} s, and it is valid for ${left} s: send it again then`,
      { ...reason, wait, left },
      wait,
    );
  }

  /** An input whose devices are known late must not undo a newer command. */
  function refuseOutdated(command: QueuedCommand): void {
    const newer = [...entries(), ...(newestBegun === undefined ? [] : [newestBegun])]
      .filter(({ sequence }) => sequence > command.reservation.sequence)
      // A close that was not sent follows an open that arrived before it.
      .findLast((other) => other === newestBegun || command.kind === 'close' || other.command.kind !== 'close');
    if (newer !== undefined) throw supersededError(command, newer.command);
  }

  function entries(): Entry[] {
    return active === undefined ? waiting : [active, ...waiting];
  }

  function supersedeSending(by: QueuedCommand): void {
    if (active?.state !== 'sending' || active.command.kind !== 'close') return;
    active.lifetime?.supersede(by.kind === 'close' ? 'RATE_LIMITED_LOCALLY' : 'BLOCKED_BY_INTERLOCK');
    const { lifetime } = active;
    if (by.kind !== 'close') cutTimer ??= clock.after(sentCloseMaxWaitMs, () => lifetime?.end('cut'));
  }

  function drain(): void {
    timer?.cancel();
    timer = undefined;
    const now = clock.monotonicMs();
    for (const entry of waiting.filter(({ command }) => now > command.expiresAtMs))
      end(entry, refusal(entry.command, 'COMMAND_EXPIRED', 'the command is too old to be sent', { kind: 'tooOld' }));
    const [first] = waiting;
    if (first === undefined) return;
    const { command } = first;
    const free = active === undefined && first.wanted;
    const olderUntilMs = command.kind === 'close' ? reservations.olderUntilMs(first.sequence) : undefined;
    if (olderUntilMs !== undefined) reservations.onceReleased(drain);
    const readyAtMs = free
      ? Math.max(pace.readyAtMs(wireDirection(command), command.spacingMs), command.heldUntilMs ?? 0, olderUntilMs ?? 0)
      : Number.POSITIVE_INFINITY;
    if (readyAtMs <= now) {
      waiting = waiting.slice(1);
      active = first;
      first.state = 'checked';
      first.start();
      drain();
      return;
    }
    const wakeAtMs = Math.min(readyAtMs, ...waiting.map(({ command: { expiresAtMs } }) => expiresAtMs + 1));
    if (Number.isFinite(wakeAtMs)) timer = clock.after(wakeAtMs - now, drain);
  }

  function createEntry(command: QueuedCommand): Entry {
    const { signal, reservation } = command;
    const entry: Entry = {
      command,
      sequence: reservation.sequence,
      state: 'waiting',
      wanted: false,
      everSent: false,
      start() {},
      fail() {},
      unsubscribeSignal: () => signal?.removeEventListener('abort', onAbort),
    };
    const onAbort = () => {
      // A command that was sent is not undone by a cancelled caller: its call ends it.
      if (entry.state === 'sending') return;
      end(entry, refusal(command, 'CLOSED', 'the call was cancelled', undefined));
      drain();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    return entry;
  }

  function queueEntryOf(entry: Entry): QueueEntry {
    const { command, sequence } = entry;
    const resendWaitMs = () => Math.max(0, pace.resendAtMs() - clock.monotonicMs());
    return {
      sequence,
      resendWaitMs,
      ready() {
        entry.wanted = true;
        drain();
        if (entry.error !== undefined) return Promise.reject(entry.error);
        if (entry.state !== 'waiting') return undefined;
        return new Promise((resolve, reject) => {
          entry.start = resolve;
          entry.fail = reject;
        });
      },
      unlessEnded(work) {
        return new Promise((resolve, reject) => {
          if (entry.error !== undefined) reject(entry.error);
          else entry.fail = reject;
          work.then(resolve, reject);
        });
      },
      begin(lifetime) {
        if (entry.error !== undefined) throw entry.error;
        entry.state = 'sending';
        if (lifetime !== undefined) entry.lifetime = lifetime;
        newestBegun = { sequence, command };
        return {
          sent(atMs) {
            pace.sent(wireDirection(command), atMs, !entry.everSent);
            entry.everSent = true;
          },
          resendWaitMs,
        };
      },
      leave() {
        entry.unsubscribeSignal();
        entry.state = 'ended';
        entry.error ??= refusal(command, 'CLOSED', 'the command has ended', undefined);
        waiting = waiting.filter((other) => other !== entry);
        if (active === entry) {
          active = undefined;
          cutTimer?.cancel();
          cutTimer = undefined;
        }
        drain();
      },
    };
  }

  return {
    enter(command) {
      const now = clock.monotonicMs();
      if (now > command.expiresAtMs)
        throw refusal(command, 'COMMAND_EXPIRED', 'the command is too old to be sent', { kind: 'tooOld' });
      if (command.signal?.aborted) throw refusal(command, 'CLOSED', 'the call was cancelled', undefined);
      refuseOutdated(command);
      if (command.kind === 'close') refuseLateClose(command);
      for (const older of entries().filter(({ sequence }) => sequence < command.reservation.sequence))
        if (supersedes(command, older)) end(older, supersededError(older.command, command));
      supersedeSending(command);
      const entry = createEntry(command);
      waiting = [...waiting, entry].sort((a, b) => a.sequence - b.sequence);
      if (command.kind !== 'close') dropOldOpens(command);
      drain();
      return queueEntryOf(entry);
    },
    isIdle: (spacingMs) => active === undefined && waiting.length === 0 && pace.isIdle(spacingMs),
  };
}
