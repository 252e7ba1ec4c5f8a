import { type AppliedCurrent, currentStep, leastCurrentA, limitRead, noLimit } from '../charging';
import { type Client, ClientError } from '../client';
import { type Clock, sleep } from '../clock';
import { problem } from '../schema';
import { differenceOf, hidesMode } from './charger-difference';
import { type ChargerLane, type createChargerLanes, inTurn, noteValue } from './charger-lanes';
import type { ChargerChange, ChargerConfiguration, ChargerCurrentRequest, ChargerResult } from './charger-request';
import type { createChargerSender } from './charger-sender';
import { refusal } from './refusal';
import type { DeviceRequest, WriteRequest } from './write-request';

/** After this, what a charger was found to have is read again: others may have changed it. */
const knownForMs = 300_000;
/** After a failure nothing is sent for so long, however many values come. */
const calmMs = 10_000;
const ownMode = 'cloud-api';
const unrestricted: AppliedCurrent = { enabled: true, maxCurrent: noLimit };

interface FollowerParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly sender: ReturnType<typeof createChargerSender>;
  readonly lanes: ReturnType<typeof createChargerLanes>;
  readonly isDry: (request: WriteRequest) => boolean;
  readonly readConfiguration: (request: DeviceRequest) => Promise<ChargerConfiguration>;
  readonly expiryAfter: (request: WriteRequest, waitedMs: number) => number;
}

type Known = NonNullable<ChargerLane['known']>;

/** Lets chargers follow a current that changes all the time, each at its own pace. */
export function createCurrentFollower({
  client,
  clock,
  sender,
  lanes,
  isDry,
  readConfiguration,
  expiryAfter,
}: FollowerParts) {
  async function follow(request: ChargerCurrentRequest, check: () => Promise<void>): Promise<ChargerResult> {
    refuseTooLow(request);
    const { deviceId, signal } = request;
    if (isDry(request)) {
      await check();
      return rehearse(request);
    }
    const enteredAt = clock.now();
    const lane = lanes.of(deviceId);
    const superseded = new AbortController();
    lane.supersede();
    lane.supersede = () => superseded.abort();
    lane.inHaste = false;
    noteValue(lane, request.amperes, request.pace, enteredAt);
    const waiting = signal === undefined ? superseded.signal : AbortSignal.any([superseded.signal, signal]);
    try {
      await check();
      for (;;) {
        if (superseded.signal.aborted) return result(request, 'superseded');
        signal?.throwIfAborted();
        const known = await knownOf(lane, request);
        if (superseded.signal.aborted) continue;
        const step = stepOf(lane, known, request);
        if (step.kind === 'keep') return result(request, 'unchanged', known.applied, known.mode);
        const readyAt = Math.max(step.notBeforeMs, (lane.failedAt ?? Number.NEGATIVE_INFINITY) + calmMs);
        if (readyAt > clock.now()) {
          await untilAborted(sleep(clock, readyAt - clock.now(), waiting), superseded.signal);
          continue;
        }
        if (lane.busy > 0) {
          lane.inHaste = true;
          await orAborted(lane.tail, waiting);
          continue;
        }
        return await inTurn(lane, () => send(lane, known, step.to, request, clock.now() - enteredAt));
      }
    } finally {
      if (!superseded.signal.aborted) lane.inHaste = false;
    }
  }

  /** What would be sent now; the lane of the charger is left alone. */
  async function rehearse(request: ChargerCurrentRequest): Promise<ChargerResult> {
    const known = knownFrom(await readConfiguration(request), clock.now());
    const step = stepOf({}, known, request);
    if (step.kind === 'keep') return result(request, 'unchanged', known.applied, known.mode);
    const { change, paths } = differenceOf(asRead(known), changeTo(step.to));
    const preview = client.preview('evse.updateConfiguration', { path: { deviceId: request.deviceId }, body: change });
    return { ...result(request, 'dry-run', step.to, known.mode, paths), request: preview };
  }

  async function knownOf(lane: ChargerLane, request: ChargerCurrentRequest): Promise<Known> {
    if (lane.known === undefined || lane.known.at + knownForMs < clock.now())
      lane.known = knownFrom(await readConfiguration(request), clock.now());
    return lane.known;
  }

  function stepOf(
    { changedAt, enoughSince }: Pick<ChargerLane, 'changedAt' | 'enoughSince'>,
    { applied, mode }: Known,
    { amperes, pace, takeMode, deviceId }: ChargerCurrentRequest,
  ) {
    const foreign = mode !== ownMode && !hidesMode(mode);
    if (foreign && !takeMode)
      throw refusal(
        'BLOCKED_BY_INTERLOCK',
        deviceId,
        `is in the mode ${mode}: a current counts in the mode ${ownMode} only`,
        'evse.updateConfiguration',
      );
    const now = clock.now();
    const past = {
      // In another mode the API configuration is not in force, whatever it says.
      applied: foreign ? unrestricted : applied,
      ...(changedAt === undefined ? {} : { changedAt }),
      ...(enoughSince === undefined ? {} : { enoughSince }),
    };
    const step = currentStep(amperes, past, foreign ? { ...pace, minChangeA: 0 } : pace, now);
    return foreign && step.kind === 'keep'
      ? { kind: 'set' as const, to: past.applied, notBeforeMs: (changedAt ?? now) + pace.minIntervalMs }
      : step;
  }

  async function send(
    lane: ChargerLane,
    known: Known,
    to: AppliedCurrent,
    request: ChargerCurrentRequest,
    waitedMs: number,
  ): Promise<ChargerResult> {
    const { deviceId } = request;
    const { change, paths } = differenceOf(asRead(known), changeTo(to));
    lane.inHaste = false;
    lane.changedAt = clock.now();
    try {
      const { outcome, mode } = await sender.send({
        deviceId,
        change,
        modeBefore: known.mode,
        expiresAt: expiryAfter(request, waitedMs),
        readBackMs: request.readBackMs,
        signal: request.signal,
        inHaste: () => lane.inHaste,
        onAccepted() {
          lane.failedAt = undefined;
          lane.known = { applied: to, mode: hidesMode(known.mode) ? known.mode : ownMode, at: clock.now() };
        },
      });
      if (outcome === 'unknown') lane.known = undefined;
      return result(request, outcome, to, mode, paths);
    } catch (error) {
      lane.failedAt = clock.now();
      lane.known = undefined;
      throw error;
    }
  }

  function result(
    { deviceId }: ChargerCurrentRequest,
    outcome: ChargerResult['outcome'],
    applied?: AppliedCurrent,
    mode?: string,
    changed: readonly string[] = [],
  ): ChargerResult {
    return {
      deviceId,
      outcome,
      changed,
      ...(mode === undefined ? {} : { mode }),
      ...(applied === undefined ? {} : { charging: applied.enabled }),
      ...(applied?.enabled ? { maxCurrent: applied.maxCurrent } : {}),
      at: clock.now(),
    };
  }

  return { follow };
}

