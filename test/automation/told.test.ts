import assert from 'node:assert/strict';
import type { ManagerEvent } from '../../src/automation';
import { createPanel, type Panel } from './panel';

const one = (panel: Panel, event: ManagerEvent['event']) => {
  const [first] = panel.told(event);
  assert(first, `${event} was not told; told were ${panel.events.map((told) => told.event).join(', ')}`);
  return first;
};
const heater = () => createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20 } } });

describe('automation: what is told', () => {
  it('of an open: why, which leg, how much and what the load carried', () => {
    const panel = createPanel({ base: [20, 45.04], limit: 60, loads: { heater: { draws: 20 } } });
    panel.run(60);
    const { parameters, deviceId, dryRun } = one(panel, 'opened');
    assert.deepEqual(parameters, { why: 'limit', carried: 20, group: 'main', leg: 'B', total: 65, limit: 60 });
    assert.deepEqual([deviceId, dryRun], ['heater', false]);
    const [claim] = panel.last().claims;
    assert.deepEqual(claim?.reason, { key: 'over-limit', parameters: { carried: 20 } });
  });

  it('of a charger: to how many amperes, or that it pauses', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(60);
    const { parameters } = one(panel, 'reduced');
    assert.deepEqual([parameters.toA, parameters.carried, parameters.leg], [13, 30, 'A']);
    panel.base[0] = 58;
    panel.run(60);
    assert.equal(one(panel, 'paused-charger').parameters.toA, 0);
    assert.equal(panel.last().claims[0]?.to, 'paused');
    panel.base[0] = 5;
    panel.run(900);
    const raised = panel.told('raised').at(-1)?.parameters;
    assert.deepEqual([raised?.toA, raised?.free], [32, true]);
    assert.deepEqual(panel.last().claims[0]?.reason.key, 'not-limited');
  });

  it('of a charger whose meter does not follow it: once, and again when it is reduced further', () => {
    const panel = createPanel({
      base: [45, 20],
      limit: 60,
      loads: { car: { kind: 'charger', draws: 30, welded: true } },
    });
    panel.run(600);
    const told = [...panel.told('reduced'), ...panel.told('paused-charger')].map(({ parameters }) => parameters.toA);
    assert.deepEqual(told, [...new Set(told)]);
    assert(told.length >= 1 && told.length <= 3, String(told));
  });

  it('of a load that waits to come back: that it fits again', () => {
    const panel = heater();
    panel.run(60);
    panel.base[0] = 20;
    panel.answerLater(2);
    while (panel.last().claims[0]?.to !== 'closed') panel.run(5);
    assert.equal(panel.last().claims[0]?.reason.key, 'fits-again');
  });

  for (const [outcome, event] of [
    ['error', 'open-failed'],
    ['locked', 'open-failed'],
    ['deferred', 'open-deferred'],
  ] as const)
    it(`of an open that ends as ${outcome}, once`, () => {
      const panel = heater();
      panel.answerWith('heater', outcome);
      panel.run(45);
      assert.equal(panel.told(event).length, 1);
      assert.equal(one(panel, event).deviceId, 'heater');
      if (event === 'open-failed') assert.equal(one(panel, event).parameters.outcome, outcome);
    });

  it('of a close that fails: how it ended, and the load stays ours', () => {
    const panel = heater();
    panel.run(60);
    panel.base[0] = 20;
    panel.answerWith('heater', 'error');
    while (panel.told('close-failed').length === 0) panel.run(5);
    assert.equal(one(panel, 'close-failed').parameters.outcome, 'error');
    assert.equal(panel.last().summary().shed, 1);
  });

  it('of a limit that nothing can hold: what draws most, once, and when it is well again', () => {
    const panel = createPanel({ base: [80, 20], limit: 60, loads: { a: { draws: 0.5 }, b: { draws: 1 } } });
    panel.run(1_200);
    assert.equal(panel.told('futile').length, 1);
    assert.deepEqual(one(panel, 'futile').parameters.most, ['b', 'a']);
    assert.equal(panel.told('calm').length, 0);
    panel.base[0] = 20;
    panel.run(60);
    assert.equal(panel.told('calm').length, 1);
    panel.base[0] = 80;
    panel.run(120);
    assert.equal(panel.told('futile').length, 2, 'a new overload is told anew');
  });

  it('of opens a day only where they bind', () => {
    const panel = createPanel({
      base: [30, 5],
      limit: 60,
      loads: { kept: { draws: 20 }, heater: { draws: 20, opensADay: 1 } },
    });
    panel.run(60);
    panel.base[0] = 5;
    panel.run(900);
    panel.base[0] = 30;
    panel.run(60);
    assert.equal(panel.told('opens-a-day-reached').length, 0, 'another load is there');
    assert.equal(panel.isOpen('kept'), true);
    assert.equal(panel.isOpen('heater'), false);
  });

  it('of a limit from a message that is higher than the dialog allows: both', () => {
    const panel = heater();
    panel.message({ kind: 'limit', value: 400 });
    panel.run(5);
    assert.deepEqual(one(panel, 'limit-not-raised').parameters, { asked: 400, highest: 60 });
    panel.message({ kind: 'limit', value: 60 });
    panel.message({ kind: 'limit', value: 'none-allowed' });
    panel.run(5);
    assert.equal(panel.told('limit-not-raised').length, 1);
    panel.message({ kind: 'limit', value: -1 });
    panel.run(5);
    assert.deepEqual(one(panel, 'message-refused').parameters, { value: '-1' });
  });

  it('of silence after ten minutes, and of readings that are back', () => {
    const panel = heater();
    panel.base[0] = 20;
    panel.run(60);
    panel.silence(true);
    panel.run(590);
    assert.deepEqual([panel.told('stale').length, panel.last().summary().status], [0, 'stale']);
    panel.run(30);
    assert.equal(panel.told('stale').length, 1);
    panel.silence(false);
    panel.run(60);
    assert.deepEqual([panel.told('readings-back').length, panel.last().summary().status], [1, 'calm']);
  });
});

