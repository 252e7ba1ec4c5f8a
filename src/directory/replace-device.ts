import type { Circuit, KnownDevice } from './circuit';
import { idKey } from './name-key';

/**
 * The rows after one device has been exchanged for another: name, space and all else of the row stay, and a protection of
 * either device holds for the new one. `problem` where the old device has no row, both are one device, or the new one is a
 * circuit of its own.
 */
export function replaceDevice(
  circuits: readonly Circuit[],
  oldId: string,
  { id, serialNumber = '' }: KnownDevice,
): { readonly circuits: readonly Circuit[] } | { readonly problem: 'noRow' | 'sameDevice' | 'hasName' } {
  const rowOf = (deviceId: string) => circuits.find((circuit) => idKey(circuit.deviceId) === idKey(deviceId));
  const old = rowOf(oldId);
  if (old === undefined) return { problem: 'noRow' };
  if (idKey(oldId) === idKey(id)) return { problem: 'sameDevice' };
  const taken = rowOf(id);
  if (taken !== undefined && taken.name !== '') return { problem: 'hasName' };
  const critical = old.critical === true || taken?.critical === true;
  const replaced: Circuit = { ...old, deviceId: id, serialNumber, ...(critical ? { critical } : {}) };
  return {
    circuits: circuits.flatMap((circuit) => (circuit === old ? [replaced] : circuit === taken ? [] : [circuit])),
  };
}
