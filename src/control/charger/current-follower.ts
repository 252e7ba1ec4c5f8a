import { type AppliedCurrent, currentStep, noLimit, valueNoted } from '../../charging';
import type { Client } from '../../client';
import { type Clock, sleep } from '../../clock';
import { defined } from '../../object';
import type { SendingTime } from '../interlocks/command-age';
import { refusal } from '../interlocks/refusal';
import type { DeviceRequest, WriteRequest } from '../write/write-request';
import { type ChargerState, type createChargerStates, invalidateKnown } from './charger-state';
import { apiMode, changeTo, checkCurrent, configurationOf, type KnownCurrent, knownFrom } from './current';
import { differenceOf, hidesMode, pathsOf } from './difference';
import { nextSequence, type QueuedChange } from './queue';
import type { ChargerConfiguration, ChargerCurrentRequest, ChargerResult } from './request';
import type { createChargerSender } from './sender';

/** How long a read configuration stays valid: another client may change it. */
const knownForMs = 300_000;
/** How long nothing is sent after a failure, however many values arrive. */
const failureCooldownMs = 10_000;
/** How long the newest value of a closed node counts as continued, so that a deploy resets no pause. */
const continuityMs = 60_000;
const unrestricted: AppliedCurrent = { enabled: true, maxCurrent: noLimit };

interface FollowerDependencies {
  readonly client: Client;
  readonly clock: Clock;
  readonly sender: ReturnType<typeof createChargerSender>;
  readonly states: ReturnType<typeof createChargerStates>;
  readonly isDry: (request: WriteRequest) => boolean;
  readonly checkDevice: (request: DeviceRequest) => Promise<void>;
  readonly readConfiguration: (request: DeviceRequest) => Promise<ChargerConfiguration>;
  readonly expiryAfter: (request: WriteRequest, waitedMs: number) => number;
}

/** A value with its sequence number. */
type Value = ChargerCurrentRequest & {
  readonly sequence: number;
  /** Held until then, because the flow has just started. */
  readonly heldUntilMs: number;
  readonly recordSent: () => void;
};

