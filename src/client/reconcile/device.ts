import { normalizePosition } from '../handle-position';
import { happened, matchesSubset, notHappened, type Reconcilers, singleMatch } from './reconciler';

/** The charger acknowledges a configuration before it reads back. */
const evseReadBackDelayMs = 2_000;

export const device: Pick<
  Reconcilers,
  | 'remoteHandle.setPosition'
  | 'devices.update'
  | 'waveforms.capture'
  | 'udpKeys.assign'
  | 'evse.updateConfiguration'
  | 'ocppChargePoints.create'
> = {
  async 'remoteHandle.setPosition'({ input: { path, body }, read }) {
    const seconds = async () => (await read('remoteHandle.getSecondsUntilReset', { path })).secondsUntilReset;
    const position = normalizePosition((await read('remoteHandle.getPosition', { path })).position);
    if (position === 'unknown') return undefined;
    if (position !== (body.command === 'close' ? 'closed' : 'open')) return notHappened;
    if (body.secondsUntilReset === undefined) return happened(undefined);
    const left = await seconds();
    // Every open without a time ends a timer: that none runs does not say that it opened.
    if (body.secondsUntilReset === 0) return left === 0 ? happened(undefined) : notHappened;
    return left !== undefined && left > 0 && left <= body.secondsUntilReset ? happened(undefined) : notHappened;
  },

  async 'devices.update'({ input: { path, body }, read }) {
    return matchesSubset(await read('devices.get', { path }), body) ? happened(undefined) : notHappened;
  },

  async 'waveforms.capture'({ input: { path }, sentAt, read }) {
    const since = { ge: new Date(sentAt).toISOString() };
    const found = singleMatch(
      await read('waveforms.list', { path, filter: { trigger: 'Immediate', capturedAt: since } }),
    );
    if (!found?.happened) return found;
    return happened(await read('waveforms.get', { path: { ...path, waveformId: found.data.id } }));
  },

  async 'udpKeys.assign'({ input: { path, body }, read }) {
    const keys = await read('udpKeys.list', { filter: { deviceId: path.deviceId } });
    const key = keys.find(({ id }) => id === body.keyId);
    if (key === undefined) return notHappened;
    const keyType = key.keyType === undefined ? {} : { keyType: key.keyType };
    return happened({ activeKeyId: key.id, ...keyType, priority: body.priority });
  },

  async 'evse.updateConfiguration'({ input: { path, body }, read, sleep }) {
    await sleep(evseReadBackDelayMs);
    const configuration = await read('evse.getConfiguration', { path });
    return matchesSubset(configuration, body) ? happened(configuration) : notHappened;
  },

  async 'ocppChargePoints.create'({ input: { body }, read }) {
    const { deviceId, ocppCentralSystemId } = body;
    return singleMatch(await read('ocppChargePoints.list', { filter: { deviceId, ocppCentralSystemId } }));
  },
};
