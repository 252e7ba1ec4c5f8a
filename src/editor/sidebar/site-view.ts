import { deviceName, type SiteDevice, type SiteTree } from '../../admin-api';
import { askAccount, element } from '..';
import { addNode } from './add-node';
import { createDeviceDetails, type SimulatorWay } from './device-details';
import { letDrag } from './device-drag';
import { editedDevices } from './edited-devices';
import type { LiveValues } from './live-values';
import { sidebarText } from './sidebar-text';
import { createSiteRows, type EditedDevice, type SiteRows } from './site-rows';
import { createTreeView } from './tree-view';
import type { SidebarView } from './view';

const searchPauseMs = 150;
const tickMs = 1_000;
/** The details take room of the tree: its rows must not move between the two clicks of a double click. */
const detailsPauseMs = 300;

interface SiteViewOptions {
  readonly account: () => string | undefined;
  readonly live: Pick<LiveValues, 'liveOf' | 'refresh' | 'outdate'>;
  readonly simulator: SimulatorWay;
}

export interface SiteView extends SidebarView {
  devicesInView(): string[];
  /** Draws what is known now. */
  refresh(): void;
  /** Asks for the tree again if it has another version. */
  checkVersion(version: string): void;
  selected(): SiteDevice | undefined;
  nameOf(deviceId: string): string;
}

/** Search, tree and details of an account's devices. */
export function createSiteView({ account, live, simulator }: SiteViewOptions): SiteView {
  const search = element('input', {
    type: 'search',
    class: 'breakerflow-search',
    placeholder: sidebarText('tree.search'),
    'aria-label': sidebarText('tree.search'),
  });
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const unread = element('div', { role: 'status' });
  let showing: ReturnType<typeof setTimeout> | undefined;
  const details = createDeviceDetails({
    account,
    liveOf: live.liveOf,
    onAdd: add,
    onOperated: live.outdate,
    locationsOf,
    simulator,
    devices: () => known?.devices ?? [],
  });
  const tree = createTreeView({
    liveOf: live.liveOf,
    onSelect(device) {
      selected = device;
      clearTimeout(showing);
      showing = setTimeout(() => details.show(selected), detailsPauseMs);
    },
    onAdd: add,
    onScroll: live.refresh,
  });
  let rows: SiteRows | undefined;
  let known: SiteTree | undefined;
  let knownOf: string | undefined;
  let selected: EditedDevice | undefined;
  let turn = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  letDrag({
    host: tree.element,
    deviceOf: tree.deviceAt,
    onDrop(device, at) {
      const id = account();
      if (id !== undefined) addNode(device, id, at);
      details.refresh();
    },
  });
  search.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(show, searchPauseMs);
  });

  function locationsOf({ locationId }: SiteDevice): string[] {
    const ids: string[] = [];
    for (let at = locationId; at !== undefined && !ids.includes(at); ) {
      ids.push(at);
      const here = at;
      at = known?.locations.find(({ id }) => id === here)?.parentId;
    }
    return ids;
  }

  function add(device: SiteDevice): void {
    const id = account();
    if (id !== undefined) addNode(device, id);
    details.refresh();
  }

  function show(): void {
    if (rows === undefined) return;
    tree.show(rows, search.value);
    const total = known?.total ?? 0;
    const found = search.value.trim() === '' ? total : tree.found();
    note.className = `breakerflow-note${found === 0 ? '' : ' breakerflow-count-note'}`;
    note.textContent =
      found === 0
        ? sidebarText(total === 0 ? 'tree.empty' : 'tree.none')
        : sidebarText(found === total ? 'tree.count' : 'tree.found', { count: found, total });
    live.refresh();
  }

  function showUnread(sentences: readonly string[] = []): void {
    unread.replaceChildren(...sentences.map((why) => element('div', { class: 'breakerflow-error' }, [why])));
  }

  /** Draws the tree with the names that the editor holds by now. */
  function draw(): void {
    if (known === undefined || knownOf === undefined) return;
    const devices = editedDevices(known.devices, knownOf);
    rows = createSiteRows({ ...known, devices }, RED.i18n.lang(), sidebarText('tree.nowhere'));
    show();
    const now = devices.find(({ id }) => id === selected?.id);
    if (now === undefined || JSON.stringify(now) === JSON.stringify(selected)) return;
    selected = now;
    details.show(now);
  }

  async function load(): Promise<void> {
    turn += 1;
    const mine = turn;
    const id = account();
    if (id !== knownOf) {
      known = undefined;
      knownOf = undefined;
      rows = undefined;
      selected = undefined;
      clearTimeout(showing);
      details.show(undefined);
      tree.clear();
    }
    if (id === undefined) return;
    if (known === undefined) {
      showUnread();
      note.className = 'breakerflow-note';
      note.textContent = sidebarText('loading');
    }
    try {
      const answer = await askAccount({ kind: 'deployed', id }, 'tree', {});
      if (mine !== turn) return;
      known = answer;
      knownOf = id;
      showUnread(answer.unread);
      draw();
    } catch (error) {
      if (mine !== turn) return;
      note.className = 'breakerflow-error';
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  for (const event of ['nodes:add', 'nodes:change', 'nodes:remove'])
    RED.events.on(event, ({ type }) => {
      if (type === 'breaker-directory') draw();
    });

  const host = element('div', { class: 'breakerflow-site-view' }, [
    element('div', { class: 'breakerflow-searchbar' }, [search]),
    unread,
    note,
    tree.element,
    details.element,
  ]);

  return {
    element: host,
    open() {
      load();
      ticking ??= setInterval(() => {
        tree.refresh();
        details.refresh();
      }, tickMs);
    },
    close() {
      clearInterval(ticking);
      ticking = undefined;
    },
    reload: load,
    devicesInView: () => {
      const ids = tree.devicesInView();
      // The details of the device are open, although its row is out of view.
      return selected === undefined || ids.includes(selected.id) ? ids : [...ids, selected.id];
    },
    refresh() {
      tree.refresh();
      details.refresh();
    },
    checkVersion(version) {
      if (known !== undefined && known.version !== version) load();
    },
    selected: () => selected,
    nameOf(deviceId) {
      const device = known?.devices.find(({ id }) => id === deviceId);
      return device === undefined ? deviceId : deviceName(device);
    },
  };
}
