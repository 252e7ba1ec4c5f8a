import type { EngineParts } from './engine';
import type { ServiceContext } from './handler';
import { beginRecordsAt, dayMs, sumEnergy } from './physics';
import { processes } from './processes';
import type { Instant } from './state';

/** Of more missed time than this, only the last part is simulated. */
const livedMs = 3650 * dayMs;

/**
 * What a long stretch of time brings besides the processes. Before its last ten years nobody plugs a car in, no batch
 * runs, and the meters stand still: that bounds the work, whatever the clock says. After them the energy of each day is
 * summed up, so that no reading has to do it.
 */
export function longStretches(context: ServiceContext): NonNullable<EngineParts['stretch']> {
  const { state } = context;

  function* skip(from: Instant, since: Instant): Generator<void> {
    yield* sumEnergy(state.devices, from, state);
    for (const device of state.devices) {
      beginRecordsAt(device, since, from, state);
      yield;
    }
    state.livedSince = since;
    for (const process of processes) process.resume?.(context, since);
  }

  return {
    before: (from, to) => (to - from > livedMs ? skip(from, to - livedMs) : undefined),
    after: (from, to) => (to - from > dayMs ? sumEnergy(state.devices, to, state) : undefined),
  };
}
