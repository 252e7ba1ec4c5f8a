import type {
  AnswerOf,
  GridOperator,
  OperatorAnswer,
  OperatorDevice,
  OperatorEvent,
  OperatorEventQuestion,
  OperatorProblem,
} from '../../admin-api';
import { ask, element } from '..';
import { fieldProblem } from './field-problem';
import { sidebarText } from './sidebar-text';
import { action, numberInput, textInput } from './simulator-inputs';

interface GridOperatorOptions {
  readonly account: () => string | undefined;
  /** Something has happened in the simulated site, or could not be asked for. */
  readonly happened: (error?: unknown) => Promise<void>;
}

export interface GridOperatorSection {
  readonly rows: readonly HTMLElement[];
  show(operator: GridOperator): void;
}

type Done<R extends `POST accounts/:id/grid-operator/${'claim' | 'begin' | 'end'}`> =
  AnswerOf<R> extends OperatorAnswer<infer T> ? T : never;

/** The other organization of the simulated site: claims share codes of the house, begins and ends override events. */
export function createGridOperatorSection({ account, happened }: GridOperatorOptions): GridOperatorSection {
  const code = textInput(sidebarText('gridOperator.code'));
  const description = textInput(sidebarText('gridOperator.description'));
  const startsIn = numberInput(sidebarText('gridOperator.startsIn'), 0, 0);
  const lasts = numberInput(sidebarText('gridOperator.lasts'), '', 1);
  const devices = element('div', { role: 'group', 'aria-label': sidebarText('gridOperator.devices') });
  const events = element('div', { role: 'group', 'aria-label': sidebarText('gridOperator.events') });
  const said = element('div', { class: 'breakerflow-note', role: 'status' });
  const problems = {
    code: fieldProblem(code.input),
    devices: fieldProblem(devices),
    startsIn: fieldProblem(startsIn.input),
    lasts: fieldProblem(lasts.input),
    event: fieldProblem(events),
  } satisfies Record<OperatorProblem['field'], unknown>;
  description.input.value = sidebarText('gridOperator.usual');
  lasts.input.placeholder = sidebarText('gridOperator.untilEnded');
  /** What the user has chosen; any other device is chosen unless an event holds it. */
  const chosen = new Map<string, boolean>();
  let shown: GridOperator = { devices: [], events: [] };
  let shownDevices = '';
  let shownEvents = '';

  const claim = action('gridOperator.claim', 'fa-handshake-o', () => {
    const body = { code: code.input.value };
    return perform(
      (id) => ask('POST accounts/:id/grid-operator/claim', { params: { id }, body }),
      ({ label }: Done<'POST accounts/:id/grid-operator/claim'>) => {
        code.input.value = '';
        return sidebarText('gridOperator.said.claimed', { name: label });
      },
    );
  });
  code.input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') claim.click();
  });
  const begin = action('gridOperator.begin', 'fa-play', () => {
    const body = question();
    return perform(
      (id) => ask('POST accounts/:id/grid-operator/begin', { params: { id }, body }),
      (event: Done<'POST accounts/:id/grid-operator/begin'>) => {
        chosen.clear();
        return begun(event);
      },
    );
  });

  function question(): OperatorEventQuestion {
    const isEmpty = lasts.input.value === '' && !lasts.input.validity.badInput;
    return {
      devices: shown.devices.flatMap(({ id }) => (isChosen(id) ? [id] : [])),
      description: description.input.value,
      startsIn: startsIn.input.value === '' ? Number.NaN : startsIn.value(),
      ...(isEmpty ? {} : { lasts: lasts.input.value === '' ? Number.NaN : lasts.value() }),
    };
  }

  const endOf = (event: OperatorEvent) => () =>
    perform(
      (id) => ask('POST accounts/:id/grid-operator/end', { params: { id }, body: { event: event.id } }),
      (released: Done<'POST accounts/:id/grid-operator/end'>) =>
        released.length === 0
          ? sidebarText('gridOperator.said.endedEmpty')
          : sidebarText('gridOperator.said.ended', { names: namesOf(released) }),
    );

  /** `tell` puts what was done into a sentence; a problem stands at its field. */
  async function perform<T>(
    request: (id: string) => Promise<OperatorAnswer<T>>,
    tell: (done: T) => string,
  ): Promise<void> {
    const id = account();
    if (id === undefined) return;
    for (const { show } of Object.values(problems)) show('');
    said.textContent = '';
    try {
      const answer = await request(id);
      if ('done' in answer) said.textContent = tell(answer.done);
      else problems[answer.problem.field].show(problemText(answer.problem));
      await happened();
      if ('done' in answer) said.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      await happened(error);
    }
  }

  const isHeld = (id: string) => shown.events.some((event) => event.devices.some((device) => device.id === id));
  const isChosen = (id: string) => chosen.get(id) ?? !isHeld(id);

  function deviceRow({ id, label }: OperatorDevice): HTMLElement {
    const box = element('input', { type: 'checkbox' });
    box.checked = isChosen(id);
    box.addEventListener('change', () => chosen.set(id, box.checked));
    const name = isHeld(id) ? sidebarText('gridOperator.held', { name: label }) : label;
    return element('label', { class: 'breakerflow-check' }, [box, ` ${name}`]);
  }

  function eventRow(event: OperatorEvent): HTMLElement {
    return element('div', { class: 'breakerflow-item breakerflow-line' }, [
      element('span', {}, [eventText(event)]),
      action('gridOperator.end', 'fa-stop', endOf(event)),
    ]);
  }

  return {
    rows: [
      element('div', { class: 'breakerflow-secondary' }, [sidebarText('gridOperator.about')]),
      code.row,
      problems.code.line,
      element('div', { class: 'breakerflow-buttons' }, [claim]),
      devices,
      problems.devices.line,
      description.row,
      startsIn.row,
      problems.startsIn.line,
      lasts.row,
      problems.lasts.line,
      element('div', { class: 'breakerflow-buttons' }, [begin]),
      events,
      problems.event.line,
      said,
    ],
    show(operator) {
      shown = operator;
      const held = operator.devices.map(({ id, label }) => [id, label, isHeld(id)]);
      // Replacing the rows would take the focus from them.
      if (JSON.stringify(held) !== shownDevices) {
        shownDevices = JSON.stringify(held);
        const none = element('div', { class: 'breakerflow-secondary' }, [sidebarText('gridOperator.none')]);
        devices.replaceChildren(...(held.length === 0 ? [none] : operator.devices.map(deviceRow)));
      }
      if (JSON.stringify(operator.events) === shownEvents) return;
      shownEvents = JSON.stringify(operator.events);
      events.replaceChildren(...operator.events.map(eventRow));
    },
  };
}

