import {
  createDeviceOperator,
  createKeyOperator,
  type DeviceOperator,
  type DeviceRequest,
  type KeyOperator,
  type SafetySettings,
} from '../../src/control';
import type { DeviceState } from '../../src/simulator/state';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

/** A simulated site with operators for its devices and keys. */
export interface DeviceSite extends OperatedSite {
  readonly rack: string;
  readonly oven: string;
  readonly outlets: string;
  devices(safety?: Partial<SafetySettings>): DeviceOperator;
  keys(safety?: Partial<SafetySettings>): KeyOperator;
  ask(deviceId: string, more?: Partial<DeviceRequest>): DeviceRequest;
  /** A device at the service. */
  state(deviceId: string): DeviceState | undefined;
}

export async function startDeviceSite(): Promise<DeviceSite> {
  const site = await startSite();
  const { clock } = site;
  return {
    ...site,
    rack: site.device('Office server rack'),
    oven: site.device('Kitchen oven'),
    outlets: site.device('Kitchen outlets'),
    devices: (safety = {}) => createDeviceOperator(site.client(), clock, { ...usualSafety, ...safety }),
    keys: (safety = {}) => createKeyOperator(site.client(), clock, { ...usualSafety, ...safety }),
    ask: (deviceId, more = {}) => ({
      deviceId,
      ...site.arrived(),
      readBackMs: 15_000,
      ...more,
    }),
    state: (deviceId) => site.simulator.snapshot().devices.find(({ id }) => id === deviceId),
  };
}
