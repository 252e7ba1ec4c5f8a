import type { SiteDevice, SiteTree } from '../../admin-api';
import type { Circuit } from '../../directory';
import { element } from '..';
import { deviceText, placedDevices } from '../circuits';
import { type ReplacedDevice, replacingDevices } from './replacing-devices';
import { sidebarText } from './sidebar-text';

/** A search narrows more down. */
const maxListed = 50;
const maxNamed = 3;

interface PickerOptions {
  readonly site: SiteTree;
  readonly old: ReplacedDevice;
  readonly circuits: () => readonly Circuit[];
  readonly onPick: (device: SiteDevice) => void;
}

/** The devices that may take the place of one, with a search. */
export function createReplacePicker({ site, old, circuits, onPick }: PickerOptions): {
  readonly element: HTMLElement;
  focus(): void;
} {
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    placeholder: sidebarText('replace.search'),
    'aria-label': sidebarText('replace.search'),
  });
  const list = element('div', { class: 'breakerflow-candidates' });
  const note = element('div', { class: 'breakerflow-secondary', role: 'status' });
  const placed = new Map(placedDevices(site).map((device) => [device.id, device]));

  function show(): void {
    const { free, named } = replacingDevices(site, circuits(), old, search.value);
    list.replaceChildren(...free.slice(0, maxListed).map(candidate));
    note.replaceChildren(
      ...[
        ...named
          .slice(0, maxNamed)
          .map(({ serialNumber, deviceId, name }) =>
            sidebarText('replace.named', { id: serialNumber || deviceId, name }),
          ),
        ...(free.length > maxListed ? [sidebarText('replace.more', { count: free.length - maxListed })] : []),
        ...(free.length === 0 && named.length === 0 ? [sidebarText('replace.none')] : []),
      ].map((text) => element('div', {}, [text])),
    );
  }

  function candidate(device: SiteDevice): HTMLElement {
    const button = element('button', { type: 'button', class: 'breakerflow-candidate', title: device.id }, [
      element('span', {}, [deviceText(placed.get(device.id) ?? device)]),
      element('span', { class: 'breakerflow-serial' }, [device.serialNumber ?? '']),
    ]);
    button.addEventListener('click', () => onPick(device));
    return button;
  }

  search.addEventListener('input', show);
  show();
  return { element: element('div', {}, [search, list, note]), focus: () => search.focus() };
}
