import {
  daysAgo,
  type RehearsalDay,
  type RehearsalFaultKind,
  type RehearsalPlan,
  type RehearsalState,
  rehearsalDays,
  rehearsalFaults,
} from '../../../admin-api';
import { element } from '../..';
import { type SidebarKey, sidebarText } from '../sidebar-text';
import { choice } from '../simulator-inputs';
import { createExpectationList } from './expectation-list';

interface PlanForm {
  readonly element: HTMLElement;
  /** Offers what is deployed; what was chosen stays chosen. */
  fill(state: RehearsalState): void;
  /** Or what keeps it from being one. */
  plan(): RehearsalPlan | { readonly problem: SidebarKey };
}

type NamedDay = Exclude<RehearsalDay, `ago-${number}`>;
const hours = [1, 6, 12, 24, 72];
const usualHours = 24;
/** What happens to a device; the others happen to the whole site. */
const ofDevice: ReadonlySet<RehearsalFaultKind> = new Set(['trip', 'offline', 'unread', 'plugIn']);

/** What a person chooses: flows, a day, what goes wrong in it, and what is expected of it. */
export function createPlanForm(): PlanForm {
  const flows = element('fieldset', { class: 'breakerflow-panel' });
  const day = choice(
    sidebarText('rehearsal.day'),
    rehearsalDays.map((name) => [name, dayText(name)]),
  );
  const length = choice(
    sidebarText('rehearsal.hours'),
    hours.map((count) => [String(count), `${count} h`]),
  );
  length.input.value = String(usualHours);
  const faults = rehearsalFaults.map(faultRow);
  const expectations = createExpectationList();
  const host = element('div', {}, [
    flows,
    day.row,
    length.row,
    element('details', {}, [
      element('summary', {}, [sidebarText('rehearsal.faults')]),
      ...faults.map(({ element: row }) => row),
    ]),
    expectations.element,
  ]);
  let offered = '';

  function offerFlows(state: RehearsalState): void {
    const text = JSON.stringify(state.flows);
    if (text === offered) return;
    offered = text;
    const left = new Set([...boxes()].filter(({ checked }) => !checked).map(({ value }) => value));
    flows.replaceChildren(
      element('legend', { class: 'breakerflow-secondary' }, [sidebarText('rehearsal.flows')]),
      ...state.flows.map(({ id, label }) => {
        const box = element('input', { type: 'checkbox', value: id, checked: !left.has(id) });
        return element('label', { class: 'breakerflow-check' }, [box, label || id]);
      }),
    );
  }
  const boxes = () => flows.querySelectorAll<HTMLInputElement>('input');

  return {
    element: host,
    fill(state) {
      offerFlows(state);
      for (const fault of faults) fault.fill(state.devices);
      expectations.fill(state);
    },
    plan() {
      const chosen = [...boxes()].filter(({ checked }) => checked).map(({ value }) => value);
      if (chosen.length === 0) return { problem: 'rehearsal.noFlow' };
      const expected = expectations.value();
      if (expected === undefined) return { problem: 'rehearsal.expect.wrong' };
      return {
        ...{
          expectations: expected,
          flows: chosen,
          day: day.input.value as RehearsalDay,
          hours: Number(length.input.value),
        },
        faults: faults.flatMap((fault) => fault.value() ?? []),
      };
    },
  };
}

/** A day of the last week by its date. */
function dayText(day: RehearsalDay): string {
  const ago = daysAgo(day);
  if (ago === undefined || ago === 0) return sidebarText(`rehearsal.days.${day as NamedDay}`);
  const date = new Date();
  date.setDate(date.getDate() - ago);
  return date.toLocaleDateString(RED.i18n.lang(), { weekday: 'long', day: 'numeric', month: 'long' });
}

function faultRow(kind: RehearsalFaultKind) {
  const label = sidebarText(`rehearsal.fault.${kind}`);
  const ticked = element('input', { type: 'checkbox', 'data-fault': kind });
  const device = choice(sidebarText('simulator.device'), []);
  const at = element('input', {
    type: 'time',
    value: '12:00',
    'aria-label': `${label}: ${sidebarText('rehearsal.at')}`,
  });
  device.input.setAttribute('aria-label', `${label}: ${sidebarText('simulator.device')}`);
  const details = element('div', { class: 'breakerflow-rehearsal-fault', hidden: true }, [
    ...(ofDevice.has(kind) ? [device.input] : []),
    at,
  ]);
  ticked.addEventListener('change', () => {
    details.hidden = !ticked.checked;
  });
  return {
    element: element('div', {}, [element('label', { class: 'breakerflow-check' }, [ticked, label]), details]),
    fill(devices: RehearsalState['devices']) {
      const fitting = devices.filter(({ isCharger }) => kind !== 'plugIn' || isCharger);
      device.fill(fitting.map((one) => [one.id, one.label]));
    },
    value() {
      if (!ticked.checked || at.value === '') return undefined;
      return { kind, at: at.value.slice(0, 5), device: ofDevice.has(kind) ? device.input.value : '' };
    },
  };
}
