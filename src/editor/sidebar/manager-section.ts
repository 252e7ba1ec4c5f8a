import type { ListedLoad, ListedManager, ManagerAction } from '../../admin-api';
import { element } from '..';
import { limitText, loadLines, managerName, stateText, statusText } from './manager-words';
import { lineOf, meterBar } from './meter-bar';
import { nodeLink } from './node-link';
import type { Words } from './words';

interface SectionOptions {
  readonly words: Words;
  readonly mayTell: boolean;
  /** What people read for a device. */
  readonly nameOf: (deviceId: string, known: string | undefined) => string;
}

/** What a button of a section asks for, in its `data-` attributes. */
export interface Pressed {
  readonly manager: string;
  readonly action: ManagerAction;
  readonly deviceId: string;
  /** Of the load, or of the manager. */
  readonly name: string;
}

/** One manager: its limits with what is free, and its loads, the one that is kept longest first. It has no listeners. */
export function managerSection(manager: ListedManager, options: SectionOptions): HTMLElement {
  const { words, mayTell } = options;
  const { id, dryRun, status, limits, loads, unit } = manager;
  const name = managerName(manager.name);
  const action = status === 'paused' ? 'resume' : 'pause';
  return element('section', { class: 'breakerflow-manager', 'aria-label': name, 'data-node': id }, [
    element('h4', {}, [nodeLink(id, name)]),
    element('div', { class: 'breakerflow-manager-status' }, [statusText(manager, words, Date.now())]),
    ...(dryRun ? [element('div', { class: 'breakerflow-secondary' }, [words.text('managers.dryRun')])] : []),
    ...limits.map((one) => {
      const total = one.leg === undefined ? words.text('managers.total') : words.text('managers.leg', { leg: one.leg });
      const title = one.group === undefined ? total : `${one.group}, ${total}`;
      const text = limitText(one, unit, words);
      return one.live && one.limit !== undefined
        ? meterBar(title, text, one.total, one.limit)
        : lineOf(title, text, { warning: !one.live });
    }),
    ...(mayTell
      ? [element('div', { class: 'breakerflow-buttons' }, [button({ manager: id, action, deviceId: '', name }, words)])]
      : []),
    loads.length === 0
      ? element('div', { class: 'breakerflow-note' }, [words.text('managers.noLoads')])
      : element(
          'ol',
          { class: 'breakerflow-manager-loads', 'aria-label': words.text('managers.loads') },
          loads.map((load) => loadRow(manager, load, options)),
        ),
  ]);
}

function loadRow(manager: ListedManager, load: ListedLoad, { words, mayTell, nameOf }: SectionOptions): HTMLElement {
  const { deviceId, phase, waitsForOk, worn } = load;
  const name = nameOf(deviceId, load.name);
  const isHeld = phase !== 'normal';
  return element('li', { class: 'breakerflow-item', 'data-device': deviceId }, [
    element('div', { class: 'breakerflow-line' }, [
      element('span', { class: 'breakerflow-operation' }, [name]),
      element('span', { class: isHeld ? 'breakerflow-is-held-by-event' : 'breakerflow-secondary' }, [
        stateText(load, manager.dryRun, words),
      ]),
    ]),
    ...loadLines(load, words).map((line, index, all) =>
      element('div', { class: worn && index === all.length - 1 ? 'breakerflow-failed' : 'breakerflow-secondary' }, [
        line,
      ]),
    ),
    ...(mayTell && waitsForOk
      ? [
          element('div', { class: 'breakerflow-buttons' }, [
            button({ manager: manager.id, action: 'allow', deviceId, name }, words),
          ]),
        ]
      : []),
  ]);
}

function button({ manager, action, deviceId, name }: Pressed, { text }: Words): HTMLElement {
  const label = text(`managers.${action}`);
  return element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      'aria-label': `${label}: ${name}`,
      title: text(`managers.tip.${action}`),
      'data-manager': manager,
      'data-action': action,
      'data-device': deviceId,
      'data-name': name,
    },
    [label],
  );
}
