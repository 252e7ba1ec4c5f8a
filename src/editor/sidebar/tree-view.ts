import type { SiteDevice } from '../../admin-api';
import { element } from '..';
import { fillRow } from './device-row';
import type { LiveValue } from './live-values';
import { rowWindow } from './row-window';
import { sidebarText } from './sidebar-text';
import type { SiteRow, SiteRows } from './site-rows';
import { treeMove } from './tree-keys';

/** The height of a row, px, and where the sidebar is so low that few rows would fit. */
const rowHeights = { usual: 26, low: 18 } as const;
const lowSidebarPx = 460;

interface TreeOptions {
  readonly liveOf: (deviceId: string) => LiveValue | undefined;
  readonly onSelect: (device: SiteDevice | undefined) => void;
  readonly onAdd: (device: SiteDevice) => void;
  /** Other rows are in view. */
  readonly onScroll: () => void;
}

export interface TreeView {
  readonly element: HTMLElement;
  show(rows: SiteRows, search: string): void;
  clear(): void;
  /** Draws the rows in view with what is known of them now. */
  refresh(): void;
  devicesInView(): string[];
  deviceAt(target: HTMLElement): { readonly device: SiteDevice; readonly name: string } | undefined;
  /** The number of devices that match the search. */
  found(): number;
}

/** A tree of any size of which only the rows in view are in the page, with the keys of a tree. */
export function createTreeView({ liveOf, onSelect, onAdd, onScroll }: TreeOptions): TreeView {
  const list = element('div', { class: 'breakerflow-rows' });
  const scroller = element(
    'div',
    { class: 'breakerflow-tree', role: 'tree', 'aria-label': sidebarText('tree.label'), tabindex: '-1' },
    [list],
  );
  const drawn = new Map<string, HTMLElement>();
  const folded = new Set<string>();
  let source: SiteRows | undefined;
  let search = '';
  let rows: SiteRow[] = [];
  let indexes = new Map<string, number>();
  /** The row that has the focus, or gets it when the tree does. */
  let active: string | undefined;
  let drawing = false;
  let rowHeight: number = rowHeights.usual;

  const keyOf = ({ kind, id }: SiteRow) => `${kind} ${id}`;
  const indexOf = (key: string | undefined) => indexes.get(key ?? '') ?? -1;

  function compute(): void {
    rows = source?.rows(search, folded) ?? [];
    indexes = new Map(rows.map((row, index) => [keyOf(row), index]));
    list.style.height = `${rows.length * rowHeight}px`;
    if (indexOf(active) < 0) active = rows[0] === undefined ? undefined : keyOf(rows[0]);
    draw();
  }

  function draw(): void {
    const now = performance.now();
    const { scrollTop, clientHeight } = scroller;
    const { start, end } = rowWindow({ scrollTop, height: clientHeight }, rowHeight, rows.length);
    const at = indexOf(active);
    const wanted = new Map<string, number>();
    for (let index = start; index < end; index += 1) wanted.set(keyOf(rows[index] as SiteRow), index);
    // The row with the focus stays in the page, or the focus would be lost.
    if (at >= 0 && active !== undefined) wanted.set(active, at);
    for (const [key, row] of drawn)
      if (!wanted.has(key)) {
        row.remove();
        drawn.delete(key);
      }
    for (const [key, index] of wanted) {
      const row = rows[index] as SiteRow;
      const host = drawn.get(key) ?? element('div', { role: 'treeitem', 'data-key': key });
      fillRow(host, row, row.kind === 'device' ? liveOf(row.id) : undefined, now);
      host.style.top = `${index * rowHeight}px`;
      host.tabIndex = key === active ? 0 : -1;
      host.setAttribute('aria-selected', String(key === active));
      if (!drawn.has(key)) list.append(host);
      drawn.set(key, host);
    }
  }

  function bringIntoView(index: number): void {
    const top = index * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + rowHeight - scroller.clientHeight;
  }

  function select(index: number, focus: boolean): void {
    const row = rows[index];
    if (row === undefined) return;
    active = keyOf(row);
    bringIntoView(index);
    draw();
    if (focus) drawn.get(active)?.focus({ preventScroll: true });
    onSelect(row.kind === 'device' ? row.device : undefined);
  }

  function fold(id: string, isFolded: boolean): void {
    if (isFolded) folded.add(id);
    else folded.delete(id);
    compute();
    drawn.get(active ?? '')?.focus({ preventScroll: true });
    onScroll();
  }

  const rowOf = (target: HTMLElement) => target.closest<HTMLElement>('[data-key]')?.dataset.key;

  scroller.addEventListener('scroll', () => {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw();
      onScroll();
    });
  });
  scroller.addEventListener('click', ({ target }) => {
    const index = indexOf(rowOf(target as HTMLElement));
    const row = rows[index];
    if (row === undefined) return;
    select(index, true);
    if (row.kind === 'location') fold(row.id, row.expanded);
  });
  scroller.addEventListener('dblclick', ({ target }) => {
    const row = rows[indexOf(rowOf(target as HTMLElement))];
    if (row?.kind === 'device') onAdd(row.device);
  });
  scroller.addEventListener('focusin', ({ target }) => {
    const key = rowOf(target as HTMLElement);
    if (key !== undefined && key !== active) select(indexOf(key), false);
  });
  scroller.addEventListener('keydown', (event) => {
    const at = indexOf(active);
    const row = rows[at];
    // The editor has shortcuts of its own for these keys.
    const ours = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      ours();
      if (row.kind === 'location') fold(row.id, row.expanded);
      else if (event.key === 'Enter') onAdd(row.device);
      else onSelect(row.device);
      return;
    }
    const move = treeMove(event.key, rows, at, Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1));
    if (move === undefined) return;
    ours();
    if ('to' in move) select(move.to, true);
    else if ('fold' in move) fold(move.fold, true);
    else fold(move.unfold, false);
  });
  function fitRows(): void {
    const { clientHeight = 0 } = scroller.closest('.breakerflow-site') ?? {};
    const next = clientHeight <= lowSidebarPx ? rowHeights.low : rowHeights.usual;
    if (next === rowHeight || clientHeight === 0) return;
    scroller.scrollTop *= next / rowHeight;
    rowHeight = next;
    scroller.style.setProperty('--breakerflow-row', `${next}px`);
    list.style.height = `${rows.length * rowHeight}px`;
  }
  new ResizeObserver(() => {
    fitRows();
    // The details of a row open below the tree, and must not hide the row itself.
    if (scroller.contains(document.activeElement)) bringIntoView(indexOf(active));
    draw();
    onScroll();
  }).observe(scroller);

  return {
    element: scroller,
    show(next, words) {
      source = next;
      search = words;
      compute();
    },
    clear() {
      source = undefined;
      scroller.scrollTop = 0;
      compute();
    },
    refresh: draw,
    devicesInView() {
      const { scrollTop, clientHeight } = scroller;
      const { start, end } = rowWindow({ scrollTop, height: clientHeight }, rowHeight, rows.length);
      return rows.slice(start, end).flatMap((row) => (row.kind === 'device' ? [row.id] : []));
    },
    deviceAt(target) {
      const row = rows[indexOf(rowOf(target))];
      return row?.kind === 'device' ? { device: row.device, name: row.name } : undefined;
    },
    found: () => rows.reduce((sum, row) => sum + (row.kind === 'location' && row.level === 1 ? row.devices : 0), 0),
  };
}
