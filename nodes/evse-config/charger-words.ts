import { chargerErrorWords, chargerStateWords } from '../../src/admin-api';
import type { EffectiveMode, Limit } from '../../src/charging';
import type { ChargerOutcome } from '../../src/control';
import {
  isNamedIn,
  type NodeTeller,
  type Row,
  reasonOf,
  rowOf,
  sentences,
  subjectOf,
  type Told,
  tellDevices,
} from '../../src/runtime';
import type english from './locales/en-US/evse-config.json';
import { tellReport, tellSession } from './session-words';

export type ChargerTeller = NodeTeller<typeof english>;

export type ToldAction =
  | 'readState'
  | 'readControl'
  | 'readConfiguration'
  | 'changeConfiguration'
  | 'setCurrent'
  | 'listSessions'
  | 'sessionSummary';

const outcomes: Readonly<Record<ChargerOutcome, true>> = {
  confirmed: true,
  accepted: true,
  unknown: true,
  unchanged: true,
  superseded: true,
  'dry-run': true,
};

/** How many plug sessions of a list are told of one by one. */
const mostSessions = 3;

/** Tells what came of an action: the payload that the node sends without *Message for people*. */
export function tellCharger(teller: ChargerTeller, action: ToldAction): (payload: unknown) => Told {
  const { text, texts, words, nodeName } = teller;
  return (payload) => {
    if (action === 'listSessions') {
      const rows = (Array.isArray(payload) ? payload : [payload]).map(rowOf);
      const [first] = rows;
      const told = rows.slice(0, mostSessions).map((row) => tellSession(teller, row));
      const isOne = first !== undefined && !Array.isArray(payload);
      return {
        topic: subjectOf(nodeName, first === undefined ? text('words.sessions', { count: 0 }) : words.called(first)),
        payload: sentences(isOne ? undefined : text('words.sessions', { count: rows.length }), ...told),
      };
    }
    return tellDevices(payload, { words, texts, nodeName, tellRow: (row) => tellRow(teller, action, row) });
  };
}

function tellRow(teller: ChargerTeller, action: Exclude<ToldAction, 'listSessions'>, row: Row): string {
  const { text, words } = teller;
  const name = words.called(row);
  const reason = reasonOf(row);
  const changes = action === 'changeConfiguration' || action === 'setCurrent';
  if (reason !== undefined) return text(`words.failed.${changes ? 'change' : 'read'}`, { name, reason });
  switch (action) {
    case 'readState':
      return tellState(teller, row);
    case 'readControl':
      return tellControl(teller, row);
    case 'readConfiguration':
      return tellConfiguration(teller, row);
    case 'sessionSummary':
      return tellReport(teller, row);
    default: {
      const outcome = isNamedIn(outcomes, row.outcome) ? row.outcome : 'unknown';
      const what = action === 'setCurrent' ? currentOf(teller, row) : changedOf(teller, row);
      return text(`words.${action}.${outcome}`, { name, what });
    }
  }
}

function tellState({ text, texts, words }: ChargerTeller, row: Row): string {
  const { state, since, error, errorDescription, permanentError } = row;
  const known = typeof state === 'string' && state !== '';
  const called = known ? chargerStateWords(state, texts) : text('words.unknown');
  const hasError = typeof error === 'string' && error !== 'NO_ERROR';
  const described = typeof errorDescription === 'string' && errorDescription !== error ? `, ${errorDescription}` : '';
  return sentences(
    typeof since === 'number' && known
      ? text('words.stateSince', { name: words.called(row), state: called, time: words.time(since) })
      : text('words.state', { name: words.called(row), state: called }),
    hasError ? text('words.error', { error: `${chargerErrorWords(error, texts)}${described}` }) : undefined,
    permanentError === true ? text('words.permanentError') : undefined,
  );
}

function tellControl(teller: ChargerTeller, row: Row): string {
  const { text, words } = teller;
  const yes = (value: unknown, on: 'enabled' | 'authorized') =>
    typeof value === 'boolean' ? text(`words.${on}.${value ? 'yes' : 'no'}`) : text(`words.${on}.unknown`);
  return text('words.control', {
    name: words.called(row),
    what: [
      yes(row.enabled, 'enabled'),
      yes(row.authorized, 'authorized'),
      limitOf(teller, row.maxCurrent, 'current'),
      limitOf(teller, row.maxEnergy, 'energy'),
    ].join(', '),
  });
}

function tellConfiguration(teller: ChargerTeller, row: Row): string {
  const { text, words } = teller;
  const { charging, maxCurrent, maxEnergy, changesAt, reasons = [] } = rowOf(row.effective) as Partial<EffectiveMode>;
  const does = charging === undefined ? 'elsewhere' : charging ? 'charging' : 'notCharging';
  return sentences(
    text('words.configuration', {
      name: words.called(row),
      what: [
        text(`live.${does}`),
        ...(charging === true ? [limitOf(teller, maxCurrent, 'current'), limitOf(teller, maxEnergy, 'energy')] : []),
        ...(changesAt === undefined ? [] : [text('live.until', { at: words.time(changesAt) })]),
      ].join(', '),
    }),
    ...reasons.map((reason) => text(`live.reason.${reason}`)),
  );
}

/** `at most 16 A`; a limit that is not known is said to be unknown. */
function limitOf({ text, words }: ChargerTeller, limit: unknown, of: 'current' | 'energy'): string {
  const known = limit as Limit | undefined;
  if (known === 'no-limit') return text(of === 'current' ? 'live.noCurrentLimit' : 'live.noEnergyLimit');
  if (typeof known !== 'number') return text(`words.limitUnknown.${of}`);
  return text('live.atMost', {
    limit: of === 'current' ? `${words.number(known)} A` : `${words.number(known / 1_000)} kWh`,
  });
}

/** What a followed current has made of a charger. */
function currentOf(teller: ChargerTeller, { charging, maxCurrent }: Row): string {
  const { text } = teller;
  if (charging === undefined) return text('words.current.unknown');
  if (charging !== true) return text('words.current.paused');
  return text('words.current.on', { limit: limitOf(teller, maxCurrent, 'current') });
}

const labels = {
  mode: 'label.mode',
  'configuration.apiConfiguration.enabled': 'label.charging',
  'configuration.apiConfiguration.restrictions.maxCurrent': 'label.currentLimit',
  'configuration.apiConfiguration.restrictions.maxEnergy': 'label.energyLimit',
  'configuration.windowConfiguration.windows': 'label.windows',
  'configuration.offlineConfiguration.mode': 'label.offline',
  'configuration.manualOverrideConfiguration.featureEnabled': 'label.manualOverride',
} as const;

/** The labels of what was changed; a path that has none is named by itself. */
function changedOf({ text, words }: ChargerTeller, { changed }: Row): string {
  const paths = Array.isArray(changed) ? changed.map(String) : [];
  if (paths.length === 0) return text('words.nothing');
  return words.list([...new Set(paths.map((path) => (isNamedIn(labels, path) ? text(labels[path]) : path)))]);
}
