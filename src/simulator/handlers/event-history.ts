import { visibleDevices } from '../find';
import type { HandlerContext, HandlerRequest, HandlersOf } from '../handler';
import type { HandleEvent } from '../state';
import { isoInstant } from './iso-instant';

type Request = HandlerRequest<'eventHistory.remoteHandle'>;

// Newest first; a device that the caller may not view has no history. spec 4.7
function historyOf(
  { filter, page }: Pick<Request, 'filter' | 'page'>,
  context: HandlerContext,
  of: 'handleHistory' | 'mainHandleHistory',
): { deviceId: string; events: HandleEvent[]; totalCount: number } {
  const deviceId = String(filter.find(({ field }) => field === 'deviceId')?.value);
  const all = visibleDevices(context).find(({ id }) => id === deviceId)?.[of] ?? [];
  const events = all.toReversed().slice(page.offset, page.offset + page.limit);
  return { deviceId, events, totalCount: all.length };
}

/** spec 4.7 */
export const eventHistory: HandlersOf<'eventHistory'> = {
  'eventHistory.remoteHandle': (request, context) => {
    const { deviceId, events, totalCount } = historyOf(request, context, 'handleHistory');
    return {
      items: events.map(({ at, position, source }) => ({
        deviceId,
        timestamp: isoInstant(at),
        handlePosition: position,
        source,
      })),
      totalCount,
    };
  },

  'eventHistory.mainHandle': (request, context) => {
    const { deviceId, events, totalCount } = historyOf(request, context, 'mainHandleHistory');
    return {
      items: events.map(({ at, position }) => ({ deviceId, timestamp: isoInstant(at), mainHandlePosition: position })),
      totalCount,
    };
  },
};
