import { deviceName, type Site, siteSearch } from '../admin-api';
import type { AccountReference } from './account-reference';
import { askSite } from './ask';
import { element } from './element';
import { iconButton } from './small-button';
import { stopEnter } from './stop-enter';
import { text } from './texts';

/** Keystrokes closer than this make one search, where the service has more devices than the list can hold. */
const searchPauseMs = 250;
/** The most devices that are listed; a search narrows them down. */
const maxDrawn = 300;
/** How many rows are drawn before somebody scrolls to their end: seven are in view. */
const drawnAtOnce = 40;

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
  let drawMore = () => {};
  list.addEventListener('scroll', () => {
    if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) drawMore();
  });
  let complete = false;
  /** Whether one answer may hold all devices: then nothing more is asked. */
  let mayBeWhole = true;
  /** Searches the list that has come, where it is of all devices. */
  let searchAll: ((words: string) => Site) | undefined;
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

  function takeDevices({ devices }: Site): void {
    known = new Map(devices.map((device) => [device.id, device]));
    for (const device of devices) if (chosen.has(device.id)) chosen.set(device.id, device);
  }

  function searchOf(site: Site): (words: string) => Site {
    const find = siteSearch(site);
    return (words) => {
      const devices = find(words);
      return { ...site, devices, matching: devices.length };
    };
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
    for (const device of devices.slice(0, maxDrawn)) {
      const group = groups.get(device.locationId ?? '') ?? [];
      group.push(device);
      groups.set(device.locationId ?? '', group);
    }
    const rows = [...groups].flatMap(([locationId, members]) => [
      () => element('div', { class: 'breakerflow-location' }, [path(locationId) || text('picker.noLocation')]),
      ...members.map((device) => () => deviceRow(device)),
    ]);
    if (matching > maxDrawn)
      rows.push(() =>
        element('div', { class: 'breakerflow-note' }, [text('picker.more', { count: matching - maxDrawn })]),
      );
    list.replaceChildren();
    list.scrollTop = 0;
    drawMore = () => list.append(...rows.splice(0, drawnAtOnce).map((draw) => draw()));
    drawMore();
    if (devices.length === 0) showNote(text('picker.none'));
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
    drawMore = () => {};
    list.replaceChildren(
      element('div', { class: isError ? 'breakerflow-error' : 'breakerflow-note', role: 'status' }, [note]),
    );
  }

  function reload(): void {
    mayBeWhole = true;
    void load();
  }

  async function load(): Promise<void> {
    const mine = ++turn;
    const from = account();
    // The devices of the account before are none of this one.
    searchAll = undefined;
    if (from === undefined) {
      showNote(text('picker.noAccount'));
      return;
    }
    showNote(text('picker.loading'));
    try {
      const site = await askSite(from, mayBeWhole ? '' : search.value, hardware);
      if (mine !== turn) return;
      const isWhole = mayBeWhole && site.matching === site.devices.length;
      if (mayBeWhole && !isWhole && search.value.trim() !== '') {
        mayBeWhole = false;
        void load();
        return;
      }
      mayBeWhole = isWhole;
      complete = isWhole && site.unread === undefined;
      takeDevices(site);
      searchAll = isWhole ? searchOf(site) : undefined;
      showSite(searchAll === undefined ? site : searchAll(search.value));
    } catch (error) {
      if (mine !== turn) return;
      showNote(error instanceof Error ? error.message : String(error), true);
    }
    showChips();
  }

  let pause: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(pause);
    if (searchAll === undefined) pause = setTimeout(() => void load(), searchPauseMs);
    else showSite(searchAll(search.value));
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
