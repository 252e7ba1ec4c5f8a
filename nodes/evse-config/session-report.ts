import {
  type SessionMeterItem,
  type SessionPricing,
  type SessionSummary,
  sessionTimeProblems,
  summarizeSession,
} from '../../src/charging';
import { type Client, ClientError } from '../../src/client';
import { defined } from '../../src/object';
import { customRange, recentRange } from '../../src/runtime';
import { problem } from '../../src/schema';
import { type PlugSession, readSessionMeter, type SessionQuery } from './plug-sessions';

/** The fields of a dialog that select plug sessions. */
export interface SessionForm {
  readonly sessionStatus: 'any' | 'active' | 'completed';
  readonly range: 'all' | 'day' | 'week' | 'month' | 'custom';
  readonly rangeOf: 'startedAt' | 'stoppedAt';
  /** `newest`, or a time and a direction such as `stoppedAt asc`. */
  readonly order: string;
}

/** The query of a form. `from` and `to`: the unchecked ends of a custom range. */
export function sessionQueryOf(
  { sessionStatus, range, rangeOf, order }: SessionForm,
  from: unknown,
  to: unknown,
  nowMs: number,
): Omit<SessionQuery, 'deviceId'> {
  const [by, direction] = order.split(' ') as ['startedAt' | 'stoppedAt', 'asc' | 'desc'];
  const timeRange =
    range === 'custom' ? customRange(from, to, nowMs) : range === 'all' ? undefined : recentRange(range, nowMs);
  return {
    ...(sessionStatus === 'any' ? {} : { status: sessionStatus }),
    ...(timeRange === undefined ? {} : { range: { ...timeRange, of: rangeOf } }),
    ...(order === 'newest' ? {} : { order: { by, direction } }),
  };
}

/** The energy and cost of a plug session, from the session and its meter data. */
export async function reportSession(
  client: Client,
  session: PlugSession,
  pricing: SessionPricing,
  signal: AbortSignal,
): Promise<SessionSummary> {
  const meter: SessionMeterItem[] = [];
  for await (const items of readSessionMeter(client, session.id ?? '', signal)) meter.push(...items);
  const summary = summarizeSession(session, meter, pricing);
  if (summary !== undefined) return summary;
  const validations = sessionTimeProblems(session).map((field) =>
    problem(field, 'format', `must be a time, not ${JSON.stringify(session[field])}`),
  );
  throw new ClientError('BAD_RESPONSE', `the times of the plug session ${session.id} cannot be read`, {
    operation: 'plugSessions.list',
    ...defined({ deviceId: session.deviceId }),
    validations,
    retryable: false,
  });
}
