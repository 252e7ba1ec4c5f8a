import { deviceName, type Site } from '../admin-api';
import type { AccountReference } from './account-reference';
import { askSite } from './ask';
import { element } from './element';
import { iconButton } from './small-button';
import { stopEnter } from './stop-enter';
import { text } from './texts';

/** Keystrokes closer than this make one search. */
const searchPauseMs = 250;

interface PickerOptions {
  readonly host: HTMLElement;
  readonly selected: readonly string[];
  readonly hardware: string;
  readonly account: () => AccountReference | undefined;
  readonly onChange: () => void;
}

export interface DevicePicker {
  selected(): string[];
  /** In place of those that are chosen. */
  pick(ids: readonly string[]): void;
  /** Reads the list; a picker asks nothing before. */
  reload(): void;
  /** Also while the dialog is not in the page, because another one lies above it. */
  clear(): void;
}

type Device = Site['devices'][number];

/**
 * A searchable list of devices by location with check boxes. A chosen device that no longer exists stays in the list,
 * marked as missing.
 */
export function createDevicePicker({ host, selected, hardware, account, onChange }: PickerOptions): DevicePicker {
  const chosen = new Map<string, Device | undefined>(selected.map((id) => [id, undefined]));
  const chips = element('div', { class: 'breakerflow-chips' });
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    placeholder: text('picker.search'),
    'aria-label': text('picker.search'),
  });
  const refresh = iconButton('fa-refresh', text('picker.reload'), reload, 'red-ui-button');
  const list = element('div', { class: 'breakerflow-devices', role: 'group', 'aria-label': text('picker.devices') });
  host.replaceChildren(chips, element('div', { class: 'breakerflow-searchbar' }, [search, refresh]), list);

  let turn = 0;
  let complete = false;
  let known: ReadonlyMap<string, Device> = new Map();

  function showChips(): void {
    chips.replaceChildren(
      ...[...chosen].map(([id, device]) => {
        const missing = device === undefined && complete;
        const remove = element('button', { type: 'button', 'aria-label': text('picker.remove', { device: id }) }, [
          '×',
        ]);
        remove.addEventListener('click', () => choose(id, undefined, false));
        return element('span', { class: `breakerflow-chip${missing ? ' breakerflow-missing' : ''}`, title: id }, [
          missing ? `${id} (${text('picker.missing')})` : device === undefined ? id : deviceName(device),
          remove,
        ]);
      }),
    );
  }

  function choose(id: string, device: Device | undefined, on: boolean): void {
    if (on) chosen.set(id, device);
    else chosen.delete(id);
    showChosen();
    onChange();
  }

  function showChosen(): void {
    for (const box of list.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
      box.checked = chosen.has(box.value);
    showChips();
  }

  function showSite({ locations, devices, matching, unread = [] }: Site): void {
    const names = new Map(locations.map((location) => [location.id, location]));
    const path = (id: string | undefined): string => {
      const seen = new Set<string>();
      const parts: string[] = [];
      for (let at = names.get(id ?? ''); at !== undefined && !seen.has(at.id); at = names.get(at.parentId ?? '')) {
        seen.add(at.id);
        parts.unshift(at.name);
      }
      return parts.slice(-2).join(' / ');
    };
    const groups = new Map<string, Device[]>();
    known = new Map(devices.map((device) => [device.id, device]));
    for (const device of devices) {
      if (chosen.has(device.id)) chosen.set(device.id, device);
      const group = groups.get(device.locationId ?? '') ?? [];
      group.push(device);
      groups.set(device.locationId ?? '', group);
    }
    list.replaceChildren(
      ...[...groups].flatMap(([locationId, members]) => [
        element('div', { class: 'breakerflow-location' }, [path(locationId) || text('picker.noLocation')]),
        ...members.map(deviceRow),
      ]),
    );
    if (devices.length === 0) showNote(text('picker.none'));
    if (matching > devices.length)
      list.append(
        element('div', { class: 'breakerflow-note' }, [text('picker.more', { count: matching - devices.length })]),
      );
    list.prepend(...unread.map((why) => element('div', { class: 'breakerflow-error', role: 'status' }, [why])));
  }

  function deviceRow(device: Device): HTMLElement {
    const box = element('input', { type: 'checkbox', value: device.id });
    box.checked = chosen.has(device.id);
    box.addEventListener('change', () => choose(device.id, device, box.checked));
    return element('label', { class: 'breakerflow-device', title: device.id }, [
      box,
      element('i', {
        class: `fa ${device.hardwareType === 'ev-emcb' ? 'fa-car' : 'fa-toggle-on'}`,
        'aria-hidden': 'true',
      }),
      element('span', { class: 'breakerflow-load' }, [deviceName(device)]),
      element('span', { class: 'breakerflow-serial' }, [device.serialNumber ?? '']),
    ]);
  }

  function showNote(note: string, isError = false): void {
    list.replaceChildren(
      element('div', { class: isError ? 'breakerflow-error' : 'breakerflow-note', role: 'status' }, [note]),
    );
  }

  async function reload(): Promise<void> {
    const mine = ++turn;
    const from = account();
    if (from === undefined) {
      showNote(text('picker.noAccount'));
      return;
    }
    showNote(text('picker.loading'));
    try {
      const site = await askSite(from, search.value, hardware);
      if (mine !== turn) return;
      complete = search.value === '' && site.matching === site.devices.length && site.unread === undefined;
      showSite(site);
    } catch (error) {
      if (mine !== turn) return;
      showNote(error instanceof Error ? error.message : String(error), true);
    }
    showChips();
  }

  let pause: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(reload, searchPauseMs);
  });
  search.addEventListener('keydown', stopEnter);
  showChips();
  return {
    selected: () => [...chosen.keys()],
    pick(ids) {
      chosen.clear();
      for (const id of ids) chosen.set(id, known.get(id));
      showChosen();
      onChange();
    },
    reload,
    clear() {
      chosen.clear();
      showChosen();
    },
  };
}
