import { calledOf, type NamesOf } from '../../src/runtime';
import { type Balance, type Observation, parseSubject, type WatchEvent, type WatchRow, whole } from '../../src/watch';
import { eventNameOf, unwelcome } from './event-names';
import type { OwnText } from './own-text';
import type { Sentences } from './sentences';

export interface Presented {
  readonly sentences: Sentences;
  readonly namesOf: NamesOf;
  readonly nodeId: string;
  /** The name of the node; empty where it has none. */
  readonly watchName: string;
}

type Output = Readonly<Record<string, unknown>>;

/** What comes with an event. */
interface Beside {
  /** The last current before a lever opened. */
  readonly carried?: Observation | undefined;
  readonly balance?: Balance | undefined;
}

const clears: ReadonlySet<WatchEvent['kind']> = new Set(['all-clear', 'read-again']);

/** Whether an event leaves by the second output. */
export const isClear = ({ kind }: WatchEvent): boolean => clears.has(kind);

/**
 * One event as a message for people: `topic` is its subject, `payload` its sentence. Times are epoch ms.
 */
export function eventMessage(
  event: WatchEvent,
  { sentences, namesOf, nodeId, watchName }: Presented,
  { carried, balance }: Beside = {},
) {
  const { subject, kind, id, value, before, sinceMs, atMs, code, count, total, findings, repeated, ending } = event;
  const { deviceId, measure } = parseSubject(subject);
  const isWhole = deviceId === whole;
  const isDevice = !isWhole && measure !== 'endings';
  const names = isDevice ? namesOf(deviceId) : {};
  const about = isDevice ? calledOf(deviceId, names) : isWhole ? '' : sentences.name(subject, ending);
  return {
    topic:
      [watchName, findings === undefined ? about : sentences.reportTitle(event)]
        .filter((part) => part !== '')
        .join(': ') || 'circuit-watch',
    payload: [
      sentences.event(event),
      ...(carried === undefined ? [] : [sentences.carried(carried)]),
      ...(balance === undefined ? [] : [sentences.balance(balance)]),
    ].join(' '),
    event: kind === 'changed' ? eventNameOf(measure, event) : kind,
    severity: severityOf(event),
    ...(isDevice ? { deviceId, ...names } : {}),
    ...(ending === undefined ? {} : { ending }),
    measure,
    ...(count === undefined ? {} : { count, total }),
    ...(findings === undefined ? {} : { findings: findings.map((one) => ({ ...one, ...namesOf(one.deviceId) })) }),
    ...(balance === undefined ? {} : balanceFields(balance, namesOf)),
    ...(value === undefined ? {} : { value: plain(value) }),
    ...(before === undefined ? {} : { before: plain(before) }),
    at: atMs,
    ...(sinceMs === undefined ? {} : { since: sinceMs }),
    ...(code === undefined ? {} : { code }),
    // The same when it is told once more after a crash.
    id: `${nodeId}:${id}`,
    ...(repeated === true ? { repeated } : {}),
  };
}

function balanceFields({ legs, move }: Balance, namesOf: NamesOf) {
  if (move === undefined) return { legs };
  const { id, ...moved } = move;
  return { legs, move: { deviceId: id, ...namesOf(id), ...moved } };
}

function severityOf(event: WatchEvent): 'info' | 'warning' | 'alarm' {
  const { kind, subject } = event;
  if (kind === 'alarm' || kind === 'repeat') return 'alarm';
  if (kind === 'warning' || kind === 'unread' || (event.findings ?? []).length > 0) return 'warning';
  if (kind !== 'changed') return 'info';
  return unwelcome.has(eventNameOf(parseSubject(subject).measure, event)) ? 'warning' : 'info';
}

const plain = (value: NonNullable<WatchEvent['value']>) =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/** The table of all that is watched, one row a device and measure. */
export function tableMessage(rows: readonly WatchRow[], { sentences, namesOf, watchName }: Presented): Output {
  return {
    topic: watchName === '' ? 'circuit-watch' : watchName,
    payload: rows.map(({ subject, look, value, atMs, sinceMs, acknowledged, ending }) => {
      const { deviceId, measure } = parseSubject(subject);
      const name = sentences.name(subject, ending);
      return {
        ...(name === undefined ? { ...namesOf(deviceId), deviceId } : deviceId === whole ? {} : { name }),
        measure,
        look,
        ...(value === undefined ? {} : { value: plain(value), text: sentences.value(subject, value) }),
        ...(atMs === undefined ? {} : { at: atMs }),
        ...(sinceMs === undefined ? {} : { since: sinceMs }),
        ...(acknowledged === true ? { acknowledged } : {}),
      };
    }),
  };
}

/** What a watch shows beside its node: how many of its devices are not well. */
export function badgeOf(rows: readonly WatchRow[], text: OwnText) {
  const devices = (fits: (row: WatchRow) => boolean) =>
    new Set(rows.filter(fits).map(({ subject }) => parseSubject(subject).deviceId)).size;
  const total = devices(() => true);
  const bad = devices(({ look }) => look === 'alarm' || look === 'recovering');
  const unread = devices(({ look }) => look === 'unread');
  if (bad > 0) return { look: 'error', text: text('badge.alarm', { count: bad, total }) } as const;
  if (unread > 0) return { look: 'warning', text: text('badge.unread', { count: unread, total }) } as const;
  if (devices(({ look }) => look === 'unknown') === total)
    return { look: 'pending', text: text('badge.starting') } as const;
  return { look: 'fresh', text: text('badge.well', { total }) } as const;
}
