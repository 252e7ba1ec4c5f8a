import { type ManagerEvent, type ManagerSummary, rounded } from '../../src/automation';
import { calledOf, type NamesOf } from '../../src/runtime';
import type { Sentences } from './sentences';

export interface Presented {
  readonly sentences: Sentences;
  readonly namesOf: NamesOf;
  /** The name of the node; empty where it has none. */
  readonly managerName: string;
  /** Wall time, epoch ms. */
  readonly now: number;
}

type Output = Readonly<Record<string, unknown>>;

/** One action or alarm as a message for people: `topic` is its subject, `payload` its sentence. */
export function eventMessage(
  event: ManagerEvent,
  summary: ManagerSummary,
  { sentences, namesOf, managerName }: Presented,
): Output {
  const { deviceId, event: key, severity, dryRun } = event;
  const names = deviceId === undefined ? {} : namesOf(deviceId);
  const subject = [managerName, deviceId === undefined ? '' : calledOf(deviceId, names)].filter((part) => part !== '');
  return {
    topic: subject.length === 0 ? key : subject.join(': '),
    payload: sentences.event(event, summary),
    event: key,
    severity,
    ...(deviceId === undefined ? {} : { deviceId }),
    ...names,
    ...(dryRun ? { dryRun } : {}),
  };
}

/** What is told of a moment ago differs by less than this each time it is computed. */
const secondMs = 1_000;

/** The state of a manager: totals in A or W, times in epoch ms. */
export function stateMessage(summary: ManagerSummary, { sentences, namesOf, managerName, now }: Presented): Output {
  const { freeThisMonth } = summary;
  const atSecond = (ms: number) => Math.round(ms / secondMs) * secondMs;
  return {
    topic: managerName === '' ? 'load-manager' : managerName,
    payload: {
      status: summary.status,
      dryRun: summary.dryRun,
      ...(summary.level === undefined ? {} : { level: summary.level }),
      limits: summary.lanes.map(({ group, leg, total, limit, live }) => ({
        // The main limit has no name.
        ...(group === '' ? {} : { group }),
        ...(leg === undefined ? {} : { leg }),
        // A total that is not live is the last one that was known.
        total: rounded(total),
        live,
        ...(limit === undefined ? {} : { limit: rounded(limit), headRoom: rounded(limit - total) }),
      })),
      shed: summary.shed,
      ...(freeThisMonth === undefined
        ? {}
        : { freeThisMonth: typeof freeThisMonth === 'number' ? rounded(freeThisMonth) : freeThisMonth }),
      loads: summary.loads.map((load) => {
        const why = sentences.why(load);
        return {
          deviceId: load.deviceId,
          ...namesOf(load.deviceId),
          phase: load.phase,
          ...(why === undefined ? {} : { why }),
          ...(load.drawsA === undefined ? {} : { drawsA: rounded(load.drawsA) }),
          ...(load.claimA === undefined ? {} : { limitA: load.claimA }),
          ...(load.offForMs === undefined ? {} : { since: atSecond(now - load.offForMs) }),
          ...(load.backInMs === undefined ? {} : { backAt: atSecond(now + load.backInMs) }),
          ...(load.waitsForOk === true ? { waitsForOk: true } : {}),
          ...(load.manualForMs === undefined ? {} : { manualUntil: atSecond(now + load.manualForMs) }),
          operations: load.operations,
        };
      }),
    },
  };
}
