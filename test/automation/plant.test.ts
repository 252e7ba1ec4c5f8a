import assert from 'node:assert/strict';
import {
  type GivenLoad,
  initialPlant,
  initialState,
  loadManagerStep,
  type ManagerStep,
  managerSettings,
  pretend,
  type Readings,
} from '../../src/automation';

/** A dry run upon what a real site draws, whatever the manager decides. Returns the pretended draw of the load at each step. */
function dryRun(load: Partial<GivenLoad>, base: (s: number) => number, draws: (s: number) => number, forS: number) {
  const settings = managerSettings({
    by: 'm',
    quantity: 'current',
    dryRun: true,
    groups: [{ id: 'main', limit: 60, of: { kind: 'meter', deviceId: 'main' } }],
    loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'], ...load }],
  });
  let now = { monotonicMs: 1_000_000, wallMs: 1_700_000_000_000 };
  let state = initialState(now);
  let plant = initialPlant;
  let last: Pick<ManagerStep, 'claims' | 'requests'> = { claims: [], requests: [] };
  const drawn: { readonly s: number; readonly ampere: number }[] = [];
  const claimed: string[] = [];
  for (let s = 10; s <= forS; s += 10) {
    now = { monotonicMs: now.monotonicMs + 10_000, wallMs: now.wallMs + 10_000 };
    const each = (ampere: number) => ({ sequence: now.monotonicMs, amperes: [ampere, ampere] });
    const real: Readings = {
      meters: { main: each(base(s) + draws(s)), heater: each(draws(s)) },
      circuits: {
        heater: { readAtMs: now.monotonicMs, remoteHandle: 'closed', mainHandle: 'closed', connected: true },
      },
      chargers: { heater: { readAtMs: now.monotonicMs, connected: true } },
    };
    const before = JSON.stringify(plant);
    const pretended = pretend(JSON.parse(before), real, last, settings, now);
    plant = pretended.plant;
    const step = loadManagerStep(state, pretended.readings, settings, now);
    state = step.state;
    last = step;
    const [heater = 0] = pretended.readings.meters.heater?.amperes ?? [];
    const [main = 0] = pretended.readings.meters.main?.amperes ?? [];
    assert(Math.abs(main - base(s) - heater) < 1e-6, 'the total follows the load');
    drawn.push({ s, ampere: heater });
    const to = String(step.claims[0]?.to ?? 'none');
    if (claimed.at(-1) !== to) claimed.push(to);
  }
  return { drawn, claimed, at: (s: number) => drawn.find((one) => one.s === s)?.ampere };
}

const busyAtFirst = (s: number) => (s < 120 ? 45 : 10);

describe('automation: the plant of a dry run', () => {
  it('What a dry run would open draws nothing in its readings, so that it goes on as live: it comes back', () => {
    const { claimed, at } = dryRun({}, busyAtFirst, () => 20, 900);
    assert.deepEqual(claimed, ['none', 'open', 'closed', 'none']);
    assert.equal(at(200), 0);
    assert.equal(at(900), 20);
  });

  it('A thermostat makes up what it missed at its full draw', () => {
    const half = (s: number) => (Math.floor(s / 60) % 2 === 0 ? 20 : 0);
    const always = (s: number) => (s < 120 ? 20 : half(s));
    const { drawn } = dryRun({ loadType: 'water-heater' }, busyAtFirst, always, 3_600);
    const sum = drawn.reduce((total, { ampere }) => total + ampere, 0);
    const wanted = drawn.reduce((total, { s }) => total + always(s), 0);
    assert(Math.abs(sum - wanted) <= 40, `${sum} of ${wanted}`);
    assert(drawn.every(({ ampere }) => ampere <= 20));
  });

  it('A lamp makes up nothing', () => {
    const lit = (s: number) => (s < 300 ? 20 : 0);
    const { drawn } = dryRun({ loadType: 'lighting' }, busyAtFirst, lit, 1_800);
    assert(drawn.filter(({ s }) => s > 300).every(({ ampere }) => ampere === 0));
  });

  it('A charger draws no more than it would be allowed', () => {
    const { at, claimed } = dryRun(
      { kind: 'charger' },
      () => 45,
      () => 30,
      300,
    );
    assert.deepEqual(claimed, ['free', '13']);
    assert.equal(at(300), 13);
  });
});
