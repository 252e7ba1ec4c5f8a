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
  const { target, location, except } = settings;
  if (target === 'location') return device.locationIds.includes(String(location)) || names(except, device);
  return Object.entries(settings).some(
    ([field, value]) => field !== 'name' && isUsed(field, settings) && names(value, device),
  );
}

/** A field that the dialog does not show is not used. */
function isUsed(field: string, { target }: Readonly<Record<string, unknown>>): boolean {
  return field !== 'devices' || target === undefined || target === 'devices';
}

function names(value: unknown, device: PlacedDevice): boolean {
  if (typeof value === 'string')
    return (
      value.trim() !== '' &&
      (isCalled(value, device) || textsIn(objectOf(value)).some((text) => isCalled(text, device)))
    );
  return Array.isArray(value) && value.some((item) => names(item, device));
}

// Only of what was read as JSON: the other objects of a node in the editor lead everywhere.
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What a field holds as JSON, such as the values of a call; undefined for every other text. */
function objectOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCalled(text: string, { id, serialNumber = '', name = '' }: PlacedDevice): boolean {
  return [id, serialNumber].some((one) => idKey(one) === idKey(text)) || nameKey(name) === nameKey(text);
}
