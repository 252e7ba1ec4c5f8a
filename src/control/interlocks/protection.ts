import type { SafetySettings } from './safety';

const wordOf = (text: string) => text.trim().toLowerCase();

/** Which devices an account keeps from being operated or changed: by their ids, and by what they feed. */
export function createProtection({
  protectedDevices,
  protectedLoads,
}: Pick<SafetySettings, 'protectedDevices' | 'protectedLoads'>) {
  const loads = new Set(protectedLoads.map(wordOf));
  // The service takes ids in any case.
  const devices = new Set(protectedDevices.map(wordOf));

  /** Why a device is protected by its id; undefined when it is not. */
  function whyNamed(deviceId: string): string | undefined {
    return devices.has(wordOf(deviceId)) ? 'is protected' : undefined;
  }

  /** Why a device is protected by its load; undefined when it is not. */
  function whyLoad(load: string | undefined): string | undefined {
    return load !== undefined && loads.has(wordOf(load)) ? `feeds a protected load (${load})` : undefined;
  }

  return {
    whyNamed,
    whyLoad,
    /** No device can be protected. */
    isEmpty: protectedDevices.length === 0 && loads.size === 0,
    /** Why a device is protected; what it feeds is asked only where loads are. */
    async why(deviceId: string, loadOf: (deviceId: string) => Promise<string | undefined>) {
      return whyNamed(deviceId) ?? (loads.size === 0 ? undefined : whyLoad(await loadOf(deviceId)));
    },
  };
}
