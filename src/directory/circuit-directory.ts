import { type Circuit, circuitOf } from './circuit';
import { idKey, nameKey } from './name-key';

/** The device that a text names, or the devices where it fits several. */
export type Resolution =
  | { readonly by: 'id' | 'serialNumber' | 'name'; readonly deviceId: string }
  | { readonly by: 'several'; readonly deviceIds: readonly string[] };

/** The rows of a directory at one moment: later changes do not reach it. */
export interface CircuitDirectory {
  readonly circuits: readonly Circuit[];
  /**
   * The device with this id or serial number, or with this name that a person gave; undefined where none has it. A text
   * that fits two devices, which only a directory with problems has, names none of them.
   */
  resolve(text: string): Resolution | undefined;
  circuitOf(deviceId: string): Circuit | undefined;
  /** Whether any row says that no node may operate the device. */
  isCritical(deviceId: string): boolean;
}

/** Reads the rows of a directory, with problems or without; rows without a device are left out. */
export function createCircuitDirectory(rows: readonly unknown[]): CircuitDirectory {
  const circuits = rows.map(circuitOf).filter((circuit) => circuit !== undefined);
  const byId = new Map<string, Circuit>();
  const critical = new Set<string>();
  const matches = { id: new Map<string, string[]>(), serialNumber: new Map<string, string[]>() };
  const names = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, { deviceId }: Circuit) => {
    const held = to.get(key) ?? [];
    if (key !== '' && !held.some((id) => idKey(id) === idKey(deviceId))) to.set(key, [...held, deviceId]);
  };
  for (const circuit of circuits) {
    const id = idKey(circuit.deviceId);
    if (!byId.has(id)) byId.set(id, circuit);
    if (circuit.critical === true) critical.add(id);
    add(matches.id, id, circuit);
    add(matches.serialNumber, idKey(circuit.serialNumber), circuit);
    add(names, nameKey(circuit.name), circuit);
  }
  return {
    circuits,
    resolve(text) {
      const found = [
        ...(matches.id.get(idKey(text)) ?? []).map((deviceId) => ({ by: 'id', deviceId }) as const),
        ...(matches.serialNumber.get(idKey(text)) ?? []).map((deviceId) => ({ by: 'serialNumber', deviceId }) as const),
        ...(names.get(nameKey(text)) ?? []).map((deviceId) => ({ by: 'name', deviceId }) as const),
      ];
      const devices = [...new Map(found.map(({ deviceId }) => [idKey(deviceId), deviceId])).values()];
      return devices.length > 1 ? { by: 'several', deviceIds: devices } : found[0];
    },
    circuitOf: (deviceId) => byId.get(idKey(deviceId)),
    isCritical: (deviceId) => critical.has(idKey(deviceId)),
  };
}

export const emptyDirectory: CircuitDirectory = createCircuitDirectory([]);
