import type { RefusalReason } from '../../refusal';
import type { SafetySettings } from './safety';

/** Why a device is protected: in English, and as data. */
export interface ProtectedBy {
  readonly why: string;
  readonly reason: Extract<RefusalReason, { kind: 'critical' | 'protected' | 'protectedLoad' }>;
}

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
  function reasonById(deviceId: string): ProtectedBy | undefined {
    if (devices.has(wordOf(deviceId))) return { why: 'is protected', reason: { kind: 'protected' } };
    return critical?.isCritical(deviceId) === true
      ? { why: 'is protected by the circuit directory', reason: { kind: 'critical' } }
      : undefined;
  }

  /** Why a device is protected by its load; undefined when it is not. */
  function reasonByLoad(load: string | undefined): ProtectedBy | undefined {
    return load !== undefined && loads.has(wordOf(load))
      ? { why: `feeds a protected load (${load})`, reason: { kind: 'protectedLoad', load } }
      : undefined;
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
