import type { Happening } from './incidents';
import type { Condition } from './settings';
import type { Observation, SubjectState, Value } from './state';

/** A secret or a key that ends; never its value. spec 2.9, 2.10 */
export interface Ending {
  readonly kind: 'organizationSecret' | 'applicationSecret' | 'udpKey';
  /** `secret1`, or the type of a key. */
  readonly name: string;
  /** The organization of a secret. */
  readonly owner?: string;
  /** Which devices have a key. */
  readonly deviceIds?: readonly string[];
}

export type EndsCondition = Extract<Condition, { kind: 'ends' }>;

/** In place of an instant: it is not there any more. */
export const gone = 'gone';

/**
 * What is told of something that ends at its value, epoch ms: a warning before, an alarm when it has ended, and an all-clear when it
 * was replaced. Changes `subject`.
 */
export function judgeEnding(
  subject: SubjectState,
  { value, atMs: nowMs }: Pick<Observation, 'value' | 'atMs'>,
  condition: EndsCondition,
): Happening[] {
  const { incident } = subject;
  if (typeof value !== 'number') return value === gone && incident !== undefined ? goneOf(subject, nowMs) : [];
  const told = { atMs: nowMs, value, sinceMs: incident?.beganMs ?? nowMs } as const;
  const hasEnded = nowMs >= value;
  const isNear = nowMs >= value - aheadOf(subject, condition);
  if (hasEnded) {
    if (incident !== undefined && incident.warnedMs === undefined) return [];
    subject.incident = { beganMs: value, toldMs: nowMs };
    return [{ kind: 'alarm', ...told, sinceMs: value }];
  }
  if (isNear && incident?.warnedMs !== undefined) return [];
  const happenings: Happening[] = incident === undefined ? [] : [{ kind: 'all-clear', ...told }];
  delete subject.incident;
  if (!isNear) return happenings;
  subject.incident = { beganMs: nowMs, toldMs: nowMs, warnedMs: nowMs };
  return [...happenings, { kind: 'warning', atMs: nowMs, value, sinceMs: nowMs }];
}

/** What is gone before its end was replaced or deleted. After its end the service lists a key no more, and that is no news. */
function goneOf(subject: SubjectState, nowMs: number): Happening[] {
  const { incident } = subject;
  delete subject.incident;
  if (incident?.warnedMs === undefined) return [];
  return [{ kind: 'all-clear', atMs: nowMs, value: gone, sinceMs: incident.beganMs }];
}

function aheadOf({ ending }: SubjectState, { secretsMs, keysMs }: EndsCondition): number {
  return ending?.kind === 'udpKey' ? keysMs : secretsMs;
}

/** How long until something ends, ms. */
export const untilEnd = (value: Value | undefined, nowMs: number): number | undefined =>
  typeof value === 'number' ? Math.max(0, value - nowMs) : undefined;
