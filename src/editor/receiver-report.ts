import { ask } from './ask';
import { element } from './element';
import { text } from './texts';

/** What a receiving node says of itself. */
export interface ReceiverReport {
  readonly url: string;
  readonly state: string;
  readonly refusals: readonly {
    readonly check: string;
    readonly reason: string;
    readonly detail: unknown;
    readonly status: number;
    readonly at: number;
    readonly remote: string;
  }[];
  readonly health?: readonly {
    readonly deviceId: string;
    readonly code?: number;
    readonly message: string;
    readonly at?: string;
  }[];
  readonly deliveries?: readonly { readonly kind: string; readonly at: number }[];
  readonly registered?: Readonly<Record<string, string>>;
}

interface OutsideTest {
  readonly url: string;
  readonly reached: boolean;
  readonly status?: number;
  readonly refusedAt?: { readonly check: string; readonly reason: string; readonly detail: unknown };
  readonly message?: string;
}

function time(at: number | string): string {
  return new Date(at).toLocaleTimeString();
}

function table(title: string, rows: readonly (readonly string[])[]): HTMLElement[] {
  if (rows.length === 0) return [];
  return [
    element('div', { class: 'breakerflow-title' }, [title]),
    element(
      'table',
      { class: 'breakerflow-table' },
      rows.map((cells) =>
        element(
          'tr',
          {},
          cells.map((cell) => element('td', {}, [cell])),
        ),
      ),
    ),
  ];
}

/** Shows a deployed receiver's address, its last refusals with the check that failed, and what the service says of it. */
export function showReceiver(host: HTMLElement, nodeId: string, testable: boolean): void {
  const body = element('div', { role: 'status' });
  const refresh = element('button', { type: 'button', class: 'red-ui-button' }, [text('receiver.refresh')]);
  const test = element('button', { type: 'button', class: 'red-ui-button' }, [text('receiver.test')]);
  const verdict = element('div', { role: 'status' });
  host.replaceChildren(element('div', {}, testable ? [refresh, ' ', test] : [refresh]), verdict, body);

  async function load(): Promise<void> {
    try {
      const report = (await ask('GET', `breakerflow/receivers/${encodeURIComponent(nodeId)}`)) as ReceiverReport;
      body.replaceChildren(
        element('div', { class: 'breakerflow-hint' }, [
          text('endpoint.address'),
          ' ',
          element('code', {}, [report.url]),
        ]),
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
          Object.entries(report.registered ?? {}).map(([kind, what]) => [
            text(`webhook.${kind}`),
            text(`receiver.is.${what}`),
          ]),
        ),
        ...table(
          text('receiver.deliveries'),
          (report.deliveries ?? []).map(({ kind, at }) => [time(at), text(`webhook.${kind}`)]),
        ),
        ...table(
          text('receiver.refusals'),
          report.refusals.map(({ at, remote, status, check, reason, detail }) => [
            time(at),
            String(status),
            `${check}: ${reason}`,
            describe(detail),
            remote,
          ]),
        ),
      );
    } catch {
      body.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('receiver.notDeployed')]));
    }
  }

  async function runTest(): Promise<void> {
    verdict.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('check.running')]));
    try {
      const outcome = (await ask(
        'POST',
        `breakerflow/receivers/${encodeURIComponent(nodeId)}/test`,
        {},
      )) as OutsideTest;
      verdict.replaceChildren(...steps(outcome));
    } catch (error) {
      verdict.replaceChildren(
        element('div', { class: 'breakerflow-error' }, [error instanceof Error ? error.message : String(error)]),
      );
    }
    await load();
  }

  refresh.addEventListener('click', load);
  test.addEventListener('click', runTest);
  load();
}

function steps({ url, reached, status, refusedAt, message }: OutsideTest): HTMLElement[] {
  const line = (ok: boolean, label: string, detail: string) =>
    element('li', { 'data-result': ok ? 'ok' : 'failed' }, [
      element('i', { class: `fa ${ok ? 'fa-check' : 'fa-times'}` }),
      element('span', {}, [label]),
      element('span', {}, [detail]),
    ]);
  const accepted = status === 200;
  const lines = [line(reached, text('outside.reached'), reached ? url : (message ?? ''))];
  if (reached && refusedAt !== undefined)
    lines.push(
      line(true, text('outside.arrived'), ''),
      line(false, text('outside.refused'), `${refusedAt.check}: ${refusedAt.reason} ${describe(refusedAt.detail)}`),
    );
  else if (reached && !accepted)
    lines.push(line(false, text('outside.arrived'), text('outside.elsewhere', { status })));
  else if (reached) lines.push(line(true, text('outside.accepted'), ''));
  return [element('ul', { class: 'breakerflow-checklist' }, lines)];
}

function describe(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
