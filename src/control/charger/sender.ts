import { type CallOptions, type Client, ClientError } from '../../client';
import { type Clock, sleep } from '../../clock';
import { withReason } from '../../refusal';
import { heldByOverrideEvent } from '../write/read-back';
import { signalPart } from '../write/write-request';
import { differenceOf, hidesMode } from './difference';
import type { ChargerChange, ChargerConfiguration, ChargerOutcome } from './request';

/** The service acknowledges a change before reads return it: earlier reads are useless. */
const settlingMs = 2_000;
const pauseMs = 1_000;
/** The least deadline of a read, also of the last one of a read-back. */
const minReadMs = 2_000;

interface ChargerWrite {
  readonly deviceId: string;
  readonly change: ChargerChange;
  /** The mode as it was read before. */
  readonly modeBefore: string | undefined;
  /** Monotonic ms. */
  readonly expiresAtMs: number;
  readonly readBackMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** A newer change waits: the read-back ends after the settling time. */
  readonly hasNewer: () => boolean;
  /** Called before the request is sent. */
  readonly recordSent: () => void;
  /** Called when the service accepted the change. */
  readonly onAccepted: () => void;
}

interface SendResult {
  readonly outcome: ChargerOutcome;
  readonly mode: string | undefined;
}

/** Sends changes to chargers and determines their outcome. */
export function createChargerSender(client: Client, clock: Clock) {
  async function send(write: ChargerWrite): Promise<SendResult> {
    const { deviceId, change, expiresAtMs, signal } = write;
    const options = { expiresAtMs, ...signalPart(signal) };
    write.recordSent();
    try {
      const { settledBy } = await client.call(
        'evse.updateConfiguration',
        { path: { deviceId }, body: change },
        options,
      );
      write.onAccepted();
      if (settledBy === 'read-back') return { outcome: 'confirmed', mode: change.mode ?? write.modeBefore };
      return write.readBackMs === undefined
        ? { outcome: 'accepted', mode: undefined }
        : await readBack(write, write.readBackMs, 'accepted');
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'UNKNOWN_OUTCOME') return readBack(write, write.readBackMs ?? settlingMs, 'unknown');
      throw await explained(error, write);
    }
  }

  /** `outcomeIfNotRead`: the outcome where reading back ends early. */
  async function readBack(
    write: ChargerWrite,
    withinMs: number,
    outcomeIfNotRead: ChargerOutcome,
  ): Promise<SendResult> {
    const { deviceId, change, signal } = write;
    const endMs = clock.monotonicMs() + Math.max(withinMs, settlingMs);
    await pause(settlingMs, signal);
    for (;;) {
      // A change that was sent is reported with the outcome known so far, never as cancelled.
      if (signal?.aborted) return { outcome: outcomeIfNotRead, mode: undefined };
      const read = await readConfiguration(deviceId, Math.max(minReadMs, endMs - clock.monotonicMs()), signal);
      const outcome = read === undefined ? undefined : outcomeOf(read, change);
      if (outcome !== undefined) return { outcome, mode: read?.mode };
      if (write.hasNewer()) return { outcome: outcomeIfNotRead, mode: read?.mode };
      if (clock.monotonicMs() + pauseMs > endMs) return { outcome: 'unknown', mode: read?.mode };
      await pause(pauseMs, signal);
    }
  }

  async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await sleep(clock, ms, signal).catch(() => {});
  }

  async function readConfiguration(
    deviceId: string,
    deadlineMs: number,
    signal: AbortSignal | undefined,
  ): Promise<ChargerConfiguration | undefined> {
    const options: CallOptions = { deadlineMs, ...signalPart(signal) };
    try {
      return (await client.call('evse.getConfiguration', { path: { deviceId } }, options)).data;
    } catch {
      return undefined;
    }
  }

  /** Adds the reason to a 400 without details: the specification names two, and both can be read. spec 4.7 */
  async function explained(error: ClientError, { deviceId, modeBefore, signal }: ChargerWrite): Promise<ClientError> {
    const { statusCode, validations } = error.cause;
    if (error.code !== 'REFUSED' || statusCode !== 400 || validations.length > 0) return error;
    const told = (why: string, kind: 'ocppControls' | 'overrideEvent') =>
      withReason(new ClientError('REFUSED', `${deviceId} ${why} (${error.message})`, error.cause), { kind });
    if (modeBefore === 'ocpp')
      return told('is controlled by an OCPP central system and cannot be changed here', 'ocppControls');
    return (await heldByOverrideEvent(client, deviceId, signal).catch(() => false))
      ? told('takes part in an override event and cannot be changed until it ends', 'overrideEvent')
      : error;
  }

  return { send };
}

/** The outcome of a change by a read; undefined while the read does not show the change. */
function outcomeOf(read: ChargerConfiguration, change: ChargerChange): ChargerOutcome | undefined {
  const { paths } = differenceOf(read, change);
  if (paths.length === 0) return 'confirmed';
  return hidesMode(read.mode) && paths.every((path) => path === 'mode') ? 'accepted' : undefined;
}