describe('automation: what the table shows', () => {
  const row = (panel: Panel) => panel.last().summary().loads[0];

  it('of a start, before two readings', () => {
    const panel = heater();
    panel.silence(true);
    panel.run(55);
    assert.equal(panel.last().summary().status, 'starting');
    panel.run(10);
    assert.equal(panel.last().summary().status, 'stale');
    assert.equal(panel.last().summary().forMs, 65_000);
  });

  it('of a total: how much on each leg, of what limit, and for how long it is above', () => {
    const panel = heater();
    panel.run(25);
    const { lanes, status, forMs, shed } = panel.last().summary();
    assert.deepEqual(
      lanes.map(({ group, leg, total, limit, live }) => [group, leg, total, limit, live]),
      [
        ['main', 'A', 65, 60, true],
        ['main', 'B', 40, 60, true],
      ],
    );
    assert.deepEqual([status, shed], ['over', 0]);
    assert(forMs !== undefined && forMs <= 15_000 && forMs > 0, String(forMs));
  });

  it('of a load that is shed: since when, what must be free, and when it is back at the earliest', () => {
    const panel = heater();
    panel.run(60);
    panel.run(40);
    const { phase, why, offForMs = 0, needsFree, backInMs, drawsA, waitsForOk, operations } = row(panel) ?? {};
    assert.deepEqual(
      [phase, why, needsFree, backInMs, drawsA, waitsForOk, operations],
      ['shed', 'limit', 20, 300_000, 0, undefined, 1],
    );
    assert(offForMs >= 50_000 && offForMs <= 75_000, String(offForMs));
    panel.base[0] = 20;
    panel.run(100);
    const later = row(panel)?.backInMs ?? 0;
    assert(later >= 195_000 && later <= 215_000, String(later));
    assert.equal(panel.last().summary().status, 'shed');
  });

  it('of a load whose rest is longer than its calm: its rest', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20, restMs: 1_200_000 } } });
    panel.run(100);
    const { backInMs = 0, offForMs = 0 } = row(panel) ?? {};
    assert.equal(backInMs + offForMs, 1_200_000);
  });

  it('of a load after another that has come back: a minute later', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { a: { draws: 9 }, b: { draws: 9 } } });
    panel.run(60);
    panel.base[0] = 5;
    while (panel.closes().length === 0) panel.run(5);
    panel.run(20);
    const { backInMs = 0 } = panel.last().summary().loads[1] ?? {};
    assert(backInMs > 20_000 && backInMs <= 50_000, String(backInMs));
  });

  it('of a load that somebody switched: for how long it is left alone', () => {
    const panel = heater();
    panel.run(60);
    panel.person('heater', 'closed');
    panel.run(10);
    const { manualForMs = 0, phase, waitsForOk } = row(panel) ?? {};
    assert.deepEqual([phase, waitsForOk], ['normal', undefined]);
    assert(manualForMs > 7_180_000 && manualForMs <= 7_200_000, String(manualForMs));
    panel.base[0] = 20;
    panel.run(7_200);
    assert.equal(row(panel)?.manualForMs, undefined);
  });

  it('of a charger: its claim, 0 while it is paused, and none when it is free', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.run(5);
    assert.equal(row(panel)?.claimA, undefined);
    panel.run(60);
    assert.deepEqual([row(panel)?.claimA, row(panel)?.needsFree], [13, undefined]);
    panel.base[0] = 58;
    panel.run(60);
    assert.equal(row(panel)?.claimA, 0);
  });

  it('of a level and of a pause', () => {
    const panel = heater();
    panel.base[0] = 10;
    panel.message({ kind: 'level', level: 'high' });
    panel.run(60);
    assert.deepEqual([panel.last().summary().status, panel.last().summary().level], ['event', 'high']);
    panel.message({ kind: 'pause' });
    panel.run(5);
    assert.equal(panel.last().summary().status, 'paused');
  });
});
