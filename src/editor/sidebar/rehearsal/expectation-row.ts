import {
  expectationFields,
  expectationKinds,
  type RehearsalExpectation,
  type RehearsalExpectationField,
  type RehearsalExpectationKind,
  type RehearsalState,
} from '../../../admin-api';
import { element, iconButton } from '../..';
import { sidebarText } from '../sidebar-text';
import { choice } from '../simulator-inputs';
import { createExpectationField, type ExpectationField } from './expectation-fields';

export interface ExpectationRow {
  readonly element: HTMLElement;
  fill(state: RehearsalState): void;
  /** Undefined where a field is wrong, which is said below it. */
  value(): RehearsalExpectation | undefined;
}

/** One expectation as a sentence: what, of which device or node, and the numbers and times that belong to it. */
export function createExpectationRow(onRemove: (row: ExpectationRow) => void): ExpectationRow {
  const what = choice(
    '',
    expectationKinds.map((kind) => [kind, sidebarText(`rehearsal.expect.kind.${kind}`)]),
  );
  what.input.setAttribute('aria-label', sidebarText('rehearsal.expect.what'));
  const remove = iconButton('fa-trash', sidebarText('rehearsal.expect.remove'), () => onRemove(row));
  const line = element('div', { class: 'breakerflow-rehearsal-expected' });
  const problems = element('div', {});
  // A device stays chosen when something else is expected of it.
  const made = new Map<RehearsalExpectationField, ExpectationField>();
  let newest: RehearsalState | undefined;

  const kindNow = () => what.input.value as RehearsalExpectationKind;
  const fieldsNow = () => expectationFields[kindNow()].map((name) => [name, fieldOf(name)] as const);

  function fieldOf(name: RehearsalExpectationField): ExpectationField {
    const field = made.get(name) ?? createExpectationField(name);
    if (!made.has(name) && newest !== undefined) field.fill(newest);
    made.set(name, field);
    return field;
  }

  function draw(): void {
    const fields = fieldsNow().map(([, field]) => field);
    line.replaceChildren(...fields.map((field) => field.element));
    problems.replaceChildren(...fields.map((field) => field.problem));
  }
  what.input.addEventListener('change', draw);
  draw();

  const row: ExpectationRow = {
    element: element('li', { class: 'breakerflow-item' }, [
      element('div', { class: 'breakerflow-rehearsal-expected' }, [what.input, remove]),
      line,
      problems,
    ]),
    fill(state) {
      newest = state;
      for (const field of made.values()) field.fill(state);
    },
    value() {
      const fields = fieldsNow();
      // Each of them tells what is wrong with it.
      const values = fields.map(([name, field]) => [name, field.value()] as const);
      if (values.some(([, value]) => value === undefined)) return undefined;
      const words = Object.fromEntries(fields.map(([name, field]) => [name, field.words()]));
      const text = sidebarText(`rehearsal.expect.sentence.${kindNow()}`, words);
      return { kind: kindNow(), text, ...Object.fromEntries(values) };
    },
  };
  return row;
}
