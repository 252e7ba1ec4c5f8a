import type { AccountHealth, HealthPart } from '../../admin-api';
import { ask, element, notify } from '..';
import { downloadJson } from './download';
import { createMadeSection } from './made-section';
import { type SidebarKey, type SidebarTexts, sidebarText } from './sidebar-text';
import { relativeTime } from './time-text';
import type { SidebarView } from './view';

const secrets: readonly (keyof SidebarTexts['secret'])[] = [
  'appSecret1',
  'appSecret2',
  'orgSecret1',
  'orgSecret2',
  'secret1',
  'secret2',
];
const dayMs = 86_400_000;
/** From here on an expiry is a warning: a month for what lives a year, a day for what lives a week. */
const warnings = { secret: 30 * dayMs, udpKey: dayMs };

/** The health of an account at the service, apart from its devices. */
export function createHealthView(
  account: () => string | undefined,
  deviceNameOf: (deviceId: string) => string,
): SidebarView {
  const body = element('div', { role: 'status' });
  const made = createMadeSection();
  const refresh = button('fa-refresh', 'health.refresh', reload);
  const download = button('fa-download', 'health.diagnostics', save);
  const host = element('div', { class: 'breakerflow-page' }, [
    element('div', { class: 'breakerflow-buttons' }, [refresh, download]),
    element('div', { class: 'breakerflow-note' }, [sidebarText('health.diagnosticsHint')]),
    body,
    made.element,
  ]);
  let turn = 0;

  async function save(): Promise<void> {
    try {
      downloadJson('breakerflow-diagnostics.json', await ask('GET diagnostics'));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'error');
    }
  }

  async function reload(): Promise<void> {
    turn += 1;
    const mine = turn;
    made.reload();
    const id = account();
    if (id === undefined) return;
    body.replaceChildren(note('note', sidebarText('loading')));
    try {
      const health = await ask('GET accounts/:id/health', { params: { id } });
      if (mine === turn) body.replaceChildren(...sections(health, deviceNameOf));
    } catch (error) {
      if (mine === turn) body.replaceChildren(note('error', error instanceof Error ? error.message : String(error)));
    }
  }

  return { element: host, open: reload, close() {}, reload };
}

function button(icon: string, key: SidebarKey, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, [
    element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }),
    ` ${sidebarText(key)}`,
  ]);
  made.addEventListener('click', onClick);
  return made;
}

function note(kind: 'note' | 'error', message: string): HTMLElement {
  return element('div', { class: `breakerflow-${kind}` }, [message]);
}

function sections(
  { nowMs, budget, streams, webhooks, quotas, udpKeys, secrets }: AccountHealth,
  nameOf: (id: string) => string,
) {
  const { used, allowed, waiting } = budget;
  return [
    element('section', {}, [
      element('h4', {}, [sidebarText('health.budget')]),
      meter(
        sidebarText('health.budgetUsed'),
        sidebarText('health.budgetWaiting', { used, allowed, waiting }),
        used,
        allowed,
      ),
    ]),
    section('streams', streams, ({ description, id, format, target, attached, devices }) => [
      line(description || id, `${format}${target === undefined ? '' : ` · ${target}`}`),
      line(sidebarText('health.attached', { count: attached })),
      ...devices.map(({ deviceId, code, message, at }) =>
        line(nameOf(deviceId), [code, message, at === undefined ? '' : when(at, nowMs)].filter(Boolean).join(' '), {
          warning: code !== undefined && code >= 400,
        }),
      ),
    ]),
    section('webhooks', webhooks, ({ kind, uri }) => [line(sidebarText(`webhook.${kind}`), uri)]),
    section('quotas', quotas, ({ resource, current, limit }) => [quota(resource, current, limit)]),
    section('secrets', { items: secrets }, ({ name, owner, expiry }) => [
      expiryLine([owner, secretName(name)].filter(Boolean).join(': '), expiry, nowMs, warnings.secret),
    ]),
    section('udpKeys', udpKeys, ({ keyType, expiresAt, devices }) => [
      expiryLine(
        `${keyType}, ${sidebarText('health.attached', { count: devices })}`,
        expiresAt,
        nowMs,
        warnings.udpKey,
      ),
    ]),
  ];
}

function section<T>(
  name: keyof SidebarTexts['health']['no'],
  part: HealthPart<T>,
  show: (item: T) => HTMLElement[],
): HTMLElement {
  const title = element('h4', {}, [sidebarText(`health.${name}`)]);
  if ('error' in part) return element('section', {}, [title, note('error', part.error)]);
  const items = part.items.flatMap((item) => element('div', { class: 'breakerflow-item' }, show(item)));
  return element('section', {}, [
    title,
    ...(items.length > 0 ? items : [note('note', sidebarText(`health.no.${name}`))]),
  ]);
}

/** A name of the service that has no text is shown unchanged. */
function secretName(name: string): string {
  const known = secrets.find((each) => each === name);
  return known === undefined ? name : sidebarText(`secret.${known}`);
}

function line(title: string, detail = '', { warning = false } = {}): HTMLElement {
  return element('div', { class: `breakerflow-line${warning ? ' breakerflow-failed' : ''}` }, [
    element('span', {}, [title]),
    ...(detail === '' ? [] : [element('span', { class: 'breakerflow-secondary' }, [detail])]),
  ]);
}

function quota(resource: string, current: number, limit: number): HTMLElement {
  return meter(resource, sidebarText('health.quota', { current, limit }), current, limit);
}

function meter(resource: string, text: string, current: number, limit: number): HTMLElement {
  const share = limit > 0 ? Math.min(1, current / limit) : 1;
  const bar = element('span', { style: `width: ${Math.round(share * 100)}%` });
  return element('div', {}, [
    line(resource, text, { warning: current >= limit }),
    element(
      'div',
      {
        class: `breakerflow-bar${share >= 0.8 ? ' breakerflow-full' : ''}`,
        role: 'meter',
        'aria-label': resource,
        'aria-valuemin': '0',
        'aria-valuemax': String(limit),
        'aria-valuenow': String(current),
      },
      [bar],
    ),
  ]);
}

function expiryLine(title: string, expiry: string, nowMs: number, warnMs: number): HTMLElement {
  const leftMs = Date.parse(expiry) - nowMs;
  if (Number.isNaN(leftMs)) return line(title, expiry);
  const text = `${new Date(expiry).toLocaleDateString(RED.i18n.lang())} (${relativeTime(leftMs, RED.i18n.lang())})`;
  return line(title, text, { warning: leftMs < warnMs });
}

function when(at: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(at);
  return Number.isNaN(passedMs) ? at : relativeTime(-passedMs, RED.i18n.lang());
}
