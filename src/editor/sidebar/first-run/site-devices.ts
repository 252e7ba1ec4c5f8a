import type { Site, SiteDevice } from '../../../admin-api';
import { askSite, deployedOrDraft, element } from '../..';
import { deviceText, placedDevices } from '../../circuits';
import { errorNote, waitNote } from './parts';

/** The most devices that a step lists. */
const maxListed = 300;

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
      (site) =>
        host.replaceChildren(...(site.unread ?? []).map((why) => errorNote(new Error(why))), ...show(described(site))),
      (error: unknown) => host.replaceChildren(errorNote(error)),
    );
  return host;
}

function described(site: Site): DescribedDevice[] {
  return placedDevices({ ...site, devices: site.devices.slice(0, maxListed) }).map((device) => ({
    device,
    description: device.name ?? deviceText(device),
  }));
}
