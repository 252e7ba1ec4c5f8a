import type { Clock, Timer } from '../clock';
import type { ErrorDetail, Fail } from './errors';
import type { Lifetime } from './lifetime';

export interface PacedCommand {
  readonly deviceId: string;
  readonly direction: 'open' | 'close';
  readonly lifetime: Lifetime;
  /** Not sent after this instant. */
  readonly expiresAt?: number;
  readonly detail: ErrorDetail;
}

/** The right to command one device, held until `leave`. */
export interface Turn {
  /** The command, or a further attempt at it, was sent at this instant. */
  sent(atMs: number): void;
  resendWaitMs(): number;
  leave(): void;
}

export interface Pacing {
  /**
   * The turn, or a promise of it where the command has to wait. Commands to one device keep their order and are never sent
   * side by side.
   */
  enter(command: PacedCommand): Turn | Promise<Turn>;
}

const openSpacingMs = 1_000;
const closesPerWindow = 10;
const closeWindowMs = 60_000;
/** How much longer a close that was sent may wait for its answer once an open waits behind it. */
const patienceWithCloseMs = 2_000;
const gatesKept = 5_000;

interface Entry {
  readonly command: PacedCommand;
  readonly start: (turn: Turn) => void;
  readonly refuse: (error: Error) => void;
  forget: () => void;
}

interface Gate {
  lastSentAt: number;
  closesSentAt: number[];
  active?: Entry | undefined;
  queue: Entry[];
  timer?: Timer | undefined;
  cutTimer?: Timer | undefined;
}

/** One gate a device: breakers wear, and the service refuses a breaker that is commanded too fast. */
export function createPacing(clock: Clock, spacingMs: number, fail: Fail): Pacing {
  const gates = new Map<string, Gate>();

  function gateOf(deviceId: string): Gate {
    let gate = gates.get(deviceId);
    if (gate === undefined) {
      if (gates.size >= gatesKept) dropIdleGates();
      gate = { lastSentAt: Number.NEGATIVE_INFINITY, closesSentAt: [], queue: [] };
      gates.set(deviceId, gate);
    }
    return gate;
  }

  function dropIdleGates(): void {
    const longestMemoryMs = Math.max(spacingMs, closeWindowMs);
    for (const [deviceId, gate] of gates)
      if (gate.active === undefined && gate.queue.length === 0 && gate.lastSentAt + longestMemoryMs < clock.now())
        gates.delete(deviceId);
  }

  function readyAt(gate: Gate, direction: PacedCommand['direction']): number {
    if (direction === 'open') return gate.lastSentAt + openSpacingMs;
    const tenthLast = gate.closesSentAt.at(-closesPerWindow);
    const windowOpensAt = tenthLast === undefined ? Number.NEGATIVE_INFINITY : tenthLast + closeWindowMs;
    return Math.max(gate.lastSentAt + spacingMs, gate.lastSentAt + openSpacingMs, windowOpensAt);
  }

  function waitText(gate: Gate, { lifetime }: PacedCommand, waitMs: number): string {
    const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
    const rule =
      gate.lastSentAt + spacingMs - clock.now() >= waitMs
        ? `commands to one breaker keep ${seconds(spacingMs)} apart`
        : `a breaker is closed at most ${closesPerWindow} times in ${seconds(closeWindowMs)}`;
    return `${rule}, so this one could be sent in ${seconds(waitMs)}, and it waits at most ${seconds(lifetime.remainingMs())}: send it again then`;
  }

  function refuse(gate: Gate, entry: Entry, error: Error): void {
    entry.forget();
    gate.queue = gate.queue.filter((other) => other !== entry);
    entry.refuse(error);
  }

  /** What a newer command does to the closes before it. */
  function overtake(gate: Gate, direction: PacedCommand['direction']): void {
    const code = direction === 'open' ? 'BLOCKED_BY_INTERLOCK' : 'RATE_LIMITED_LOCALLY';
    const message = direction === 'open' ? 'an open to the same device came first' : 'a newer command took its place';
    for (const entry of gate.queue.filter(({ command }) => command.direction === 'close'))
      refuse(gate, entry, fail(code, message, entry.command.detail));
    const { active } = gate;
    if (active?.command.direction !== 'close') return;
    active.command.lifetime.supersede(code);
    if (direction === 'open')
      gate.cutTimer ??= clock.after(patienceWithCloseMs, () => active.command.lifetime.end('cut'));
  }

  function pump(gate: Gate): void {
    gate.timer?.cancel();
    gate.timer = undefined;
    const now = clock.now();
    for (const entry of gate.queue.filter(({ command }) => now > (command.expiresAt ?? now)))
      refuse(gate, entry, fail('COMMAND_EXPIRED', 'the command is too old to be sent', entry.command.detail));
    const [first] = gate.queue;
    if (first === undefined) return;
    const firstReadyAt = gate.active === undefined ? readyAt(gate, first.command.direction) : Number.POSITIVE_INFINITY;
    if (firstReadyAt <= now) {
      begin(gate, first);
      return;
    }
    const wakeAt = Math.min(
      firstReadyAt,
      ...gate.queue.map(({ command }) => (command.expiresAt ?? Number.POSITIVE_INFINITY) + 1),
    );
    if (Number.isFinite(wakeAt)) gate.timer = clock.after(wakeAt - now, () => pump(gate));
  }

  function begin(gate: Gate, entry: Entry): void {
    entry.forget();
    gate.queue.shift();
    gate.active = entry;
    entry.start({
      sent(atMs) {
        gate.lastSentAt = atMs;
        if (entry.command.direction === 'close')
          gate.closesSentAt = [...gate.closesSentAt, atMs].slice(-closesPerWindow);
      },
      resendWaitMs: () => Math.max(0, gate.lastSentAt + openSpacingMs - clock.now()),
      leave() {
        gate.cutTimer?.cancel();
        gate.cutTimer = undefined;
        gate.active = undefined;
        pump(gate);
      },
    });
    pump(gate);
  }

  return {
    enter(command) {
      let begun: Turn | undefined;
      const turn = new Promise<Turn>((start, refuseEntry) => {
        const gate = gateOf(command.deviceId);
        const waitMs = readyAt(gate, command.direction) - clock.now();
        if (waitMs > 0 && waitMs >= command.lifetime.remainingMs()) {
          const message = waitText(gate, command, waitMs);
          const retryAfter = Math.ceil(waitMs / 1000);
          refuseEntry(fail('RATE_LIMITED_LOCALLY', message, { ...command.detail, retryAfter }));
          return;
        }
        overtake(gate, command.direction);
        const begin = (given: Turn) => {
          begun = given;
          start(given);
        };
        const entry: Entry = { command, start: begin, refuse: refuseEntry, forget: () => {} };
        gate.queue.push(entry);
        entry.forget = command.lifetime.onEnd(() => {
          const stopped = command.lifetime.ended() !== 'deadline';
          const message = stopped ? 'the call was cancelled' : 'the commands before it took too long';
          refuse(gate, entry, fail(stopped ? 'CLOSED' : 'RATE_LIMITED_LOCALLY', message, command.detail));
          pump(gate);
        });
        pump(gate);
      });
      return begun ?? turn;
    },
  };
}
