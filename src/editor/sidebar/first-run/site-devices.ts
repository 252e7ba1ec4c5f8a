import type { Site, SiteDevice } from '../../../admin-api';
import { askSite, deployedOrDraft, element } from '../..';
import { errorNote, waitNote } from './parts';

/** What is known of a device while nobody has named it: its load, its location and the end of its serial number. */
export function deviceDescription(device: SiteDevice, locations: ReadonlyMap<string, string>): string {
  const { id, load, hardwareType, serialNumber, locationId } = device;
  return [load ?? hardwareType, locations.get(locationId ?? ''), `…${(serialNumber ?? id).slice(-4)}`]
    .filter(Boolean)
    .join(' · ');
}

/** A device as a step lists it. */
export interface DescribedDevice {
  readonly device: SiteDevice;
  readonly description: string;
}

/** Asks for the devices of an account, deployed or not, and shows them when they have come. */
export function withDevices(
  accountId: string,
  show: (devices: readonly DescribedDevice[]) => readonly HTMLElement[],
): HTMLElement {
  const host = element('div', {}, [waitNote()]);
  const account = deployedOrDraft(accountId);
  if (account !== undefined)
    askSite(account, '', '').then(
      (site) => host.replaceChildren(...show(described(site))),
      (error: unknown) => host.replaceChildren(errorNote(error)),
    );
  return host;
}

function described({ devices, locations }: Site): DescribedDevice[] {
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return devices.map((device) => ({ device, description: deviceDescription(device, names) }));
}
