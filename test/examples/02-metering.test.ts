import assert from 'node:assert/strict';
import { readHistory } from '../../src/runtime';
import { settled, turned, turnUntil } from '../support/turn-clock';
import { accountOf, deviceOf, simulatorOf } from './example-site';
import { describeExamples, errors } from './running-example';

describeExamples('02-metering', (example, only) => {
  example(
    '01-read-the-meters',
    'reads the panel every 10 s by itself, and one meter at a click',
    async ({ click, clock, at }) => {
      await turnUntil(clock, () => at('amperes and volts').length === 2);
      const [first] = at('amperes and volts');
      const rows = first?.payload as { device: string; amperes: number; volts: number }[];
      assert(rows.length >= 11, `${rows.length} rows`);
      assert(rows.every(({ amperes, volts }) => typeof amperes === 'number' && volts > 100));
      const record = (await click('now', 'full record')).payload as { currentA: { val: number } };
      assert.equal(typeof record.currentA.val, 'number');
      assert.deepEqual(at(errors), []);
    },
  );

  example('02-a-day-as-csv', 'makes one CSV text of the last 24 hours', async ({ click, at }) => {
    const text = String((await click('last 24 hours', 'CSV text')).payload);
    const lines = text.trim().split('\n');
    assert.equal(lines[0], 'ts,currentA,currentB,voltageAN,voltageBN,averagePowerW');
    assert(lines.length >= 288 && lines.length <= 290, `${lines.length} lines`);
    for (const line of lines.slice(1)) assert.match(line, /^\d{10}(,-?[\d.]+){5}$/);
    assert.deepEqual(at(errors), []);
  });

  only.imported('03-phase-balance', 'tells of uneven legs after an hour, with the move that helps', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    await turnUntil(clock, () => at('table').length > 0);
    simulator.setLoad(deviceOf(simulator, 'Kitchen outlets'), { kind: 'server-rack', ratedA: 20 });
    simulator.setLoad(deviceOf(simulator, 'Refrigerator'), { kind: 'server-rack', ratedA: 20 });
    await turnUntil(clock, () => at('alarm').length === 1, { withinMs: 4 * 3_600_000 });
    const [alarm] = at('alarm');
    const { legs, move } = (alarm ?? {}) as unknown as { legs: Record<string, number>; move: Record<string, unknown> };
    assert(Number(legs.A) - Number(legs.B) > 15, JSON.stringify(legs));
    assert(['Kitchen outlets', 'Refrigerator'].includes(String(move.name)), JSON.stringify(move));
    assert.match(String(alarm?.payload), /Kitchen outlets|Refrigerator/);
    simulator.setLoad(deviceOf(simulator, 'Kitchen outlets'), { ratedA: 0 });
    simulator.setLoad(deviceOf(simulator, 'Refrigerator'), { ratedA: 0 });
    await turnUntil(clock, () => at('even again').length === 1, { withinMs: 4 * 3_600_000 });
    assert.deepEqual([at('alarm').length, at(errors)], [1, []]);
  });

  only.older('03-phase-balance', 'adds up the legs as they are', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    await turnUntil(clock, () => at('legs').length === 1);
    const { legA, legB, percent } = (at('legs')[0]?.payload ?? {}) as Record<string, number>;
    const both = simulator.devices().filter(({ poles, load }) => poles === 2 && load !== 'solar-inverter');
    const panel = both.filter(({ hardwareType }) => hardwareType === 'emcb');
    const sum = panel.reduce((total, { electrical }) => total + electrical.currentA, 0);
    assert(Number(legA) > sum && Number(legB) > 0, `${legA} A, ${sum} A`);
    assert(
      Math.abs(Number(percent) - (100 * Math.abs(Number(legA) - Number(legB))) / Math.max(Number(legA), Number(legB))) <
        1,
    );
    // Much more on leg A, from a circuit that can be moved.
    simulator.setLoad(deviceOf(simulator, 'Office server rack'), { ratedA: 30 });
    const newest = () => (at('legs').at(-1)?.payload ?? {}) as { move?: string[]; times?: number };
    await turnUntil(clock, () => newest().move !== undefined, { withinMs: 3_600_000 });
    const { move = [], times } = newest();
    assert.equal(times, 10);
    assert(
      move.every((line) => / from A$/.test(line)),
      move.join(),
    );
    assert.deepEqual(at(errors), []);
  });

  only.imported(
    '03-waveform-on-overcurrent',
    'waits for the inrush of the lights, tells it in a sentence, and waits again',
    async ({ push, click, clock, at }) => {
      const last = await click('report the latest', 'report');
      assert.match(String(last.payload), /^Air conditioner: .*overcurrent.*THD \d+ %/s);
      push('start waiting');
      await settled();
      for (const count of [2, 3]) {
        push('try it: lights off for 10 s');
        await turnUntil(clock, () => at('report').length === count);
        const { payload, event } = at('report')[count - 1] ?? assert.fail();
        assert.match(String(payload), /^Living room lights: .*overcurrent.*\d A peak/s);
        const { spans } = event as { spans: { kind: string }[] };
        assert.equal(spans[0]?.kind, 'overcurrent');
        await clock.advance(20_000);
        await settled();
      }
      assert.equal(at('outcome').length, 2);
      assert.deepEqual(at(errors), []);
    },
  );

  only.older(
    '03-waveform-on-overcurrent',
    'waits for the inrush of the lights, reports THD, and waits again',
    async ({ push, click, clock, at }) => {
      const last = String((await click('report the latest', 'report')).payload);
      assert.match(last, /^Phase 0 Overcurrent at .*\n.*\n.*THD of the current \d/s);
      push('start waiting');
      await settled();
      for (const count of [2, 3]) {
        push('try it: lights off for 10 s');
        await turnUntil(clock, () => at('report').length === count);
        const { payload, topic } = at('report')[count - 1] ?? assert.fail();
        assert.equal(topic, 'Waveform: Phase 0 Overcurrent');
        assert.match(String(payload), /Phase 0: overcurrent for \d+ samples, up to \d+\.\d A \(threshold 45\.0 A\)/);
        await clock.advance(20_000);
        await settled();
      }
      assert.equal(at('outcome').length, 2);
      assert.deepEqual(at(errors), []);
    },
  );

  example('04-monthly-cost-report', 'is the difference of the counters at both ends', async (shown) => {
    const { clock, at, click } = shown;
    for (const [button, from, to, days] of [
      ['last month', new Date(2025, 11, 1), new Date(2026, 0, 1), 'Dec 1, 2025 to Jan 1, 2026'],
      ['this month so far', new Date(2026, 0, 1), new Date(clock.now()), 'Jan 1, 2026 to Jan 15, 2026'],
    ] as const) {
      const mail = await click(button, 'e-mail');
      const lines = String(mail.payload).split('\n');
      assert.equal(lines[0], days);
      assert.deepEqual(
        lines.slice(1).map((line) => line.split(':')[0]),
        ['Water heater', 'Air conditioner', 'Heat pump', 'Dryer'],
      );
      const simulator = await simulatorOf(shown);
      const client = await accountOf(shown).client();
      const deviceId = deviceOf(simulator, 'Guest house heat pump');
      let deliveredWh = 0;
      const read = async () => {
        const range = { fromMs: from.getTime(), toMs: to.getTime() };
        for await (const items of readHistory(client, deviceId, range, new AbortController().signal))
          for (const { energyDelta } of items) deliveredWh += (energyDelta as { deliveredWH: number }).deliveredWH;
      };
      await turned(clock, read());
      const [, kWh, cost] = /^Heat pump: ([\d.]+) kWh, ([\d.]+) USD$/.exec(lines[3] ?? '') ?? [];
      assert(Math.abs(Number(kWh) - deliveredWh / 1000) < 2, `${kWh} and ${deliveredWh}`);
      assert(Math.abs(Number(cost) - Number(kWh) * 0.32) < 0.05);
      const sum = lines.slice(1).reduce((total, line) => total + Number(/: ([\d.]+) kWh/.exec(line)?.[1]), 0);
      assert(Math.abs(sum - Number(/^Energy: ([\d.]+) kWh/.exec(String(mail.topic))?.[1])) < 0.3);
    }
    assert.deepEqual(at(errors), []);
  });
});