// 0 stands for no limit on the wire: a value that is too low is never rounded to it.
function refuseTooLow({ amperes, pace, deviceId }: ChargerCurrentRequest): void {
  if (pace.below !== 'refuse' || amperes === noLimit || amperes >= leastCurrentA) return;
  throw new ClientError('INVALID_INPUT', `${deviceId} cannot be set to ${amperes} A`, {
    operation: 'evse.updateConfiguration',
    deviceId,
    validations: [problem('amperes', 'tooLow', `must be at least ${leastCurrentA}, or "${noLimit}"`)],
    retryable: false,
  });
}

function knownFrom({ mode, configuration }: ChargerConfiguration, at: number): Known {
  const { enabled, restrictions } = configuration?.apiConfiguration ?? {};
  const applied = { enabled: enabled === true, maxCurrent: limitRead(restrictions?.maxCurrent) ?? noLimit };
  return { applied, mode, at };
}

function asRead({ applied, mode }: Known): ChargerConfiguration {
  const { configuration } = changeTo(applied, { withLimit: true });
  return { ...(mode === undefined ? {} : { mode }), configuration: configuration ?? {} } as ChargerConfiguration;
}

/** Pausing leaves the limit as it is. */
function changeTo({ enabled, maxCurrent }: AppliedCurrent, { withLimit = enabled } = {}): ChargerChange {
  const restrictions = { maxCurrent: maxCurrent === noLimit ? 0 : maxCurrent };
  return { mode: ownMode, configuration: { apiConfiguration: { enabled, ...(withLimit ? { restrictions } : {}) } } };
}

/** A wait that ends without an error when its value is superseded. */
async function untilAborted(wait: Promise<void>, superseded: AbortSignal): Promise<void> {
  try {
    await wait;
  } catch (error) {
    if (!superseded.aborted) throw error;
  }
}

function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener('abort', finish);
      resolve();
    };
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
    promise.then(finish);
  });
}
