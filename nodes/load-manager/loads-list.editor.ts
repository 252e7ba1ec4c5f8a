import { idKey } from '../../src/directory';
import { element } from '../../src/editor';
import { fillSlots } from '../../src/editor/rows';
import { createLoadRow, type LoadDevice, type OwnText } from './load-row.editor';
import type { LoadRow } from './rows.fields';

interface ListOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly loads: readonly LoadRow[];
  readonly defaults: () => { readonly presets: boolean; readonly opensADay: number };
  readonly onChange: () => void;
}

/** The loads in the order of their importance, from the top. */
export interface LoadsList {
  loads(): readonly LoadRow[];
  showDevices(devices: readonly LoadDevice[]): void;
  /** What each device draws now, in words. */
  showDraws(drawsOf: (deviceId: string) => string): void;
  /** The problems of each row, in words. */
  showProblems(byRow: ReadonlyMap<number, readonly string[]>): void;
}

export function createLoadsList({ host, text, loads, defaults, onChange }: ListOptions): LoadsList {
  let rows = [...loads];
  let devices: readonly LoadDevice[] = [];
  let draws: (deviceId: string) => string = () => '';
  let dragged: number | undefined;
  const open = new Set<string>();
  const list = element('ol', { class: 'breakerflow-lm-loads', 'aria-label': text('label.loads') });
  const add = element('select', { 'aria-label': text('table.add') });
  const none = element('div', { class: 'breakerflow-note' }, [text('table.none')]);
  const edge = (key: 'table.keptLongest' | 'table.firstToGo', icon: string) =>
    element('div', { class: 'breakerflow-lm-edge' }, [
      element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
      ` ${text(key)}`,
    ]);
  const edges = [edge('table.keptLongest', 'fa-arrow-up'), edge('table.firstToGo', 'fa-arrow-down')] as const;
  host.replaceChildren(edges[0], list, edges[1], none, add);

  const deviceOf = (deviceId: string) => devices.find(({ id }) => idKey(id) === idKey(deviceId));

  function take(next: readonly LoadRow[]): void {
    rows = [...next];
    show();
    onChange();
  }

  function move(from: number, to: number): void {
    const moved = rows[from];
    if (moved === undefined || to < 0 || to >= rows.length || from === to) return;
    const others = rows.filter((_, index) => index !== from);
    take([...others.slice(0, to), moved, ...others.slice(to)]);
    list.children[to]?.querySelector<HTMLElement>('.breakerflow-lm-buttons button:not([disabled])')?.focus();
  }

  function rowOf(row: LoadRow, index: number): HTMLElement {
    const key = idKey(row.deviceId);
    const made = createLoadRow({
      ...{ text, row, index, count: rows.length, device: deviceOf(row.deviceId), defaults: defaults() },
      draws: draws(row.deviceId),
      isOpen: open.has(key),
      onChange(change) {
        rows = rows.map((one, other) => (other === index ? { ...one, ...change } : one));
        // Another kind has other fields.
        if (change.kind !== undefined) show();
        onChange();
      },
      onToggle: (isOpen) => (isOpen ? open.add(key) : open.delete(key)),
      onMove: (to) => move(index, to),
      onRemove: () => take(rows.filter((_, other) => other !== index)),
    });
    made.addEventListener('dragstart', () => {
      dragged = index;
    });
    made.addEventListener('dragover', (event) => {
      if (dragged === undefined) return;
      event.preventDefault();
      made.classList.add('breakerflow-lm-over');
    });
    made.addEventListener('dragleave', () => made.classList.remove('breakerflow-lm-over'));
    made.addEventListener('drop', (event) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, index);
      dragged = undefined;
    });
    made.addEventListener('dragend', () => {
      dragged = undefined;
    });
    return made;
  }

  function show(): void {
    list.replaceChildren(...rows.map(rowOf));
    none.hidden = rows.length > 0;
    for (const one of edges) one.hidden = rows.length === 0;
    const named = new Set(rows.map(({ deviceId }) => idKey(deviceId)));
    const free = devices.filter(({ id }) => !named.has(idKey(id)));
    add.replaceChildren(
      element('option', { value: '' }, [text('table.add')]),
      ...free.map(({ id, name }) => element('option', { value: id }, [name])),
    );
    add.hidden = free.length === 0;
  }

  add.addEventListener('change', () => {
    const device = devices.find(({ id }) => id === add.value);
    if (device === undefined) return;
    const isCharger = device.hardwareType === 'ev-emcb';
    // At the end of the list: chargers are reduced before a breaker is opened.
    const at = isCharger ? rows.length : rows.filter(({ kind }) => kind === 'breaker').length;
    const row: LoadRow = { deviceId: device.id, kind: isCharger ? 'charger' : 'breaker' };
    take([...rows.slice(0, at), row, ...rows.slice(at)]);
  });
  show();

  return {
    loads: () => rows,
    showDevices(given) {
      devices = given;
      show();
    },
    showDraws(drawsOf) {
      draws = drawsOf;
      for (const shown of list.querySelectorAll<HTMLElement>('li[data-device]')) {
        const words = shown.querySelector('.breakerflow-lm-draws');
        if (words !== null) words.textContent = drawsOf(shown.dataset.device ?? '');
      }
    },
    showProblems: (byRow) => fillSlots(list, byRow),
  };
}
