import type { ListedSubject, ListedWatch } from '../../admin-api';
import { element } from '..';
import { nodeLink } from './node-link';
import { nodeName } from './node-name';
import { lookText, sorted, takesAcknowledgement } from './watch-words';
import type { Words } from './words';

interface SectionOptions {
  readonly words: Words;
  readonly mayTell: boolean;
  /** Whether what is well is unfolded. */
  readonly isOpen: boolean;
  /** What people read for a device. */
  readonly called: (deviceId: string, known: string | undefined) => string;
}

/** One watch: what is not well, and what is, folded. It has no listeners. */
export function watchSection(watch: ListedWatch, options: SectionOptions): HTMLElement {
  const { words, mayTell, isOpen } = options;
  const { id, subjects } = watch;
  const name = nodeName({ type: 'circuit-watch', name: watch.name });
  const { notWell, well } = sorted(subjects);
  const waiting = subjects.filter(takesAcknowledgement);
  const rows = (listed: readonly ListedSubject[]) => listed.map((subject) => subjectRow(watch, subject, options));
  return element('section', { class: 'breakerflow-watch', 'aria-label': name, 'data-node': id }, [
    element('h4', {}, [nodeLink(id, name)]),
    ...(mayTell && waiting.length > 1
      ? [element('div', { class: 'breakerflow-buttons' }, [button('acknowledgeAll', { watch: id, name }, words)])]
      : []),
    ...(notWell.length === 0
      ? []
      : [element('ul', { class: 'breakerflow-watched', 'aria-label': words.text('watches.notWell') }, rows(notWell))]),
    ...(well.length === 0
      ? []
      : [
          element('details', { 'data-watch': id, ...(isOpen ? { open: '' } : {}) }, [
            element('summary', {}, [words.text('watches.well', { count: well.length })]),
            ...(isOpen ? [element('ul', { class: 'breakerflow-watched' }, rows(well))] : []),
          ]),
        ]),
  ]);
}

const warnings: ReadonlySet<ListedSubject['look']> = new Set(['recovering', 'unread']);

function subjectRow({ id }: ListedWatch, subject: ListedSubject, options: SectionOptions): HTMLElement {
  const { words, mayTell, called } = options;
  const { deviceId, look, measure, value } = subject;
  const name = called(deviceId, subject.name);
  const kind = look === 'alarm' ? 'breakerflow-failed' : warnings.has(look) ? 'breakerflow-is-held-by-event' : '';
  return element('li', { class: 'breakerflow-item', 'data-device': deviceId, 'data-look': look }, [
    element('div', { class: 'breakerflow-line' }, [
      element('span', { class: 'breakerflow-operation' }, [name]),
      ...(value === undefined ? [] : [element('span', {}, [value])]),
    ]),
    element('div', { class: 'breakerflow-line' }, [
      element('span', { class: 'breakerflow-secondary' }, [measure]),
      element('span', { class: kind === '' ? 'breakerflow-secondary' : kind }, [lookText(subject, words)]),
    ]),
    ...(mayTell && takesAcknowledgement(subject)
      ? [
          element('div', { class: 'breakerflow-buttons' }, [
            button('acknowledge', { watch: id, device: deviceId, name }, words),
          ]),
        ]
      : []),
  ]);
}

interface Asked {
  readonly watch: string;
  /** Absent: all of the watch. */
  readonly device?: string;
  readonly name: string;
}

function button(
  key: 'acknowledge' | 'acknowledgeAll',
  { watch, device = '', name }: Asked,
  { text }: Words,
): HTMLElement {
  const label = text(`watches.${key}`);
  return element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      'aria-label': `${label}: ${name}`,
      title: text('watches.tip'),
      'data-acknowledge': watch,
      'data-device': device,
      'data-name': name,
    },
    [label],
  );
}
