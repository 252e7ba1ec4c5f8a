import type { Client } from '../../client';
import type { Clock } from '../../clock';
import { type DeviceRequest, signalPart } from '../write/write-request';
import { checkIdempotentWrite, type SendingTime } from './command-age';
import { createProtection } from './protection';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';

/** How old a read of a device's load may be. */
const deviceMaxAgeMs = 300_000;
const operation = 'evse.updateConfiguration';

/** Refuses changes that are too old or muted, to a protected device, or to a device that is not a charger. */
export function createChargerInterlocks(client: Client, clock: Clock, safety: SafetySettings) {
  const protection = createProtection(safety);
  return {
    /** The checks without a read. Returns when the change may be sent. */
    checkRequest(request: DeviceRequest): SendingTime {
      const { deviceId } = request;
      const time = checkIdempotentWrite(request, clock, safety, { energises: true }, operation);
      const by = protection.reasonById(deviceId);
      if (by !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, by.why, by.reason, operation);
      return time;
    },

    async checkDevice(deviceId: string, signal: AbortSignal | undefined): Promise<void> {
      const options = { maxAgeMs: deviceMaxAgeMs, ...signalPart(signal) };
      const { data } = await client.call('devices.get', { path: { deviceId } }, options);
      // Of a type that is new the service knows what it is, and refuses what it cannot.
      if (data.hardwareType === 'emcb')
        throw refusal('WRONG_HARDWARE', deviceId, 'is not an EV charger', { kind: 'notCharger' }, operation);
      const by = protection.reasonById(deviceId) ?? protection.reasonByLoad(data.loadDetails?.type);
      if (by !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, by.why, by.reason, operation);
    },
  };
}
