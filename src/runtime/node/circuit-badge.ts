import { type CircuitStateName, stateKey } from '../../circuit';
import type { Look } from './status';
import type { Texts } from './texts';

const looks: Readonly<Record<CircuitStateName, Look>> = {
  live: 'fresh',
  off: 'fresh',
  'tripped-or-opened-by-hand': 'warning',
  'held-by-event': 'warning',
  'no-connection': 'warning',
  unknown: 'warning',
};

/** The badge of a result that holds the state of a circuit; undefined for any other. */
export function circuitBadge(
  result: Readonly<Record<string, unknown>> | undefined,
  texts: Texts,
  timeText: (atMs: number) => string = sinceText,
): { readonly look: Look; readonly text: string } | undefined {
  const { state, energised, mainHandle, since } = result ?? {};
  // A charger's result also has `state`, but no handle.
  if (!isState(state) || typeof mainHandle !== 'string') return undefined;
  const at = typeof since === 'number' && Number.isFinite(since) ? since : undefined;
  const key = stateKey({
    state,
    ...(typeof energised === 'boolean' ? { energised } : {}),
    ...(at === undefined ? {} : { forMs: 0 }),
  });
  return { look: looks[state], text: texts(`state.${key}`, at === undefined ? {} : { since: timeText(at) }) };
}

function isState(value: unknown): value is CircuitStateName {
  return typeof value === 'string' && Object.hasOwn(looks, value);
}

/**
 * Date and minute in the zone of this machine, the same in all languages. With the date, because a badge can be days
 * old.
 */
function sinceText(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
