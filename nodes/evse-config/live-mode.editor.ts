import { type ChargerState, chargerErrorWords, chargerModeWords, chargerStateWords } from '../../src/admin-api';
import { effectiveMode, isTimeZoneName, type Limit } from '../../src/charging';
import { type AccountReference, askAccount, element, iconButton, text as shared, type TextsOf } from '../../src/editor';
import type english from './locales/en-US/evse-config.json';

type Text = TextsOf<typeof english>;

/** The interval of reads while the dialog is open. */
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

/** Shows the state of the picked chargers and its reasons, read every ten seconds until `close`. */
export function createLiveMode({ host, text, account, devices, nameOf, timeZone }: LiveOptions) {
  const lines = element('div', { role: 'status' });
  const reload = iconButton('fa-refresh', text('live.reload'), read);
  host.replaceChildren(
    element('div', { class: 'breakerflow-live' }, [
      element('div', { class: 'breakerflow-livetitle' }, [element('b', {}, [text('live.title')]), reload]),
      lines,
    ]),
  );
  let newestRead = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function lineOf(reference: AccountReference, deviceId: string): Promise<HTMLElement> {
    try {
      const view = await askAccount(reference, 'charger', { deviceId });
      return element('div', { class: 'breakerflow-liveline', 'data-device': deviceId }, [
        element('b', {}, [nameOf(deviceId)]),
        ...describe(view).map((line) => element('div', {}, [line])),
      ]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return element('div', { class: 'breakerflow-error' }, [`${nameOf(deviceId)}: ${message}`]);
    }
  }

  function describe({ configuration, connected, overrideEvent, state, atMs }: ChargerState): string[] {
    const zone = isTimeZoneName(timeZone()) ? timeZone() : 'UTC';
    const effective = effectiveMode(configuration, { atMs, timeZone: zone, connected, overrideEvent });
    const activity =
      effective.charging === undefined ? 'live.elsewhere' : effective.charging ? 'live.charging' : 'live.notCharging';
    const limits =
      effective.charging === true
        ? [
            text('live.limits', {
              current: limitText(text, effective.maxCurrent, 'A', 'live.noCurrentLimit'),
              energy: limitText(text, effective.maxEnergy, 'Wh', 'live.noEnergyLimit'),
            }),
          ]
        : [];
    const until =
      effective.changesAt === undefined
        ? []
        : [text('live.until', { at: new Date(effective.changesAt).toLocaleString() })];
    const val = state?.state?.val;
    const error = state?.currentError?.val?.type;
    const stateTexts = [
      ...(val === undefined ? [] : [text('live.state', { state: chargerStateWords(val, shared) })]),
      ...(error === undefined || error === 'NO_ERROR'
        ? []
        : [text('live.error', { error: chargerErrorWords(error, shared) })]),
    ];
    return [
      [
        `${effective.mode === undefined ? '?' : chargerModeWords(effective.mode, shared)}: ${text(activity)}`,
        ...limits,
        ...until,
        ...stateTexts,
      ].join(', '),
      ...effective.reasons.map((reason) => text(`live.reason.${reason}`)),
    ];
  }

  async function read(): Promise<void> {
    const thisRead = ++newestRead;
    clearTimeout(timer);
    const reference = account();
    const picked = devices().slice(0, maxChargers);
    if (reference === undefined || picked.length === 0) {
      lines.replaceChildren(element('div', { class: 'breakerflow-note' }, [text('live.choose')]));
      return;
    }
    const newLines = await Promise.all(picked.map((deviceId) => lineOf(reference, deviceId)));
    if (thisRead !== newestRead || closed) return;
    lines.replaceChildren(...newLines);
    timer = setTimeout(read, intervalMs);
  }

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
