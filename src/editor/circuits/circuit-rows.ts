import { type Circuit, circuitProblems, idKey } from '../../directory';
import { element } from '..';
import { circuitRow } from './circuit-row';
import { problemText } from './circuit-texts';
import type { TableDevice } from './table-device';

/** How many rows are drawn at once. */
const pageRows = 60;
/** How near the end of the drawn rows comes before more are drawn. */
const ahead = '600px';

interface RowsOptions {
  readonly onChange: (index: number, circuit: Circuit) => void;
  readonly onRemove: (index: number) => void;
  readonly onReplace?: (circuit: Circuit) => void;
  readonly freeDevices: () => readonly TableDevice[];
}

export interface CircuitRows {
  readonly body: HTMLElement;
  /** Stands below the rows: more are drawn when it comes near. */
  readonly end: HTMLElement;
  /** `areAll`: a device that is not among them is gone. */
  show(rows: readonly Circuit[], devices: readonly TableDevice[], areAll: boolean): void;
  /** The numbers of the rows with problems, from 0. */
  wrong(): readonly number[];
  goTo(index: number): void;
}

interface Drawn {
  readonly key: string;
  readonly row: HTMLElement;
}

/** The rows of a table of any length: drawn as far as they are looked at, and anew only where something changed. */
export function createCircuitRows({ onChange, onRemove, onReplace, freeDevices }: RowsOptions): CircuitRows {
  const body = element('tbody', { role: 'rowgroup' });
  const end = element('div', { 'aria-hidden': 'true' });
  let count = pageRows;
  let drawn: Drawn[] = [];
  let rows: readonly Circuit[] = [];
  let known = new Map<string, TableDevice>();
  let areAllKnown = false;
  let problems = new Map<number, ReturnType<typeof circuitProblems>>();

  new IntersectionObserver(
    (entries) => {
      if (count >= rows.length || entries.at(-1)?.isIntersecting !== true) return;
      count += pageRows;
      draw();
    },
    { rootMargin: ahead },
  ).observe(end);

  function draw(): void {
    const focus = focused();
    drawn = rows.slice(0, count).map((circuit, index) => {
      const own = known.get(idKey(circuit.deviceId));
      const wrong = problems.get(index) ?? [];
      const isGone = own === undefined && areAllKnown;
      const key = JSON.stringify([circuit, own, index, wrong, isGone]);
      const held = drawn[index];
      if (held?.key === key) return held;
      const { deviceId: id, serialNumber } = circuit;
      const row = circuitRow({
        circuit,
        number: index + 1,
        device: own === undefined ? { id, serialNumber } : { ...own, id },
        freeDevices,
        problemsOf: (field) =>
          wrong
            .filter((found) => found.field === field || (field === 'name' && namelessFields.has(found.field)))
            .map(({ rule, params }) => problemText(`problem.${rule}`, params)),
        onChange: (changed) => onChange(index, changed),
        onRemove: () => onRemove(index),
        ...(isGone && onReplace !== undefined ? { onReplace: () => onReplace(circuit) } : {}),
      });
      return { key, row };
    });
    for (const [index, { row }] of drawn.entries())
      if (body.children[index] !== row) body.insertBefore(row, body.children[index] ?? null);
    while (body.children.length > drawn.length) body.lastElementChild?.remove();
    // The row that was changed is drawn anew under the hand that goes on with its next field.
    if (focus !== undefined && !body.contains(document.activeElement)) input(focus)?.focus({ preventScroll: true });
  }

  function focused(): { readonly index: number; readonly field: string } | undefined {
    const active = document.activeElement;
    const index = drawn.findIndex(({ row }) => row.contains(active));
    const field = active?.closest('td')?.dataset.field;
    return index < 0 || field === undefined ? undefined : { index, field };
  }

  function input({ index, field }: { readonly index: number; readonly field: string }): HTMLElement | null | undefined {
    return drawn[index]?.row.querySelector<HTMLElement>(`td[data-field=${field}] :is(input, select, button)`);
  }

  return {
    body,
    end,
    show(next, devices, areAll) {
      rows = next;
      areAllKnown = areAll;
      known = new Map(devices.map((device) => [idKey(device.id), device]));
      problems = new Map();
      for (const problem of circuitProblems(rows, devices))
        problems.set(problem.row, [...(problems.get(problem.row) ?? []), problem]);
      draw();
    },
    wrong: () => [...problems.keys()],
    goTo(index) {
      count = Math.max(count, index + 1);
      draw();
      const row = drawn[index]?.row;
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: true });
    },
  };
}

/** Problems of what has no column stand at the name. */
const namelessFields: ReadonlySet<string> = new Set(['', 'serialNumber']);
