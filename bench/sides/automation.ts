import { type GivenLoad, initialState, type Leg, loadManagerStep, managerSettings } from '../../src/automation';
import { cpuMicrosEach, serve } from '../harness/serve';

/** A site of breakers that are the loads of one manager, on two legs. */
interface Site {
  readonly circuits: number;
  readonly steps: number;
  /** A of each breaker. */
  readonly draws: number;
  readonly limit: number;
}

const stepMs = 10_000;
/** Each breaker is read once a minute, a sixth of them at each step. */
const turns = 6;
const notMeasuredA = 2;
const legs: readonly Leg[] = ['A', 'B'];

serve({
  decide({ circuits, steps, draws, limit }: Site): number {
    const ids = Array.from({ length: circuits }, (_, index) => `breaker-${index}`);
    const legOf = (index: number): readonly Leg[] => [legs[index % legs.length] ?? 'A'];
    const loads = ids.map((deviceId, index): GivenLoad => ({ deviceId, kind: 'breaker', legs: legOf(index) }));
    const of = { kind: 'sum', circuits: loads, notMeasured: [notMeasuredA, notMeasuredA] } as const;
    const groups = [{ id: 'main', limit, of }];
    const settings = managerSettings({ by: 'manager', quantity: 'current', legs, groups, loads, dryRun: true });
    const meters: Record<string, { sequence: number; amperes: readonly number[] }> = {};
    const positions: Record<
      string,
      { readAtMs: number; remoteHandle: 'closed'; mainHandle: 'closed'; connected: true }
    > = {};
    let nowMs = 1_000_000;
    const now = () => ({ monotonicMs: nowMs, wallMs: Date.UTC(2026, 0, 1) + nowMs });
    let state = initialState(now());
    const told = new Set<string>();
    function step(index: number): void {
      nowMs += stepMs;
      for (let at = index % turns; at < circuits; at += turns) {
        const id = ids[at] ?? '';
        meters[id] = { sequence: nowMs, amperes: [draws + ((index * 7 + at) % 5) / 1000] };
        positions[id] = { readAtMs: nowMs, remoteHandle: 'closed', mainHandle: 'closed', connected: true };
      }
      const done = loadManagerStep(state, { meters, circuits: positions }, settings, now());
      for (const { event } of done.events) told.add(event);
      state = done.state;
    }
    // Until every breaker was read, the manager has nothing to decide on.
    for (let index = 0; index < 10 * turns; index++) step(index);
    const micros = cpuMicrosEach(steps, step);
    const isOver = (circuits / legs.length) * draws + notMeasuredA > limit;
    if (isOver !== told.has('futile')) throw new Error(`limit ${limit} A, and the manager told ${[...told].join()}`);
    return micros;
  },
});
