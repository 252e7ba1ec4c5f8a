import { isWithinAny } from '../charging';
import type { WatchSettings } from './settings';
import type { WatchEvent, WatchState } from './state';

/** What may be told now, in its order; in quiet hours nothing. */
export function dueEvents(
  { outbox }: WatchState,
  { quiet, timeZone }: WatchSettings,
  nowMs: number,
): readonly WatchEvent[] {
  return outbox.length === 0 || isWithinAny(quiet, nowMs, timeZone) ? [] : outbox;
}

/** Events are about to be sent: keep this state on the disk before they are. */
export function telling(state: WatchState, ids: readonly number[]): WatchState {
  return {
    ...state,
    outbox: state.outbox.map((event) => (ids.includes(event.id) ? { ...event, telling: true } : event)),
  };
}

/** Events were sent. */
export function told(state: WatchState, ids: readonly number[]): WatchState {
  return { ...state, outbox: state.outbox.filter(({ id }) => !ids.includes(id)) };
}

/** The state for a process that goes on with one that has ended: what it was sending is told again, and marked. */
export function afterStart(state: WatchState): WatchState {
  return {
    ...state,
    outbox: state.outbox.map(({ telling: wasTelling, ...event }) =>
      wasTelling === true ? { ...event, repeated: true } : event,
    ),
  };
}

/** Events were not sent after all: nobody has seen them. */
export function notTold(state: WatchState, ids: readonly number[]): WatchState {
  return {
    ...state,
    outbox: state.outbox.map(({ telling: wasTelling, ...event }) =>
      wasTelling === true && !ids.includes(event.id) ? { ...event, telling: wasTelling } : event,
    ),
  };
}
