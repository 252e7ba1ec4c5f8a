import { deviceName } from '../../src/admin-api';
import { type AccountReference, askSite } from '../../src/editor';
import type { ValueSchema } from './operation-form.editor';

/** The most devices that are proposed at once. */
const maxListed = 300;

export type Kind = 'device' | 'location';

/** A device or location by the name that users know. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others with the same name. */
  readonly detail: string;
  /** The texts that name it in a call, compared without regard to case. */
  readonly accepted: readonly string[];
}

/** The devices and locations of the account that the dialog names. */
export interface SiteNames {
  /** Those whose name, serial number, id or location contains what was typed; none without a usable account. */
  search(kind: Kind, typed: string): Promise<readonly Named[]>;
}

/** What a value is the id of; undefined if it is not the id of a device or a location. */
export function kindAt(pointer: string, { names }: ValueSchema): Kind | undefined {
  return names ?? (/\/(l|\w*L)ocationIds?(\/|$)/.test(pointer) ? 'location' : undefined);
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
        return devices.slice(0, maxListed).map((device) => {
          const { id, name: given = '', serialNumber = '', locationId = '' } = device;
          const name = deviceName(device);
          const serial = name === serialNumber ? '' : serialNumber;
          const detail = [serial, places.get(locationId) ?? ''].filter(Boolean).join(' · ');
          return { id, name, detail, accepted: [id, given, serialNumber] };
        });
      const wanted = typed.toLowerCase();
      return locations
        .map(({ id, name, parentId = '' }) => ({ id, name, detail: places.get(parentId) ?? '', accepted: [id] }))
        .filter(({ id, name }) => id === typed || name.toLowerCase().includes(wanted));
    },
  };
}
