import type { NodeAPI } from 'node-red';
import { type Clock, systemClock } from '../../clock';

/** Settings of the runtime below `breakerflow` in settings.js. */
export interface RuntimeSettings {
  /** Replaces the machine's clock. */
  readonly clock?: Clock;
}

export function clockOf(RED: NodeAPI): Clock {
  const { breakerflow } = RED.settings as unknown as { readonly breakerflow?: RuntimeSettings };
  return breakerflow?.clock ?? systemClock;
}
