import { element } from '..';
import { type SidebarTexts, sidebarText } from './sidebar-text';

/** The faults that a user can switch on, to see how a flow handles them. Each lasts until it is switched off. */
const faults: readonly Fault[] = [
  { kind: 'offline' },
  { kind: 'too-many-requests', retryAfter: '5' },
  { kind: 'unavailable' },
  { kind: 'slow', delayMs: 5_000 },
  { kind: 'reset-after' },
  { kind: 'malformed-json' },
  { kind: 'expired-token' },
];

interface Fault {
  readonly kind: keyof SidebarTexts['fault'];
  readonly retryAfter?: string;
  readonly delayMs?: number;
}

type Active = readonly { readonly kind: string }[];

export interface FaultSwitches {
  readonly rows: readonly HTMLElement[];
  /** Shows which faults there are. */
  show(active: Active): void;
}

/** A check box for each fault. `control` sends to the simulator and shows what is so afterwards. */
export function createFaultSwitches(control: (name: string, fields?: object) => Promise<void>): FaultSwitches {
  const boxes = new Map<string, HTMLInputElement>();
  let active: Active = [];
  let pending = 0;
  let done = Promise.resolve();

  function show(): void {
    // A clicked box keeps its state until the simulator has the same state.
    if (pending > 0) return;
    for (const [kind, box] of boxes) box.checked = active.some((fault) => fault.kind === kind);
  }

  /** The simulator can only clear all faults, so the other active ones are switched on again. */
  async function switchFault(fault: Fault, isOn: boolean): Promise<void> {
    if (isOn) return control('POST /faults', fault);
    const others = active.filter(({ kind }) => kind !== fault.kind);
    await control('DELETE /faults');
    for (const other of others) await control('POST /faults', other);
  }

  const rows = faults.map((fault) => {
    const { kind } = fault;
    const box = element('input', { type: 'checkbox' });
    boxes.set(kind, box);
    box.addEventListener('change', () => {
      const isOn = box.checked;
      pending += 1;
      done = done
        .then(() => switchFault(fault, isOn))
        .finally(() => {
          pending -= 1;
          show();
        });
    });
    return element('label', { class: 'breakerflow-check' }, [box, ` ${sidebarText(`fault.${kind}`)}`]);
  });

  return {
    rows,
    show(now) {
      active = now;
      show();
    },
  };
}
