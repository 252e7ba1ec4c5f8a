import type { RehearsalExpectation, RehearsalExpectationField, RehearsalState } from '../../../admin-api';
import { element, text } from '../..';
import { fieldProblem } from '../field-problem';
import { type SidebarKey, sidebarText } from '../sidebar-text';
import { choice } from '../simulator-inputs';

type Value = NonNullable<RehearsalExpectation[RehearsalExpectationField]>;
type Choices = Pick<RehearsalState, 'devices' | 'standIns'>;

/** One field of an expectation, and how it stands in its sentence. */
export interface ExpectationField {
  readonly element: HTMLElement;
  readonly problem: HTMLElement;
  /** Offers what is deployed; what was chosen stays chosen. */
  fill(choices: Choices): void;
  /** Undefined where it is wrong, which is said below. */
  value(): Value | undefined;
  /** As the sentence has it. */
  words(): string;
}

interface Control {
  readonly input: HTMLInputElement | HTMLSelectElement;
  readonly unit?: string;
  readonly fill?: (choices: Choices) => void;
  /** What is wrong with what stands there; empty: nothing. */
  problem(): string;
  value(): Value;
  words(): string;
}

/** A new field is a row here. */
const controls: { readonly [Field in RehearsalExpectationField]: () => Control } = {
  device: () => picker(({ devices }) => devices.map(({ id, label }) => [id, label])),
  node: () => picker(({ standIns }) => standIns.map(({ id, name }) => [id, name])),
  watts: () => ({ ...numeric({ min: 1, value: 1_000 }), unit: 'W' }),
  times: () => numeric({ min: 0, value: 6, isWhole: true }),
  from: () => clock('00:00'),
  to: () => clock('23:59'),
};

const labels: { readonly [Field in RehearsalExpectationField]: SidebarKey } = {
  device: 'simulator.device',
  node: 'rehearsal.expect.node',
  watts: 'rehearsal.timeline',
  times: 'rehearsal.expect.times',
  from: 'rehearsal.expect.from',
  to: 'rehearsal.expect.to',
};

export function createExpectationField(field: RehearsalExpectationField): ExpectationField {
  const { input, unit, fill = () => {}, problem, value, words } = controls[field]();
  const shown = fieldProblem(input);
  const label = sidebarText(labels[field]);
  input.setAttribute('aria-label', label);
  return {
    element: element('label', { class: 'breakerflow-rehearsal-expected-field' }, [
      ...(input instanceof HTMLSelectElement ? [] : [element('span', { class: 'breakerflow-secondary' }, [label])]),
      input,
      ...(unit === undefined ? [] : [unit]),
    ]),
    ...{ problem: shown.line, fill, words },
    value() {
      const wrong = problem();
      shown.show(wrong === '' ? '' : `${label}: ${wrong}`);
      return wrong === '' ? value() : undefined;
    },
  };
}

function picker(optionsOf: (choices: Choices) => [id: string, name: string][]): Control {
  const { input, fill } = choice('', []);
  return {
    input,
    fill: (choices) => fill(optionsOf(choices)),
    problem: () => (input.value === '' ? text('problem.required') : ''),
    value: () => input.value,
    words: () => input.selectedOptions[0]?.textContent ?? '',
  };
}

function numeric({ min, value, isWhole = false }: { min: number; value: number; isWhole?: boolean }): Control {
  const input = element('input', { type: 'number', min: String(min), step: isWhole ? '1' : 'any' });
  input.value = String(value);
  return {
    input,
    problem() {
      const given = Number(input.value);
      if (input.value.trim() === '') return text('problem.required');
      if (isWhole && !Number.isInteger(given)) return text('problem.integer');
      return given >= min ? '' : text('problem.atLeast', { min });
    },
    value: () => Number(input.value),
    words: () => new Intl.NumberFormat(RED.i18n.lang()).format(Number(input.value)),
  };
}

function clock(value: string): Control {
  const input = element('input', { type: 'time' });
  input.value = value;
  const given = () => input.value.slice(0, 5);
  return {
    input,
    problem: () => (input.value === '' ? text('problem.required') : ''),
    value: given,
    words: given,
  };
}
