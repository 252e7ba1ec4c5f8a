import type { RehearsalState, SavedScenario } from '../../../admin-api';
import { element, smallButton, text } from '../..';
import { sidebarText } from '../sidebar-text';
import { problemLines } from './end-text';

interface ScenarioActions {
  readonly mayRun: boolean;
  run(name: string): void;
  remove(name: string): void;
}

/** The scenarios that are kept, each to be run again. */
export function scenarioList({ scenarios }: RehearsalState, actions: ScenarioActions): HTMLElement[] {
  if (scenarios.length === 0) return [];
  return [
    element('h4', {}, [sidebarText('rehearsal.scenarios')]),
    element(
      'ul',
      { class: 'breakerflow-rehearsal-list' },
      scenarios.map((one) => row(one, actions)),
    ),
  ];
}

function row(scenario: SavedScenario, { mayRun, run, remove }: ScenarioActions): HTMLElement {
  const { name, file } = scenario;
  const button = (key: 'again' | 'delete', icon: string, work: (name: string) => void) => {
    const made = smallButton(sidebarText(`rehearsal.${key}`), () => work(name), icon);
    made.setAttribute('aria-label', `${sidebarText(`rehearsal.${key}`)}: ${name}`);
    made.disabled = !mayRun;
    return made;
  };
  return element('li', { class: 'breakerflow-item', title: file }, [
    element('div', { class: 'breakerflow-operation' }, [name]),
    about(scenario),
    element('div', { class: 'breakerflow-buttons' }, [
      ...(scenario.told === undefined ? [] : [button('again', 'fa-play', run), ' ']),
      button('delete', 'fa-trash', remove),
    ]),
  ]);
}

/** What it holds, or all that is wrong with it. */
function about({ told, problems }: SavedScenario): HTMLElement {
  if (told === undefined) {
    const lines = problemLines(problems, { text: sidebarText, language: RED.i18n.lang() }, text);
    return element('div', { class: 'breakerflow-error' }, [sidebarText('rehearsal.end.refused'), problemList(lines)]);
  }
  const { startMs, ...values } = told;
  const start = new Intl.DateTimeFormat(RED.i18n.lang(), { dateStyle: 'medium' }).format(startMs);
  return element('div', { class: 'breakerflow-secondary' }, [sidebarText('rehearsal.scenario', { start, ...values })]);
}

export const problemList = (lines: readonly string[]) =>
  element(
    'ul',
    { class: 'breakerflow-rehearsal-problems' },
    lines.map((line) => element('li', {}, [line])),
  );
