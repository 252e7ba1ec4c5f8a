import { type SessionMeterItem, summarizeSession, type Tariff } from '../../src/charging';
import type { Client } from '../../src/client';
import { customRange, invalidInput, recentRange } from '../../src/runtime';
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
  tariff: Tariff,
  nowMs: number,
  baseName: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const meter: SessionMeterItem[] = [];
  for await (const items of readSessionMeter(client, session.id ?? '', signal)) meter.push(...items);
  const summary = summarizeSession(session, meter, tariff, nowMs, baseName);
  if (summary === undefined) throw invalidInput(`the plug session ${session.id} does not say when it began`, []);
  return { ...summary };
}
