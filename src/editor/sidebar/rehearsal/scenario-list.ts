import type { RehearsalState, SavedScenario } from '../../../admin-api';
import { element, smallButton } from '../..';
import { sidebarText } from '../sidebar-text';

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
  const { name, file, startMs, hours, steps, expectations } = scenario;
  const start = new Intl.DateTimeFormat(RED.i18n.lang(), { dateStyle: 'medium' }).format(startMs);
  const button = (key: 'again' | 'delete', icon: string, work: (name: string) => void) => {
    const made = smallButton(sidebarText(`rehearsal.${key}`), () => work(name), icon);
    made.setAttribute('aria-label', `${sidebarText(`rehearsal.${key}`)}: ${name}`);
    made.disabled = !mayRun;
    return made;
  };
  return element('li', { class: 'breakerflow-item', title: file }, [
    element('div', { class: 'breakerflow-operation' }, [name]),
    element('div', { class: 'breakerflow-secondary' }, [
      sidebarText('rehearsal.scenario', { start, hours, steps, expectations }),
    ]),
    element('div', { class: 'breakerflow-buttons' }, [
      button('again', 'fa-play', run),
      ' ',
      button('delete', 'fa-trash', remove),
    ]),
  ]);
}
