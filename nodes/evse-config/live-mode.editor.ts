import type { ChargerState } from '../../src/admin-api';
import { effectiveMode, isTimeZoneName, type Limit } from '../../src/charging';
import { type AccountReference, askAccount, element, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';

type Text = TextsOf<typeof english>;

/** How often a charger is read while the dialog is open. */
const intervalMs = 10_000;
const maxChargers = 4;

interface LiveOptions {
  readonly host: HTMLElement;
  readonly text: Text;
  readonly account: () => AccountReference | undefined;
  readonly devices: () => readonly string[];
  /** The name of a device as the picker shows it. */
  readonly nameOf: (deviceId: string) => string;
  readonly timeZone: () => string;
}

/** Shows what the picked chargers do and why, read every ten seconds until `close`. */
export function createLiveMode({ host, text, account, devices, nameOf, timeZone }: LiveOptions) {
  const lines = element('div', { role: 'status' });
  const reload = element(
    'button',
    {
      type: 'button',
      class: 'red-ui-button red-ui-button-small',
      title: text('live.reload'),
      'aria-label': text('live.reload'),
    },
    [element('i', { class: 'fa fa-refresh' })],
  );
  host.replaceChildren(
    element('div', { class: 'breakerflow-live' }, [
      element('div', { class: 'breakerflow-livetitle' }, [element('b', {}, [text('live.title')]), reload]),
      lines,
    ]),
  );
  let newestRead = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function lineOf(from: AccountReference, deviceId: string): Promise<HTMLElement> {
    try {
      const view = await askAccount(from, 'charger', { deviceId });
      return element('div', { class: 'breakerflow-liveline', 'data-device': deviceId }, [
        element('b', {}, [nameOf(deviceId)]),
        ...describe(view).map((part) => element('div', {}, [part])),
      ]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return element('div', { class: 'breakerflow-error' }, [`${nameOf(deviceId)}: ${message}`]);
    }
  }

  function describe({ configuration, connected, overrideEvent, state, atMs }: ChargerState): string[] {
    const zone = isTimeZoneName(timeZone()) ? timeZone() : 'UTC';
    const now = effectiveMode(configuration, { atMs, timeZone: zone, connected, overrideEvent });
    const does = now.charging === undefined ? 'live.elsewhere' : now.charging ? 'live.charging' : 'live.notCharging';
    const limits =
      now.charging === true
        ? [
            text('live.limits', {
              current: limitText(text, now.maxCurrent, 'A', 'live.noCurrentLimit'),
              energy: limitText(text, now.maxEnergy, 'Wh', 'live.noEnergyLimit'),
            }),
          ]
        : [];
    const until =
      now.changesAt === undefined ? [] : [text('live.until', { at: new Date(now.changesAt).toLocaleString() })];
    const val = state?.state?.val;
    const error = state?.currentError?.val?.type;
    const stateTexts = [
      ...(val === undefined ? [] : [text('live.state', { state: val })]),
      ...(error === undefined || error === 'NO_ERROR' ? [] : [text('live.error', { error })]),
    ];
    return [
      [`${now.mode ?? '?'}: ${text(does)}`, ...limits, ...until, ...stateTexts].join(', '),
      ...now.reasons.map((reason) => text(`live.reason.${reason}`)),
    ];
  }

  async function read(): Promise<void> {
    const thisRead = ++newestRead;
    clearTimeout(timer);
    const from = account();
    const picked = devices().slice(0, maxChargers);
    if (from === undefined || picked.length === 0) {
      lines.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('live.choose')]));
      return;
    }
    const newLines = await Promise.all(picked.map((deviceId) => lineOf(from, deviceId)));
    if (thisRead !== newestRead || closed) return;
    lines.replaceChildren(...newLines);
    timer = setTimeout(read, intervalMs);
  }

  reload.addEventListener('click', read);
  read();
  return {
    read,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function limitText(text: Text, limit: Limit | undefined, unit: string, none: Parameters<Text>[0]): string {
  return typeof limit === 'number' ? text('live.atMost', { limit: `${limit} ${unit}` }) : text(none);
}
