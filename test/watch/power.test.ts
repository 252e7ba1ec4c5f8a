import assert from 'node:assert/strict';
import { type Counters, type Facts, withPower } from '../../src/watch';

const startTs = 1_700_000_000;
const read = (atS: number, deliveredWh: number, generatedWh = 0): Facts =>
  new Map([
    ['meter.telemetry.energy.deliveredWH', { value: deliveredWh, ts: startTs + atS }],
    ['meter.telemetry.energy.generatedWH', { value: generatedWh, ts: startTs + atS }],
  ]);

/** The powers, W, that a row of reads tells. */
function powers(...reads: readonly Facts[]): (number | undefined)[] {
  let since: Counters | undefined;
  return reads.map((facts) => {
    const powered = withPower(facts, since);
    since = powered.since;
    return powered.facts.get('meter.telemetry.averagePowerW')?.value as number | undefined;
  });
}

describe('watch: power', () => {
  it('is the mean of at least a minute by the counters, less what was fed in', () => {
    assert.deepEqual(powers(read(0, 1_000), read(30, 1_010), read(60, 1_020), read(120, 1_030, 40)), [
      undefined,
      undefined,
      1_200,
      -1_800,
    ]);
  });

  it('is unknown where a counter was reset, goes back, or was not read for long', () => {
    assert.deepEqual(powers(read(0, 1_000), read(60, 5), read(120, 25)), [undefined, undefined, 1_200]);
    assert.deepEqual(powers(read(60, 1_000), read(0, 1_000)), [undefined, undefined]);
    assert.deepEqual(powers(read(0, 1_000), read(3_600, 1_500)), [undefined, undefined]);
  });

  it('is what a publish tells of its own interval', () => {
    const delta = (name: string, value: number) =>
      [`meter.telemetry.energyDelta.${name}`, { value, ts: startTs }] as const;
    const facts = new Map([delta('deliveredWH', 20), delta('generatedWH', 5), delta('deltaTime', 60)]);
    assert.deepEqual(powers(facts), [900]);
  });
});
