import { idKey, nameKey } from '../../directory';

/** A device, what else nodes call it by, and where it is. */
export interface PlacedDevice {
  readonly id: string;
  readonly serialNumber?: string;
  /** Given by a person. */
  readonly name?: string;
  /** Its location and all above it. */
  readonly locationIds: readonly string[];
}

/** Whether a node's stored settings make it use a device: by id, serial number or name, wherever it stands, or by a location above it. */
export function usesDevice(settings: Readonly<Record<string, unknown>>, device: PlacedDevice): boolean {
  const { target, location } = settings;
  if (target === 'location') return device.locationIds.includes(String(location));
  return Object.entries(settings).some(
    ([field, value]) => field !== 'name' && isUsed(field, settings) && names(value, device),
  );
}

/** A field that the dialog does not show is not used. */
function isUsed(field: string, { target }: Readonly<Record<string, unknown>>): boolean {
  return field !== 'devices' || target === undefined || target === 'devices';
}

function names(value: unknown, device: PlacedDevice): boolean {
  if (typeof value === 'string') return value.trim() !== '' && isCalled(value, device);
  return Array.isArray(value) && value.some((item) => names(item, device));
}

function isCalled(text: string, { id, serialNumber = '', name = '' }: PlacedDevice): boolean {
  return [id, serialNumber].some((one) => idKey(one) === idKey(text)) || nameKey(name) === nameKey(text);
}
