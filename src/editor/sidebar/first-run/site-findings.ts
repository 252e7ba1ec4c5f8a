import type english from '../../../../plugins/site-sidebar/locales/en-US/site-sidebar.json';
import { type CheckedDevice, deviceName, relativeTime, type SiteCheck, type TextKey } from '../../../admin-api';
import type { Words } from '../words';

type SidebarKey = TextKey<typeof english>;

/** What the check of a site has found about one question. */
export interface Finding {
  readonly name: keyof (typeof english)['siteCheck']['title'];
  /** One line each; empty where there is nothing to tell. */
  readonly lines: readonly string[];
  /** What it means for somebody who is about to automate. */
  readonly hint?: SidebarKey;
}

/** The answers to the questions of the check list, in its order. */
export function siteFindings({ checked }: Pick<SiteCheck, 'checked'>, words: Words): Finding[] {
  const { text } = words;
  const read = checked.filter(({ live }) => live.error === undefined);
  return [
    { name: 'sources', lines: sourceLines(read, words), hint: 'siteCheck.hint.sources' },
    {
      name: 'timers',
      lines: read.flatMap(({ device, live: { timerSeconds: seconds, timerUnknown } }) => {
        if (timerUnknown) return [line(device, text('live.timerUnknown'))];
        return seconds === undefined ? [] : [line(device, text('live.timer', { seconds }))];
      }),
    },
    {
      name: 'offline',
      lines: read.flatMap(({ device, live: { circuit } }) =>
        circuit?.connected === false ? [line(device, ageText(circuit.connectionAgeMs, words.language))] : [],
      ),
    },
    { name: 'meters', lines: meterLines(read, words) },
    {
      name: 'unmeasured',
      lines: read.flatMap(({ device, live: { ageMs } }) => (ageMs === undefined ? [line(device)] : [])),
      hint: 'siteCheck.hint.unmeasured',
    },
    {
      name: 'unread',
      lines: checked.flatMap(({ device, live: { error }, sources }) => {
        if (error !== undefined) return [line(device, error)];
        return sources === undefined ? [line(device, text('siteCheck.noHistory'))] : [];
      }),
    },
  ];
}

/** Who operated: one line a source, with its devices. */
function sourceLines(read: readonly CheckedDevice[], { text, language }: Words): string[] {
  const found = new Map<string, { movements: number; newestAgeMs: number; names: string[] }>();
  for (const { device, sources = [] } of read)
    for (const { source, movements, newestAgeMs } of sources) {
      const known = found.get(source) ?? { movements: 0, newestAgeMs, names: [] };
      found.set(source, {
        movements: known.movements + movements,
        newestAgeMs: Math.min(known.newestAgeMs, newestAgeMs),
        names: [...known.names, deviceName(device)],
      });
    }
  return [...found]
    .sort(([, one], [, other]) => other.movements - one.movements || one.newestAgeMs - other.newestAgeMs)
    .map(([source, { movements, newestAgeMs, names }]) =>
      text('siteCheck.source', {
        source: source === '' ? text('siteCheck.noSource') : source,
        movements,
        time: ageText(newestAgeMs, language),
        devices: names.join(', '),
      }),
    );
}

/** The oldest reading first: it is the one that an automation would be wrong about. */
function meterLines(read: readonly CheckedDevice[], { language }: Words): string[] {
  return read
    .flatMap(({ device, live: { ageMs } }) => (ageMs === undefined ? [] : [{ device, ageMs }]))
    .sort((one, other) => other.ageMs - one.ageMs)
    .map(({ device, ageMs }) => line(device, ageText(ageMs, language)));
}

function line(device: CheckedDevice['device'], detail = ''): string {
  const name = [deviceName(device), device.serialNumber === undefined ? '' : `…${device.serialNumber.slice(-4)}`];
  return [[...new Set(name)].filter(Boolean).join(' '), detail].filter(Boolean).join(': ');
}

function ageText(ageMs: number | undefined, language: string): string {
  return ageMs === undefined ? '' : relativeTime(-ageMs, language);
}

/** The findings as plain text, for a mail or a ticket. */
export function findingsText(check: SiteCheck, words: Words): string {
  const { text } = words;
  return siteFindings(check, words)
    .map(({ name, lines, hint }) =>
      [
        text(`siteCheck.title.${name}`, { days: check.days }),
        ...(lines.length === 0 ? [`- ${text('siteCheck.none')}`] : lines.map((each) => `- ${each}`)),
        ...(hint === undefined ? [] : [text(hint)]),
      ].join('\n'),
    )
    .join('\n\n');
}
