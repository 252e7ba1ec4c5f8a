import {
  type GivenSettings,
  initialState,
  loadManagerStep,
  type ManagerEvent,
  type ManagerState,
  type ManagerStep,
  type MeterReading,
  managerSettings,
  type Readings,
} from '../../src/automation';
import { assertShape } from './step-shape';

/** Steps of one manager whose readings the test writes itself; each is 10 s after the one before. */
export function createHouse(given: GivenSettings) {
  const settings = managerSettings(given);
  const wallAheadMs = Date.UTC(2026, 2, 3, 10, 0, 0) - 1_000_000;
  let nowMs = 1_000_000;
  let state: ManagerState = initialState({ monotonicMs: nowMs, wallMs: nowMs + wallAheadMs });
  const events: ManagerEvent[] = [];

  function step(readings: Partial<Readings>): ManagerStep {
    nowMs += 10_000;
    const whole = { meters: {}, circuits: {}, ...readings };
    const made = loadManagerStep(state, whole, settings, { monotonicMs: nowMs, wallMs: nowMs + wallAheadMs });
    assertShape(made);
    state = made.state;
    events.push(...made.events);
    return made;
  }

  return {
    settings,
    step,
    events,
    told: (event: ManagerEvent['event']) => events.filter((one) => one.event === event),
    state: () => state,
    nowMs: () => nowMs,
    /** A reading that is new at the next step. */
    reading: (amperes: readonly number[], more: Partial<MeterReading> = {}): MeterReading => ({
      sequence: nowMs + 10_000,
      amperes,
      ...more,
    }),
    closed: () =>
      ({ readAtMs: nowMs + 10_000, remoteHandle: 'closed', mainHandle: 'closed', connected: true }) as const,
    open: () => ({ readAtMs: nowMs + 10_000, remoteHandle: 'open', mainHandle: 'closed', connected: true }) as const,
  };
}

export type House = ReturnType<typeof createHouse>;
