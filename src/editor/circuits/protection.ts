import { type CalledDevice, idKey, namedDevice } from '../../directory';

/** What the settings of an account protect, deployed or not. */
export interface Protection {
  /** As the account lists them. */
  readonly devices: readonly string[];
  /** Neither a device nor a type of load. */
  readonly isEmpty: boolean;
  lists(device: CalledDevice): boolean;
  protectsLoad(loadType: string | undefined): boolean;
}

export function protectionOf(account: Readonly<Record<string, unknown>> | undefined | null): Protection {
  const devices = Array.isArray(account?.protectedDevices) ? account.protectedDevices.map(String) : [];
  const loads = new Set(
    String(account?.protectedLoads ?? '')
      .split(',')
      .map(idKey),
  );
  loads.delete('');
  return {
    devices,
    isEmpty: devices.length === 0 && loads.size === 0,
    lists: namedDevice(devices),
    protectsLoad: (loadType) => loadType !== undefined && loads.has(idKey(loadType)),
  };
}
