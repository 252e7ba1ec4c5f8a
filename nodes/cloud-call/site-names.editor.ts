import { type AccountReference, askSite } from '../../src/editor';

export type Kind = 'device' | 'location';

/** A device or location by the name that users know. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others with the same name. */
  readonly detail: string;
}

/** The devices and locations of the account that the dialog names. */
export interface SiteNames {
  /** Those whose name, serial number, id or location contains what was typed; none without a usable account. */
  search(kind: Kind, typed: string): Promise<readonly Named[]>;
}

/** What the id at a pointer identifies; undefined if the value is not the id of a device or a location. */
export function kindAt(pointer: string): Kind | undefined {
  if (/\/deviceIds?(\/|$)/.test(pointer)) return 'device';
  return /\/(l|\w*L)ocationIds?(\/|$)/.test(pointer) ? 'location' : undefined;
}

/** `hardware`: the hardware that the chosen operation is for. */
export function createSiteNames(account: () => AccountReference | undefined, hardware: () => string): SiteNames {
  return {
    async search(kind, typed) {
      const from = account();
      if (from === undefined) return [];
      const { devices, locations } = await askSite(from, kind === 'device' ? typed : '', hardware());
      const places = new Map(locations.map(({ id, name }) => [id, name]));
      if (kind === 'device')
        return devices.map(({ id, load, serialNumber = '', locationId = '' }) => ({
          id,
          name: load ?? serialNumber,
          detail: [load === undefined ? '' : serialNumber, places.get(locationId) ?? ''].filter(Boolean).join(' · '),
        }));
      const wanted = typed.toLowerCase();
      return locations
        .map(({ id, name, parentId = '' }) => ({ id, name, detail: places.get(parentId) ?? '' }))
        .filter(({ id, name }) => id === typed || name.toLowerCase().includes(wanted));
    },
  };
}
