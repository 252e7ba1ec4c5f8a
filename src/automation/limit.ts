import { isWithin, localMinuteOfWeek } from '../charging';
import { measuredFreeW } from './month';
import type { Plan } from './plan';
import type { ManagerMessage } from './readings';
import type { LevelSettings, ManagerSettings, Now } from './settings';
import type { ManagerState } from './state';

const hourMs = 3_600_000;
const messageMs = hourMs;
const dimMs = 2 * hourMs;

/**
 * The limit of each lane now. The dialog's limits and times decide; a level and a message can only lower that of the first
 * group, but a message may raise it to the highest that the dialog allows.
 */
export function limitsOf(draft: ManagerState, settings: ManagerSettings, plan: Plan, now: Now): number[] {
  const timed = settings.groups.some(({ otherTimes }) => otherTimes !== undefined && otherTimes.length > 0);
  const minute = timed ? localMinuteOfWeek(now.wallMs, settings.timeZone) : 0;
  return plan.lanes.map(({ group, limit }) => {
    const { otherTimes = [] } = settings.groups[group] ?? {};
    const own = otherTimes.find((times) => isWithin(times, minute))?.limit ?? limit;
    if (group > 0) return own;
    const free = Math.max(own, freeW(draft, settings));
    return Math.min(withMessage(draft, settings, free), levelLimit(draft, settings) ?? Number.POSITIVE_INFINITY);
  });
}

/** Up to here a window of demand costs nothing more this month; what a level or a message asks for is less all the same. */
const freeW = (draft: ManagerState, settings: ManagerSettings) =>
  Math.max(settings.demand?.monthHighest ?? 0, measuredFreeW(draft, settings) ?? 0);

// What the level asks for is the least of all, whatever a message allows.
function levelLimit({ level }: ManagerState, { levels }: ManagerSettings): number | undefined {
  const asked = level === undefined ? undefined : levels[level.name];
  return asked?.limit === undefined ? undefined : Math.max(asked.limit, asked.floor ?? 0);
}

function withMessage({ messageLimit }: ManagerState, { highestFromMessages }: ManagerSettings, own: number): number {
  if (messageLimit === undefined) return own;
  return Math.min(messageLimit.value, Math.max(own, highestFromMessages ?? own));
}

/** What the present level asks for. */
export function levelOf({ level }: ManagerState, { levels }: ManagerSettings): LevelSettings | undefined {
  return level === undefined ? undefined : levels[level.name];
}

/** Drops the limit, the level and the pause whose time is over. */
export function endWhatIsOver(draft: ManagerState, nowMs: number): void {
  if (draft.messageLimit !== undefined && nowMs >= draft.messageLimit.endsAt) delete draft.messageLimit;
  if (draft.level?.endsAt !== undefined && nowMs >= draft.level.endsAt) delete draft.level;
  if (draft.paused?.endsAt !== undefined && nowMs >= draft.paused.endsAt) delete draft.paused;
}

/**
 * A limit ends after an hour, and *dim* after two, so that a sender that dies leaves nothing behind. Other levels last until
 * the next one: a generator may run for days, and to forget it would close what it cannot carry.
 */
export function takeLimitMessage(draft: ManagerState, message: ManagerMessage, nowMs: number): void {
  switch (message.kind) {
    case 'limit': {
      const value = message.value === 'none-allowed' ? 0 : message.value;
      if (!(value >= 0) || (value === 0 && message.value !== 'none-allowed')) return;
      draft.messageLimit = { value, endsAt: nowMs + (message.forMs ?? messageMs) };
      return;
    }
    case 'level': {
      const { level: name, forMs = name === 'dim' ? dimMs : undefined } = message;
      if (name === 'normal') delete draft.level;
      else draft.level = forMs === undefined ? { name } : { name, endsAt: nowMs + forMs };
      return;
    }
    case 'pause':
      draft.paused = message.forMs === undefined ? {} : { endsAt: nowMs + message.forMs };
      return;
    case 'resume':
      delete draft.paused;
  }
}
