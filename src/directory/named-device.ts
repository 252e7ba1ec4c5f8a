import { idKey, nameKey } from './name-key';

/** What a person may call a device by. */
export interface CalledDevice {
  readonly id?: string;
  readonly serialNumber?: string | undefined;
  /** Given by a person. */
  readonly name?: string | undefined;
}

/**
 * Whether a list, such as that of protected devices, names a device: by id, serial number or given name. Nothing that is empty
 * names a device.
 */
export function namedDevice(list: readonly string[]): (device: CalledDevice) => boolean {
  const ids = new Set(list.map(idKey));
  const names = new Set(list.map(nameKey));
  ids.delete('');
  names.delete('');
  return ({ id = '', serialNumber = '', name = '' }) =>
    ids.has(idKey(id)) || ids.has(idKey(serialNumber)) || names.has(nameKey(name));
}