function namesOf(devices: readonly OperatorDevice[]): string {
  return devices.map(({ label }) => label).join(', ');
}

function timeText(ms: number): string {
  return new Date(ms).toLocaleString(RED.i18n.lang(), { dateStyle: 'short', timeStyle: 'short' });
}

function begun({ status, startMs, endMs, devices }: OperatorEvent): string {
  const names = namesOf(devices);
  if (status === 'scheduled') return sidebarText('gridOperator.said.scheduled', { names, start: timeText(startMs) });
  if (endMs === undefined) return sidebarText('gridOperator.said.begun', { names });
  return sidebarText('gridOperator.said.begunUntil', { names, end: timeText(endMs) });
}

function eventText({ description, startMs, endMs, devices }: OperatorEvent): string {
  const said = {
    description: description ?? sidebarText('gridOperator.event'),
    start: timeText(startMs),
    names: devices.length === 0 ? sidebarText('gridOperator.nobody') : namesOf(devices),
  };
  if (endMs === undefined) return sidebarText('gridOperator.line', said);
  return sidebarText('gridOperator.lineUntil', { ...said, end: timeText(endMs) });
}

function problemText({ reason, names }: OperatorProblem): string {
  return sidebarText(`gridOperator.problem.${reason}`, { name: names.join(', ') });
}
