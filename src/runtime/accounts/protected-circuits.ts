import type { CriticalDevices } from '../../control';
import { namedDevice } from '../../directory';
import type { Circuits } from './circuit-directories';

/**
 * The circuits that no node of an account may operate: those that the directory calls critical, and those whose name or
 * serial number stands in the account's list of protected devices. The dialog writes ids there, a person may write either.
 */
export function protectedCircuits(circuits: Circuits, protectedDevices: readonly string[]): CriticalDevices {
  const isListed = namedDevice(protectedDevices);
  return {
    isCritical(deviceId) {
      if (circuits.isCritical(deviceId)) return true;
      const circuit = circuits.now().circuitOf(deviceId);
      if (circuit === undefined) return false;
      return isListed({ serialNumber: circuit.serialNumber, name: circuit.name });
    },
    hasCritical: () => circuits.hasCritical(),
  };
}