/** Lets chargers follow a changing current, each at its own pace. */
export function createCurrentFollower({
  client,
  clock,
  sender,
  states,
  isDry,
  checkDevice,
  readConfiguration,
  expiryAfter,
}: FollowerDependencies) {
  async function follow(
    request: ChargerCurrentRequest,
    { heldUntilMs = 0 }: SendingTime,
    recordSent: () => void,
  ): Promise<ChargerResult> {
    checkCurrent(request);
    const sequence = request.sequence ?? nextSequence();
    const value: Value = { ...request, sequence, heldUntilMs, recordSent };
    if (isDry(request)) {
      await checkDevice(request);
      return dryRun(value);
    }
    const enteredMs = clock.monotonicMs();
    const state = states.of(value.deviceId);
    const touchedPaths = new Set(pathsOf(changeTo(unrestricted)));
    if (!value.takeMode) touchedPaths.delete('mode');
    const checked = checkDevice(value);
    const queued = state.queue.enter({ sequence: value.sequence, paths: touchedPaths, whole: true, checked });
    recordValue(state, value, enteredMs);
    try {
      await checked;
      return await applyUntilNewer(state, queued, value, enteredMs);
    } finally {
      value.onPlan?.(undefined);
      queued.leave();
    }
  }

  function recordValue(state: ChargerState, { amperes, pace, sequence }: Value, nowMs: number): void {
    if (sequence < state.newestValue) return;
    const isInterrupted = state.abandonedAt !== undefined && nowMs - state.abandonedAt > continuityMs;
    Object.assign(state, valueNoted(amperes, isInterrupted ? {} : state, pace, nowMs));
    state.newestValue = sequence;
    state.abandonedAt = undefined;
  }

  /** Continues until the charger has the value's current, or a newer value arrives. */
  async function applyUntilNewer(
    state: ChargerState,
    queued: QueuedChange,
    value: Value,
    enteredMs: number,
  ): Promise<ChargerResult> {
    const { signal } = value;
    /** The result of the last step, while a pause has yet to follow it. */
    let lastStep: ChargerResult | undefined;
    const isClosed = () => {
      if (!signal?.aborted) return false;
      if (value.sequence === state.newestValue) state.abandonedAt = clock.monotonicMs();
      if (lastStep === undefined) throw signal.reason;
      return true;
    };
    for (;;) {
      if (queued.superseded.aborted || isClosed()) return lastStep ?? result(value, 'superseded');
      const known = isKnown(state) ? state.known : await readKnownWhenIdle(state, queued, value);
      if (known === undefined) continue;
      if (queued.superseded.aborted || isClosed()) continue;
      const step = stepOf(state, known, value);
      if (step.kind === 'keep') return lastStep ?? result(value, 'unchanged', known.applied, known.mode);
      const nowMs = clock.monotonicMs();
      const readyMs = Math.max(
        step.notBeforeMs,
        value.heldUntilMs,
        (state.failedAt ?? Number.NEGATIVE_INFINITY) + failureCooldownMs,
      );
      if (readyMs > nowMs) {
        value.onPlan?.({ applied: known.applied, next: step.to, inMs: readyMs - nowMs });
        await sleepUnlessAborted(readyMs - nowMs, [queued.superseded, signal]);
        continue;
      }
      value.onPlan?.(undefined);
      if (!(await queued.acquire(signal).catch(() => false))) continue;
      try {
        const isNewest = (await queued.remainingPaths()).size > 0;
        // A change that was sent meanwhile may require another step.
        if (!isNewest || signal?.aborted || state.known !== known) continue;
        const sent = await send(state, known, step.to, value, clock.monotonicMs() - enteredMs);
        const changed = [...new Set([...(lastStep?.changed ?? []), ...sent.changed])];
        if (step.pauseFollows === undefined) return { ...sent, changed };
        lastStep = { ...sent, changed };
      } finally {
        queued.release();
      }
    }
  }

  /** Resolves after the time, or as soon as one of the signals is aborted. */
  async function sleepUnlessAborted(ms: number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    const ended = new AbortController();
    const end = () => ended.abort();
    for (const signal of signals) {
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }
    await sleep(clock, ms, ended.signal).catch(() => {});
    for (const signal of signals) signal?.removeEventListener('abort', end);
  }

  /** Returns the request that would be sent now, without entering the charger's queue. */
  async function dryRun(request: Value): Promise<ChargerResult> {
    const known = knownFrom(await readConfiguration(request), clock.monotonicMs());
    const step = stepOf({}, known, request);
    if (step.kind === 'keep') return result(request, 'unchanged', known.applied, known.mode);
    const { change, paths } = differenceOf(configurationOf(known), changeTo(step.to));
    const preview = client.preview('evse.updateConfiguration', { path: { deviceId: request.deviceId }, body: change });
    return { ...result(request, 'dry-run', step.to, known.mode, paths), request: preview };
  }

  function isKnown(state: ChargerState): boolean {
    return state.known !== undefined && state.known.at + knownForMs >= clock.monotonicMs();
  }

  /** Reads while no change is in flight: a change that was sent is not readable at once. */
  async function readKnownWhenIdle(
    state: ChargerState,
    queued: QueuedChange,
    value: Value,
  ): Promise<KnownCurrent | undefined> {
    if (!(await queued.acquire(value.signal).catch(() => false))) return undefined;
    try {
      if (!isKnown(state)) state.known = knownFrom(await readConfiguration(value), clock.monotonicMs());
      return state.known;
    } finally {
      queued.release();
    }
  }

  function stepOf(
    { changedAt, enoughSince, tooLowSince }: Pick<ChargerState, 'changedAt' | 'enoughSince' | 'tooLowSince'>,
    { applied, mode }: KnownCurrent,
    { amperes, pace, takeMode, deviceId }: Value,
  ) {
    const foreign = mode !== apiMode && !hidesMode(mode);
    if (foreign && !takeMode)
      throw refusal(
        'BLOCKED_BY_INTERLOCK',
        deviceId,
        `is in the mode ${mode}: a current counts in the mode ${apiMode} only`,
        { kind: 'otherMode', mode: mode ?? '?', needed: apiMode },
        'evse.updateConfiguration',
      );
    const nowMs = clock.monotonicMs();
    // In another mode the API configuration is not in force, whatever it says.
    const inForce = foreign ? { ...unrestricted, enabled: mode !== 'api-override-disable' } : applied;
    const past = { applied: inForce, changedAt, enoughSince, tooLowSince };
    const step = currentStep(amperes, past, foreign ? { ...pace, minChangeA: 0 } : pace, nowMs);
    return foreign && step.kind === 'keep'
      ? {
          kind: 'set' as const,
          to: inForce,
          notBeforeMs: (changedAt ?? Number.NEGATIVE_INFINITY) + pace.minIntervalMs,
          pauseFollows: undefined,
        }
      : { pauseFollows: undefined, ...step };
  }

  async function send(
    state: ChargerState,
    known: KnownCurrent,
    to: AppliedCurrent,
    request: Value,
    waitedMs: number,
  ): Promise<ChargerResult> {
    const { deviceId } = request;
    const { change, paths } = differenceOf(configurationOf(known), changeTo(to));
    state.changedAt = clock.monotonicMs();
    invalidateKnown(state);
    const noteApplied = () => {
      state.failedAt = undefined;
      const mode = hidesMode(known.mode) ? known.mode : apiMode;
      state.known = { applied: to, mode, at: clock.monotonicMs() };
    };
    try {
      const { outcome, mode } = await sender.send({
        deviceId,
        change,
        modeBefore: known.mode,
        expiresAtMs: expiryAfter(request, waitedMs),
        recordSent: request.recordSent,
        readBackMs: request.readBackMs,
        signal: request.signal,
        hasNewer: state.queue.hasWaiting,
        onAccepted: noteApplied,
      });
      // Also where the answer was lost and the change was read back.
      if (outcome === 'unknown') invalidateKnown(state);
      else noteApplied();
      return result(request, outcome, to, mode, paths);
    } catch (error) {
      state.failedAt = clock.monotonicMs();
      invalidateKnown(state);
      throw error;
    }
  }

  function result(
    { deviceId, sequence }: Value,
    outcome: ChargerResult['outcome'],
    applied?: AppliedCurrent,
    mode?: string,
    changed: readonly string[] = [],
  ): ChargerResult {
    return {
      deviceId,
      outcome,
      sequence,
      changed,
      ...defined({ mode, charging: applied?.enabled }),
      ...(applied?.enabled ? { maxCurrent: applied.maxCurrent } : {}),
      at: clock.now(),
    };
  }

  return { follow };
}
