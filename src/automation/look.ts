import type { Look, Movement, ServiceSpan } from './readings';

/** An execution may follow its answer by this much, and the service's times are whole seconds. */
const afterMs = 15_000;
const beforeMs = 2_000;
/** Whatever moved this long before our open makes it doubtful whose the open is. */
const doubtMs = 60_000;

/**
 * Whether both handle histories show that our open was the last movement. Anything else is a person's to close: a second
 * movement since, one of the main handle, an open that was not within our command's time, or a history that cannot be read.
 *
 * The design lets the last open count as ours. That alone is not enough: a person who closes the circuit and opens it again
 * within seconds leaves an open at the end, too. So there must be exactly one movement since shortly before our command.
 */
export function isOursToClose(look: Look, opened: ServiceSpan | undefined, closedServiceMs?: number): boolean {
  const { movements } = look;
  if (opened === undefined || movements === undefined || look.heldByEvent) return false;
  if (
    movements.some(({ atMs, ours }) => !Number.isFinite(atMs) || (ours === false && atMs >= opened.fromMs - beforeMs))
  )
    return false;
  // Our own close shortly before does not count against us.
  const ownCloseMs = closedServiceMs === undefined ? Number.NEGATIVE_INFINITY : closedServiceMs + afterMs;
  const since = Math.max(opened.fromMs - doubtMs, Math.min(ownCloseMs, opened.fromMs - beforeMs));
  const recent = movements.filter(({ atMs }) => atMs >= since);
  const [only, ...others] = recent;
  return only !== undefined && others.length === 0 && isOurOpen(only, opened);
}

function isOurOpen({ handle, to, atMs }: Movement, { fromMs, toMs }: ServiceSpan): boolean {
  return handle === 'remote' && to === 'open' && atMs >= fromMs - beforeMs && atMs <= toMs + afterMs;
}
