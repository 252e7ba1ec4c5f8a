import type { ReceiverReport, SharedTextKey } from '../admin-api';
import { ask } from './ask';
import { element } from './element';
import { isDeployed } from './is-deployed';
import { outsideSteps, refusalText } from './outside-steps';
import { text } from './texts';

function time(at: number | string): string {
  return new Date(at).toLocaleTimeString().replaceAll(/\s/g, '\u00a0');
}

function table(title: string, rows: readonly (readonly (string | HTMLElement)[])[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const cells = (row: readonly (string | HTMLElement)[]) => row.map((cell) => element('td', {}, [cell]));
  return [
    element('div', { class: 'breakerflow-title' }, [title]),
    element('table', { class: 'breakerflow-table' }, [
      element(
        'tbody',
        {},
        rows.map((row) => element('tr', {}, cells(row))),
      ),
    ]),
  ];
}

function note(kind: 'note' | 'error', message: string): HTMLElement {
  return element('div', { class: `breakerflow-${kind}` }, [message]);
}

interface Shown {
  /** `webhooks` have registrations; a stream has devices too. */
  readonly kind: 'stream' | 'webhooks';
}

/** Shows a deployed receiver's address, its last refusals and how to mend them, and what the service says of it. */
export function showReceiver(host: HTMLElement, nodeId: string, { kind }: Shown): void {
  const body = element('div', { role: 'status' });
  const verdict = element('div', { role: 'status' });
  const node = { params: { id: nodeId } };
  const button = (label: SharedTextKey, onClick: () => void) => {
    const made = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [text(label)]);
    made.addEventListener('click', onClick);
    return made;
  };
  const withdrawLabel = kind === 'stream' ? 'receiver.withdraw' : 'receiver.withdrawWebhooks';
  const buttons = element('div', { class: 'breakerflow-buttons', hidden: true }, [
    button('receiver.refresh', load),
    button('receiver.test', () => act(async () => outsideSteps(await ask('POST receivers/:id/test', node)))),
    button('receiver.register', () =>
      act(async () => {
        await ask('POST receivers/:id/register', node);
        return note('note', text('receiver.done'));
      }),
    ),
    button(withdrawLabel, () =>
      act(async () => {
        await ask('POST receivers/:id/withdraw', node);
        return note('note', text('receiver.withdrawn'));
      }),
    ),
  ]);
  host.replaceChildren(buttons, verdict, body);

  async function act(work: () => Promise<HTMLElement>): Promise<void> {
    verdict.replaceChildren(note('note', text('check.running')));
    try {
      verdict.replaceChildren(await work());
    } catch (error) {
      verdict.replaceChildren(note('error', error instanceof Error ? error.message : String(error)));
    }
    await load();
  }

  async function load(): Promise<void> {
    const runs = isDeployed(nodeId);
    buttons.toggleAttribute('hidden', !runs);
    if (!runs) {
      body.replaceChildren(note('note', text('receiver.notDeployed')));
      return;
    }
    try {
      body.replaceChildren(...sections(await ask('GET receivers/:id', node)));
    } catch (error) {
      body.replaceChildren(note('error', error instanceof Error ? error.message : String(error)));
    }
  }
  load();
}

function sections(report: ReceiverReport): HTMLElement[] {
  const { url, state, refusals, accessKeyIds = [], streamId, attached = 0 } = report;
  const facts: (readonly (string | HTMLElement)[])[] = [
    ...(url === undefined ? [] : [[text('endpoint.address'), element('code', {}, [url])]]),
    ...(state === undefined ? [] : [[text('receiver.state'), text(`receiver.in.${state}`)]]),
    ...(accessKeyIds.length === 0 ? [] : [[text('receiver.keys'), element('code', {}, [accessKeyIds.join(', ')])]]),
    ...(streamId === undefined
      ? []
      : [[text('receiver.stream'), text('receiver.streamIs', { id: streamId, count: attached })]]),
  ];
  return [
    ...table('', facts),
    ...table(
      text('receiver.health'),
      (report.health ?? []).map(({ deviceId, code, message, at }) => [
        deviceId,
        code === undefined ? '-' : String(code),
        message,
        at === undefined ? '' : time(at),
      ]),
    ),
    ...table(
      text('receiver.registrations'),
      entriesOf(report.drift ?? {}).map(([kind, what]) => [text(`webhook.${kind}`), text(`receiver.is.${what}`)]),
    ),
    ...table(
      text('receiver.deliveries'),
      (report.deliveries ?? []).map(({ kind, at }) => [time(at), text(`webhook.${kind}`)]),
    ),
    ...table(
      text('receiver.refusals'),
      (refusals ?? []).map((refusal) => [
        time(refusal.at),
        String(refusal.status),
        refusalText(refusal),
        refusal.remote,
      ]),
    ),
    ...(refusals?.length === 0 ? [note('note', text('receiver.noRefusals'))] : []),
  ];
}

/** Object.entries with typed keys. */
function entriesOf<Key extends string, Value>(record: Readonly<Partial<Record<Key, Value>>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
