import type { Client } from '../client';
import type { Clock } from '../clock';
import { differenceOf } from './charger-difference';
import { createChargerInterlocks } from './charger-interlocks';
import { createChargerLanes, inTurn } from './charger-lanes';
import type {
  ChargerChangeRequest,
  ChargerConfiguration,
  ChargerCurrentRequest,
  ChargerResult,
} from './charger-request';
import { createChargerSender } from './charger-sender';
import { createCurrentFollower } from './current-follower';
import { memoryContext, type OperatorContext } from './operator-context';
import { isDryRun, type SafetySettings } from './safety';
import { type DeviceRequest, expiryOf, signalPart, type WriteRequest } from './write-request';

/** Changes chargers within the account's safety settings. spec 4.7 */
export interface ChargerOperator {
  /** Sends the part of a change that is not so yet; nothing when all of it is. */
  change(request: ChargerChangeRequest): Promise<ChargerResult>;
  /**
   * Lets a charger follow a current: may be called every second. The newest value wins; one that is still waiting when a
   * newer one comes ends as `superseded`.
   */
  setCurrent(request: ChargerCurrentRequest): Promise<ChargerResult>;
}

export function createChargerOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  _context: OperatorContext = memoryContext(clock),
): ChargerOperator {
  const interlocks = createChargerInterlocks(client, clock, safety);
  const sender = createChargerSender(client, clock);
  const lanes = createChargerLanes();
  const isDry = (request: WriteRequest) => isDryRun(request, safety);

  async function readConfiguration({ deviceId, signal }: DeviceRequest): Promise<ChargerConfiguration> {
    return (await client.call('evse.getConfiguration', { path: { deviceId } }, signalPart(signal))).data;
  }

  /** Waiting for our own turn makes no command older. */
  const expiryAfter = (request: WriteRequest, waitedMs: number) => expiryOf(request, safety.commandExpiryMs + waitedMs);

  const follower = createCurrentFollower({ client, clock, sender, lanes, isDry, readConfiguration, expiryAfter });

  async function send(request: ChargerChangeRequest): Promise<ChargerResult> {
    const { deviceId } = request;
    const enteredAt = clock.now();
    const lane = lanes.of(deviceId);
    if (!isDry(request)) lane.inHaste = true;
    return inTurn(lane, async () => {
      request.signal?.throwIfAborted();
      const read = await readConfiguration(request);
      const { change, paths } = differenceOf(read, request.change);
      const mode = read.mode === undefined ? {} : { mode: read.mode };
      const shared = { deviceId, changed: paths, ...mode, at: clock.now() };
      if (paths.length === 0) return { ...shared, outcome: 'unchanged' };
      if (isDry(request)) {
        const preview = client.preview('evse.updateConfiguration', { path: { deviceId }, body: change });
        return { ...shared, outcome: 'dry-run', request: preview };
      }
      lane.inHaste = false;
      lane.known = undefined;
      const sent = await sender.send({
        deviceId,
        change,
        modeBefore: read.mode,
        expiresAt: expiryAfter(request, clock.now() - enteredAt),
        readBackMs: request.readBackMs,
        signal: request.signal,
        inHaste: () => lane.inHaste,
        onAccepted() {},
      });
      lane.known = undefined;
      return {
        deviceId,
        outcome: sent.outcome,
        changed: paths,
        ...(sent.mode === undefined ? {} : { mode: sent.mode }),
        at: clock.now(),
      };
    });
  }

  return {
    async change(request) {
      const { deviceId, change } = request;
      // Names every problem before anything is read or sent.
      client.preview('evse.updateConfiguration', { path: { deviceId }, body: change });
      interlocks.checkRequest(request);
      await interlocks.checkDevice(deviceId, request.signal);
      return send(request);
    },
    async setCurrent(request) {
      interlocks.checkRequest(request);
      return follower.follow(request, () => interlocks.checkDevice(request.deviceId, request.signal));
    },
  };
}
