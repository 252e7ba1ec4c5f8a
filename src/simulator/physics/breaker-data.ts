import type { AnswerOf } from '../../catalog';
import type { DeviceState } from '../state';

type BreakerData = NonNullable<AnswerOf<'deviceData.get'>['breaker']>;

/** The breaker's plate and its handles; true means closed. spec 2.6 */
export function breakerData(device: DeviceState): BreakerData {
  const since = Math.floor(device.commissionedAt / 1000);
  const movedAt = (history: DeviceState['handleHistory']) =>
    Math.floor((history.at(-1)?.at ?? device.commissionedAt) / 1000);
  return {
    metadata: {
      ratedVoltage: { val: device.poles === 2 ? 240 : 120, ts: since },
      ratedCurrent: { val: device.ratedA, ts: since },
      interruptingCurrent: { val: 10_000, ts: since },
      numPoles: { val: device.poles, ts: since },
      totalPoles: { val: device.poles, ts: since },
      lineTerminalStyle: { val: device.sku.startsWith('BAB') ? 'bolt-on' : 'plug-on', ts: since },
      mainHandlePosition: { val: device.mainHandle === 'closed', ts: movedAt(device.mainHandleHistory) },
    },
    settings: {
      remoteHandlePosition: { val: device.remoteHandle === 'closed', ts: movedAt(device.handleHistory) },
      underVoltageReleaseEnabled: { val: false, ts: since },
    },
  };
}
