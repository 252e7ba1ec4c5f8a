import type { CircuitDirectory } from '../../directory';
import { defined } from '../../object';
import type { Account } from './account';
import type { KnownDevices } from './known-devices';

/** What people call a device, beside its id. What is not known is absent; a default name is no name. */
export interface DeviceNames {
  readonly name?: string;
  readonly serialNumber?: string;
  /** The names of its location and of those above it. */
  readonly location?: string;
}

export type NamesOf = (deviceId: string) => DeviceNames;

/** Looks names up without waiting; the list of devices is read again in the background when it is old. */
export function createNames(circuits: () => CircuitDirectory, known: () => KnownDevices | undefined): NamesOf {
  return (deviceId) => {
    const row = circuits().circuitOf(deviceId);
    const devices = known();
    devices?.refresh();
    const { serialNumber, location } = devices?.of(deviceId) ?? {};
    return defined({
      name: row === undefined || row.name === '' ? undefined : row.name,
      serialNumber: serialNumber ?? (row === undefined || row.serialNumber === '' ? undefined : row.serialNumber),
      location,
    });
  };
}

/** What people call the devices of an account, by what is known at the moment of asking. */
export function namesOfAccount(account: Pick<Account, 'circuits' | 'known'>): NamesOf {
  return createNames(
    () => account.circuits.now(),
    () => account.known,
  );
}

/** What a sentence calls a device: by name, else by serial number. */
export function calledOf(deviceId: string, { name, serialNumber }: DeviceNames): string {
  return name ?? serialNumber ?? deviceId;
}

/** The value with the names of its device, where it has a device; what it says by itself stays. */
export function withNames<T>(value: T, namesOf: NamesOf): T {
  if (typeof value !== 'object' || value === null || !('deviceId' in value)) return value;
  if (typeof value.deviceId !== 'string') return value;
  const { name, ...others } = namesOf(value.deviceId);
  // The debug sidebar shows the first properties only: the name, and then what the value says by itself.
  return { ...defined({ name }), ...value, ...others, ...value };
}

const deviceIds = /("?)\b([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b\1/gi;

/**
 * A sentence for people: a known device is called by the name that a person gave it, or by its serial number. An id in
 * quotation marks is one to choose or to enter: it stays, with the name behind it.
 */
export function withNamesInText(text: string, namesOf: NamesOf): string {
  return text.replaceAll(deviceIds, (found: string, mark: string, id: string) => {
    const called = calledOf(id, namesOf(id));
    if (called === id) return found;
    return mark === '' ? called : `${found} (${called})`;
  });
}
