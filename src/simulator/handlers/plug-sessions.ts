import type { AnswerOf, ItemOf } from '../../catalog';
import { deliveredWh, stretches } from '../charging/session-progress';
import { mayView, notFound, visibleDevices } from '../find';
import type { HandlerContext, HandlersOf } from '../handler';
import { historyPage } from '../physics';
import type { PlugSessionState } from '../state';
import { meets } from './criteria';
import { isoInstant } from './iso-instant';

type View = ItemOf<'plugSessions.list'>;

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function statusOf(stoppedAt: number | undefined): 'active' | 'completed' {
  return stoppedAt === undefined ? 'active' : 'completed';
}

/** Energy in Wh, currents in A; the average is over the time with load. spec 2.11 */
function view(session: PlugSessionState, now: number): View {
  const loaded = stretches(session, now).filter(({ amps }) => amps > 0);
  const seconds = loaded.reduce((sum, { from, to }) => sum + (to - from) / 1000, 0);
  const ampSeconds = loaded.reduce((sum, { from, to, amps }) => sum + (amps * (to - from)) / 1000, 0);
  return {
    id: session.id,
    deviceId: session.deviceId,
    status: statusOf(session.stoppedAt),
    startedAt: isoInstant(session.startedAt),
    ...(session.stoppedAt === undefined ? {} : { stoppedAt: isoInstant(session.stoppedAt) }),
    energyTransferred: rounded(deliveredWh(session, now), 0),
    ampsAverage: seconds === 0 ? 0 : rounded(ampSeconds / seconds, 2),
    ampsMax: Math.max(0, ...loaded.map(({ amps }) => amps)),
    totalSecondsWithLoad: Math.round(seconds),
    chargeSessions: session.chargeSessions.map(({ startedAt, stoppedAt }) => ({
      status: statusOf(stoppedAt),
      error: { type: 'NO_ERROR', description: 'NO_ERROR', timestamp: isoInstant(startedAt) },
      startedAt: isoInstant(startedAt),
      ...(stoppedAt === undefined ? {} : { stoppedAt: isoInstant(stoppedAt) }),
      energyTransferred: rounded(deliveredWh(session, stoppedAt ?? now, startedAt), 0),
    })),
  };
}

function visibleSessions(context: HandlerContext): PlugSessionState[] {
  const deviceIds = new Set(visibleDevices(context).map(({ id }) => id));
  return context.state.plugSessions.filter(({ deviceId }) => deviceIds.has(deviceId));
}

/** spec 4.7 */
export const plugSessions: HandlersOf<'plugSessions'> = {
  'plugSessions.list': ({ filter, orderby, page }, context) => {
    const { by, direction } = orderby ?? { by: 'startedAt', direction: 'desc' };
    // A session that still runs has stopped later than all others.
    const instantOf = ({ startedAt, stoppedAt = Number.MAX_SAFE_INTEGER }: PlugSessionState) =>
      by === 'stoppedAt' ? stoppedAt : startedAt;
    const found = visibleSessions(context)
      .filter(({ deviceId, startedAt, stoppedAt }) =>
        meets(filter, { deviceId, status: statusOf(stoppedAt), startedAt, stoppedAt }),
      )
      .sort((a, b) => (instantOf(a) - instantOf(b)) * (direction === 'asc' ? 1 : -1));
    const now = context.clock.now();
    return {
      items: found.slice(page.offset, page.offset + page.limit).map((session) => view(session, now)),
      totalCount: found.length,
    };
  },

  'plugSessions.meterTelemetry': (
    { path, page },
    context,
  ): AnswerOf<'plugSessions.meterTelemetry'> & {
    totalCount: number;
  } => {
    const { state, clock } = context;
    const session = state.plugSessions.find(({ id }) => id === path.plugSessionId);
    const device = state.devices.find(({ id }) => id === session?.deviceId);
    if (session === undefined || device === undefined || !mayView(context, device.organizationId))
      throw notFound('Plug session');
    const range = { from: session.startedAt, to: session.stoppedAt ?? clock.now(), ...page };
    const { items, totalCount } = historyPage(device, range, state);
    return { deviceId: device.id, results: items, totalCount };
  },
};
