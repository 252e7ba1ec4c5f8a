import type { AccountHealth, HealthPart } from '../../admin-api';
import { relativeTime } from '../../admin-api';
import { ask, element, notify } from '..';
import { createContractSection } from './contract-section';
import { downloadJson } from './download';
import { createMadeSection } from './made-section';
import { lineOf, meterBar } from './meter-bar';
import { type SidebarKey, type SidebarTexts, sidebarText } from './sidebar-text';
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
  const contract = createContractSection(account);
  const refresh = button('fa-refresh', 'health.refresh', reload);
  const download = button('fa-download', 'health.diagnostics', save);
  const host = element('div', { class: 'breakerflow-page' }, [
    element('div', { class: 'breakerflow-buttons' }, [refresh, download]),
    element('div', { class: 'breakerflow-note' }, [sidebarText('health.diagnosticsHint')]),
    body,
    made.element,
    contract,
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
      meterBar(
        sidebarText('health.budgetUsed'),
        sidebarText('health.budgetWaiting', { used, allowed, waiting }),
        used,
        allowed,
      ),
    ]),
    section('streams', streams, ({ description, id, format, target, attached, devices }) => [
      lineOf(description || id, `${format}${target === undefined ? '' : ` · ${target}`}`),
      lineOf(sidebarText('health.attached', { count: attached })),
      ...devices.map(({ deviceId, code, message, at }) =>
        lineOf(nameOf(deviceId), [code, message, at === undefined ? '' : when(at, nowMs)].filter(Boolean).join(' '), {
          warning: code !== undefined && code >= 400,
        }),
      ),
    ]),
    section('webhooks', webhooks, ({ kind, uri }) => [lineOf(sidebarText(`webhook.${kind}`), uri)]),
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

function quota(resource: string, current: number, limit: number): HTMLElement {
  return meterBar(resource, sidebarText('health.quota', { current, limit }), current, limit);
}

function expiryLine(title: string, expiry: string, nowMs: number, warnMs: number): HTMLElement {
  const leftMs = Date.parse(expiry) - nowMs;
  if (Number.isNaN(leftMs)) return lineOf(title, expiry);
  const text = `${new Date(expiry).toLocaleDateString(RED.i18n.lang())} (${relativeTime(leftMs, RED.i18n.lang())})`;
  return lineOf(title, text, { warning: leftMs < warnMs });
}

function when(at: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(at);
  return Number.isNaN(passedMs) ? at : relativeTime(-passedMs, RED.i18n.lang());
}
