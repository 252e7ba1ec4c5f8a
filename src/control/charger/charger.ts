import type { Client } from '../../client';
import { type Clock, sleep } from '../../clock';
import { createChargerInterlocks } from '../interlocks/charger';
import type { SendingTime } from '../interlocks/command-age';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { PendingRecord } from '../record';
import { beginRecord, recordEnd } from '../record/begin-record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { type DeviceRequest, expiryOf, signalPart, type WriteRequest } from '../write/write-request';
import { createChargerStates, invalidateKnown } from './charger-state';
import { createCurrentFollower } from './current-follower';
import { differenceOf, pathsOf } from './difference';
import { nextSequence } from './queue';
import type { ChargerChangeRequest, ChargerConfiguration, ChargerCurrentRequest, ChargerResult } from './request';
import { createChargerSender } from './sender';

/**
 * Changes chargers within the account's safety settings, in the order of the calls: each change enters its charger's
 * queue before anything is read. Of changes to the same field, only the last that passes its checks is sent. spec 4.7
 */
export interface ChargerOperator {
  /** Sends the fields that differ from the charger's; nothing when none does. */
  change(request: ChargerChangeRequest): Promise<ChargerResult>;
  /**
   * Lets a charger follow a current; may be called every second. The newest value wins: a waiting older value ends as
   * `superseded`.
   */
  setCurrent(request: ChargerCurrentRequest): Promise<ChargerResult>;
}

export function createChargerOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): ChargerOperator {
  const { service } = context;
  const interlocks = createChargerInterlocks(client, clock, safety);
  const sender = createChargerSender(client, clock);
  const states = createChargerStates(clock, service);
  const isDry = (request: WriteRequest) => isDryRun(request, safety);

  async function readConfiguration({ deviceId, signal }: DeviceRequest): Promise<ChargerConfiguration> {
    return (await client.call('evse.getConfiguration', { path: { deviceId } }, signalPart(signal))).data;
  }

  /** Time spent in our own queue does not count as age. */
  const expiryAfter = (request: WriteRequest, waitedMs: number) => expiryOf(request, safety.commandExpiryMs + waitedMs);
  const checkDevice = ({ deviceId, signal }: DeviceRequest) => interlocks.checkDevice(deviceId, signal);
  const follower = createCurrentFollower({
    client,
    clock,
    sender,
    states,
    isDry,
    checkDevice,
    readConfiguration,
    expiryAfter,
  });

  async function send(
    request: ChargerChangeRequest,
    { heldUntilMs = 0 }: SendingTime,
    recorded: PendingRecord,
  ): Promise<ChargerResult> {
    const { deviceId, signal, sequence = nextSequence() } = request;
    const enteredMs = clock.monotonicMs();
    const state = states.of(deviceId);
    const touchedPaths = new Set(pathsOf(request.change));
    const checked = checkDevice(request);
    const queued = state.queue.enter({ sequence, paths: touchedPaths, whole: false, checked });
    const superseded = (): ChargerResult => ({
      deviceId,
      outcome: 'superseded',
      sequence,
      changed: [],
      superseded: [...touchedPaths],
      at: clock.now(),
    });
    try {
      await checked;
      const heldMs = heldUntilMs - clock.monotonicMs();
      if (heldMs > 0) await sleep(clock, heldMs, signal);
      if (!(await queued.acquire(signal))) return superseded();
      try {
        signal?.throwIfAborted();
        const read = await readConfiguration(request);
        const remainingPaths = await queued.remainingPaths();
        if (remainingPaths.size === 0) return superseded();
        signal?.throwIfAborted();
        const { change, paths } = differenceOf(read, await chosen(request, read), remainingPaths);
        const leftOut = [...touchedPaths].filter((path) => !remainingPaths.has(path));
        const shared = {
          deviceId,
          sequence,
          changed: paths,
          ...(leftOut.length === 0 ? {} : { superseded: leftOut }),
        };
        const modePart = (mode: string | undefined) => (mode === undefined ? {} : { mode });
        if (paths.length === 0) return { ...shared, outcome: 'unchanged', ...modePart(read.mode), at: clock.now() };
        invalidateKnown(state);
        const sent = await sender
          .send({
            deviceId,
            change,
            modeBefore: read.mode,
            expiresAtMs: expiryAfter(request, clock.monotonicMs() - enteredMs),
            readBackMs: request.readBackMs,
            signal,
            hasNewer: state.queue.hasWaiting,
            recordSent: () => recorded.sent(),
            onAccepted() {},
          })
          .finally(() => invalidateKnown(state));
        return { ...shared, outcome: sent.outcome, ...modePart(sent.mode), at: clock.now() };
      } finally {
        queued.release();
      }
    } finally {
      queued.leave();
    }
  }

  const begin = (request: DeviceRequest, change: string) =>
    beginRecord(context, request, { operation: 'evse.updateConfiguration', deviceId: request.deviceId, change });

  /** Returns the request that would be sent now, without entering the charger's queue. */
  async function dryRun(request: ChargerChangeRequest): Promise<ChargerResult> {
    const { deviceId, sequence = nextSequence() } = request;
    await checkDevice(request);
    const read = await readConfiguration(request);
    const { change, paths } = differenceOf(read, await chosen(request, read));
    const mode = read.mode === undefined ? {} : { mode: read.mode };
    const shared = { deviceId, sequence, changed: paths, ...mode, at: clock.now() };
    if (paths.length === 0) return { ...shared, outcome: 'unchanged' };
    const preview = client.preview('evse.updateConfiguration', { path: { deviceId }, body: change });
    return { ...shared, outcome: 'dry-run', request: preview };
  }

  return {
    async change(request) {
      const { deviceId, change } = request;
      // Throws with every problem before anything is read or sent.
      client.preview('evse.updateConfiguration', { path: { deviceId }, body: change });
      const recorded = begin(request, pathsOf(change).join(', '));
      const run = async () => {
        const time = interlocks.checkRequest(request);
        return isDry(request) ? dryRun(request) : send(request, time, recorded);
      };
      return recordEnd(recorded, run());
    },
    async setCurrent(request) {
      const recorded = begin(request, `${request.amperes} A`);
      const run = async () => follower.follow(request, interlocks.checkRequest(request), () => recorded.sent());
      return recordEnd(recorded, run());
    },
  };
}

async function chosen({ change, choose }: ChargerChangeRequest, read: ChargerConfiguration) {
  return choose === undefined ? change : ((await choose(read)) ?? {});
}
