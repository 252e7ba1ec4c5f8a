import type { InputOf, ItemOf } from '../../src/catalog';
import type { SessionMeterItem } from '../../src/charging';
import { type Client, ClientError } from '../../src/client';
import { defined } from '../../src/object';
import { invalidInput, type TimeRange } from '../../src/runtime';
import { problem } from '../../src/schema';

export type PlugSession = ItemOf<'plugSessions.list'>;

/** The number of meter data items per request. */
const pageSize = 1_000;
const timesOf = ['startedAt', 'stoppedAt'] as const;
type SessionTime = (typeof timesOf)[number];

/** The plug sessions of a charger to list. spec 4.7 */
export interface SessionQuery {
  readonly deviceId: string;
  readonly status?: 'active' | 'completed';
  /** Sessions that began or ended in this range, including its start and excluding its end. */
  readonly range?: TimeRange & { readonly of: SessionTime };
  /** Absent: newest first. */
  readonly order?: { readonly by: SessionTime; readonly direction: 'asc' | 'desc' };
}

/** Every page of a charger's plug sessions. spec 4.7 */
export async function* readPlugSessions(
  client: Client,
  { deviceId, status, range, order }: SessionQuery,
  signal: AbortSignal,
): AsyncGenerator<PlugSession[]> {
  const times =
    range === undefined
      ? {}
      : { [range.of]: { ge: new Date(range.fromMs).toISOString(), lt: new Date(range.toMs).toISOString() } };
  const input: InputOf<'plugSessions.list'> = {
    filter: { deviceId, ...defined({ status }), ...times },
    ...defined({ orderby: order }),
  };
  for await (const { items } of client.pages('plugSessions.list', input, { signal })) yield items;
}

/** The most recently started session of a charger. */
export async function latestSession(client: Client, deviceId: string, signal: AbortSignal): Promise<PlugSession> {
  const input = {
    filter: { deviceId },
    orderby: { by: 'startedAt', direction: 'desc' },
    page: { offset: 0, limit: 1 },
  } as const;
  const [session] = (await client.call('plugSessions.list', input, { signal })).data;
  if (session === undefined)
    throw new ClientError('NOT_FOUND', `${deviceId} has no plug session`, {
      operation: 'plugSessions.list',
      deviceId,
      validations: [],
      retryable: false,
    });
  return session;
}

/** The session in a message: its id, or an item of a list of sessions. */
export function sessionNamed(value: unknown): PlugSession {
  const session = typeof value === 'string' ? { id: value } : value;
  if (typeof session === 'object' && session !== null && typeof (session as PlugSession).id === 'string')
    return session as PlugSession;
  throw invalidInput('no plug session is named', [
    problem('session', 'sessionId', 'must be the id of a plug session, or a plug session with its id'),
  ]);
}

/** Every page of the meter data of a plug session. spec 4.7 */
export async function* readSessionMeter(
  client: Client,
  plugSessionId: string,
  signal: AbortSignal,
): AsyncGenerator<(SessionMeterItem & Record<string, unknown>)[]> {
  const input = { path: { plugSessionId }, page: { offset: 0, limit: pageSize } };
  for await (const { items } of client.pages('plugSessions.meterTelemetry', input, { signal }))
    yield items as (SessionMeterItem & Record<string, unknown>)[];
}

/** The complete session. If the message has only its id, the session is read. */
export async function completeSession(client: Client, session: PlugSession, signal: AbortSignal): Promise<PlugSession> {
  const { id } = session;
  if (session.startedAt !== undefined || id === undefined) return session;
  const input = { path: { plugSessionId: id }, page: { offset: 0, limit: 1 } };
  const { deviceId } = (await client.call('plugSessions.meterTelemetry', input, { signal })).data;
  if (deviceId !== undefined)
    for await (const sessions of readPlugSessions(client, { deviceId }, signal)) {
      const found = sessions.find((candidate) => candidate.id === id);
      if (found !== undefined) return found;
    }
  throw new ClientError('NOT_FOUND', `there is no plug session ${id}`, {
    operation: 'plugSessions.list',
    validations: [],
    retryable: false,
  });
}
