import type { SafetySettings } from './safety';

const wordOf = (text: string) => text.trim().toLowerCase();

/** The protected devices of an account, by id and by load. */
export function createProtection({
  protectedDevices,
  protectedLoads,
  critical,
}: Pick<SafetySettings, 'protectedDevices' | 'protectedLoads' | 'critical'>) {
  const loads = new Set(protectedLoads.map(wordOf));
  // The service takes ids in any case.
  const devices = new Set(protectedDevices.map(wordOf));

  /** Why a device is protected by its id; undefined when it is not. */
  function reasonById(deviceId: string): string | undefined {
    if (devices.has(wordOf(deviceId))) return 'is protected';
    return critical?.isCritical(deviceId) === true ? 'is protected by the circuit directory' : undefined;
  }

  /** Why a device is protected by its load; undefined when it is not. */
  function reasonByLoad(load: string | undefined): string | undefined {
    return load !== undefined && loads.has(wordOf(load)) ? `feeds a protected load (${load})` : undefined;
  }

  return {
    reasonById,
    reasonByLoad,
    /** No device can be protected now. */
    isEmpty: (): boolean => devices.size === 0 && loads.size === 0 && critical?.hasCritical() !== true,
    /** Why a device is protected; reads its load only if loads are protected. */
    async reason(deviceId: string, loadOf: (deviceId: string) => Promise<string | undefined>) {
      return reasonById(deviceId) ?? (loads.size === 0 ? undefined : reasonByLoad(await loadOf(deviceId)));
    },
  };
}
