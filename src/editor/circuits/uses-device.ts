import { idKey, nameKey } from '../../directory';
import { textsIn } from './device-texts';

/** A device, what else nodes call it by, and where it is. */
export interface PlacedDevice {
  readonly id: string;
  readonly serialNumber?: string;
  /** Given by a person. */
  readonly name?: string;
  /** Its location and all above it. */
  readonly locationIds: readonly string[];
}

type Settings = Readonly<Record<string, unknown>>;

/** Whether a node's stored settings make it use a device: by id, serial number or name, wherever it stands, or by a location above it. */
export function usesDevice(settings: Settings, device: PlacedDevice): boolean {
  const { target, location } = settings;
  if (target === 'location' && device.locationIds.includes(String(location))) return true;
  const ids = new Set([device.id, device.serialNumber ?? ''].map(idKey));
  ids.delete('');
  return callsBy(settings, (text) => ids.has(idKey(text))) || callsByName(settings, device.name ?? '');
}

/** Whether a node's stored settings call a device by its name. */
export function callsByName(settings: Settings, name: string): boolean {
  const key = nameKey(name);
  return key !== '' && callsBy(settings, (text, isKey) => !isKey && nameKey(text) === key);
}

function callsBy(settings: Settings, isCalled: (text: string, isKey: boolean) => boolean): boolean {
  return Object.entries(settings).some(([field, value]) => {
    if (field === 'name' || !isUsed(field, settings)) return false;
    for (const { text, isKey } of textsIn(value)) if (isCalled(text, isKey)) return true;
    return false;
  });
}

/** A field that the dialog does not show is not used. */
function isUsed(field: string, { target }: Settings): boolean {
  const shownFor = field === 'devices' ? 'devices' : field === 'device' ? 'value' : undefined;
  return shownFor === undefined || target === undefined || target === shownFor;
}
