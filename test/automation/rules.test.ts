import assert from 'node:assert/strict';
import type { DayTimes } from '../../src/charging';
import { createPanel } from './panel';

describe('automation: longest off', () => {
  it('A load that was off for too long goes first, and one of its rank makes room for it', () => {
    const panel = createPanel({
      base: [30, 5],
      limit: 60,
      loads: { dryer: { draws: 22, legs: ['A'] }, heater: { draws: 20, longestOffMs: 1_200_000, sameRank: true } },
    });
    panel.run(1_150);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater'],
    );
    panel.run(700);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater', 'dryer'],
    );
    assert.equal(panel.isOpen('heater'), false);
    assert(Math.max(...panel.total()) <= 60);
  });

  it('A more important load makes no room for a lesser one', () => {
    const panel = createPanel({
      base: [30, 5],
      limit: 60,
      loads: { dryer: { draws: 22, legs: ['A'] }, heater: { draws: 20, longestOffMs: 600_000 } },
    });
    panel.run(3_600);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater'],
    );
    assert.equal(panel.told('longest-off-reached').length, 1);
  });

  it('Where nothing can make room one alarm says so, and nothing is shed in vain', () => {
    const panel = createPanel({
      base: [50, 5],
      limit: 60,
      loads: { small: { draws: 3 }, heater: { draws: 20, longestOffMs: 600_000 } },
    });
    panel.run(4_000);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater'],
    );
    assert.equal(panel.told('longest-off-reached').length, 1);
  });
});

describe('automation: counts and rests', () => {
  it('A load is opened no more often than it may be in 24 hours, and one alarm says that this binds', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { heater: { draws: 20, opensADay: 2 } } });
    for (let cycle = 0; cycle < 5; cycle++) {
      panel.base[0] = 50;
      panel.run(120);
      panel.base[0] = 10;
      panel.run(600);
    }
    panel.base[0] = 50;
    panel.run(120);
    assert.equal(panel.opens().length, 2);
    assert(panel.told('opens-a-day-reached').length >= 1);
    panel.base[0] = 60;
    panel.run(60);
    assert.equal(panel.opens().length, 3, 'it gives way above 20 %');
    panel.base[0] = 10;
    panel.run(600);
    panel.restart(86_400);
    panel.base[0] = 50;
    panel.run(120);
    assert.equal(panel.opens().length, 4, 'the day slides');
  });

  it('Opens are counted over restarts', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { heater: { draws: 20, opensADay: 1 } } });
    panel.run(60);
    panel.base[0] = 10;
    panel.run(600);
    panel.restart(60);
    panel.base[0] = 50;
    panel.run(600);
    assert.equal(panel.opens().length, 1);
    assert.equal(panel.last().summary().loads[0]?.operations, 1);
  });

  it('The summary names the limit that a load gave way to, and counts its opens of the day', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { heater: { draws: 20 } } });
    panel.run(60);
    panel.base[0] = 65;
    panel.run(5);
    const [load] = panel.last().summary().loads;
    assert.deepEqual(load?.exceeded, { group: 'main', leg: 'A', total: 70, limit: 60 });
    assert.deepEqual([load?.opensToday, load?.operations, load?.worn], [1, 1, undefined]);
    panel.base[0] = 10;
    panel.run(1_200);
    assert.equal(panel.last().summary().loads[0]?.exceeded, undefined);
    panel.run(86_400);
    const [later] = panel.last().summary().loads;
    assert.deepEqual([later?.opensToday, later?.operations], [0, 1]);
  });

  it('A breaker with 1,500 operations a year is told once', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { heater: { draws: 20, opensADay: 10_000 } } });
    const state = () => panel.state().loads.heater;
    panel.run(20);
    const own = state();
    assert(own);
    const month = Math.floor((panel.state().saved.wallMs ?? 0) / (30 * 86_400_000));
    own.operationsByMonth = { [month]: 1_499, [month - 13]: 5_000 };
    panel.run(60);
    assert.equal(panel.told('worn').length, 1);
    assert.equal(panel.last().summary().loads[0]?.worn, true);
  });

  it('A load that comes back after OK waits for it, and an OK closes nothing at once', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { iron: { draws: 20, comesBack: 'after-ok' } } });
    panel.run(60);
    panel.base[0] = 10;
    panel.run(3_600);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.last().summary().loads[0]?.waitsForOk, true);
    panel.message({ kind: 'allow', deviceId: 'iron' });
    panel.run(290);
    assert.deepEqual(panel.closes(), []);
    panel.run(60);
    assert.equal(panel.closes().length, 1);
  });

  it('A load that never comes back is left to a person, whatever is allowed', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { iron: { draws: 20, comesBack: 'never' } } });
    panel.run(60);
    panel.base[0] = 10;
    panel.message({ kind: 'allow', deviceId: 'iron' });
    panel.message({ kind: 'restore' });
    panel.run(3_600);
    assert.deepEqual(panel.closes(), []);
  });

  it('Loads come back one by one, a minute apart at least', () => {
    const draws = { draws: 6 };
    const panel = createPanel({ base: [58, 20], limit: 60, loads: { a: draws, b: draws, c: draws } });
    panel.run(60);
    assert.equal(panel.opens().length, 3);
    panel.base[0] = 5;
    panel.run(1_200);
    const at = panel.closes().map(({ atS }) => atS);
    assert.equal(at.length, 3);
    assert(at.slice(1).every((one, index) => one - (at[index] ?? 0) >= 60));
    assert.deepEqual(
      panel.closes().map(({ deviceId }) => deviceId),
      ['a', 'b', 'c'],
      'the most important first',
    );
  });

  it('Loads of one rank take turns: the one that has been on longest goes first', () => {
    const panel = createPanel({
      base: [30, 20],
      limit: 60,
      loads: { one: { draws: 20 }, two: { draws: 20, sameRank: true } },
    });
    panel.run(60);
    panel.base.splice(0, 2, 5, 5);
    panel.run(600);
    panel.base[0] = 30;
    panel.run(60);
    const [first, second] = panel.opens().map(({ deviceId }) => deviceId);
    assert(first !== undefined && second !== undefined && first !== second);
  });

  it('A circuit that answers confirmed and still carries current is told, and no other is opened for it below 20 %', () => {
    const loads = { oven: { draws: 5 }, heater: { draws: 20, welded: true } };
    const panel = createPanel({ base: [42, 20], limit: 60, loads });
    panel.run(300);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['heater'],
    );
    assert.equal(panel.told('does-not-open').length, 1);
    assert.equal(panel.last().summary().status, 'futile');
  });
});

describe('automation: messages and levels', () => {
  it('A level opens what it names, idle or not, and it comes back by the rules when the level ends', () => {
    const panel = createPanel({
      base: [10, 10],
      limit: 60,
      settings: { levels: { high: { open: ['pool'] } } },
      loads: { pool: { draws: 0 }, heater: { draws: 10 } },
    });
    panel.run(60);
    panel.message({ kind: 'level', level: 'high' });
    panel.run(20);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['pool'],
    );
    assert.equal(panel.last().summary().status, 'event');
    panel.run(36_000);
    assert.deepEqual(panel.closes(), [], 'a level lasts until the next one');
    panel.message({ kind: 'level', level: 'normal' });
    panel.run(600);
    assert.equal(panel.closes().length, 1);
  });

  it('A level lowers the limit, but not below its floor, and dim ends after two hours', () => {
    const panel = createPanel({
      base: [10, 10],
      limit: 60,
      settings: { levels: { dim: { limit: 5, floor: 18 } } },
      loads: { heater: { draws: 20 } },
    });
    panel.run(30);
    panel.message({ kind: 'level', level: 'dim' });
    panel.run(60);
    assert.equal(panel.last().summary().lanes[0]?.limit, 18);
    assert.equal(panel.isOpen('heater'), true);
    panel.run(7_500);
    assert.equal(panel.isOpen('heater'), false);
  });

  it('A pause leaves open what is open and opens nothing, and resume goes on by the rules', () => {
    const panel = createPanel({ base: [50, 20], limit: 60, loads: { heater: { draws: 20 } } });
    panel.run(60);
    panel.base[0] = 10;
    panel.message({ kind: 'pause' });
    panel.run(3_600);
    assert.deepEqual(panel.closes(), []);
    assert.equal(panel.last().summary().status, 'paused');
    panel.message({ kind: 'resume' });
    panel.run(280);
    assert.deepEqual(panel.closes(), []);
    panel.run(60);
    assert.equal(panel.closes().length, 1);
  });

  it('A pause for a time tells what is left of it, and ends by itself', () => {
    const panel = createPanel({ base: [30, 20], limit: 60, loads: { heater: { draws: 20 } } });
    panel.message({ kind: 'pause', forMs: 3_600_000 });
    panel.run(600);
    panel.base[0] = 50;
    panel.run(2_900);
    const left = panel.last().summary().pausedForMs ?? 0;
    assert(left > 0 && left <= 120_000, `${left}`);
    assert.deepEqual(panel.opens(), []);
    panel.run(300);
    assert.equal(panel.last().summary().pausedForMs, undefined);
    assert.equal(panel.opens().length, 1);
  });

  it('A message may raise the limit only up to the highest that the dialog allows', () => {
    const panel = createPanel({
      base: [50, 20],
      limit: 60,
      settings: { highestFromMessages: 65 },
      loads: { heater: { draws: 12 } },
    });
    panel.message({ kind: 'limit', value: 100 });
    panel.run(60);
    assert.equal(panel.last().summary().lanes[0]?.limit, 65);
    assert.deepEqual(panel.sent, []);
  });

  it('0 as a limit is refused, and none allowed opens all that draws', () => {
    const panel = createPanel({ base: [0, 0], limit: 60, loads: { heater: { draws: 12 }, oven: { draws: 5 } } });
    panel.run(30);
    panel.message({ kind: 'limit', value: 0 });
    panel.run(60);
    assert.deepEqual(panel.sent, []);
    assert.equal(panel.told('message-refused').length, 1);
    panel.message({ kind: 'limit', value: 'none-allowed' });
    panel.run(60);
    assert.equal(panel.opens().length, 2);
  });

  it('A load that is off when idle is opened after its time, and comes back when its hours end', () => {
    const night: DayTimes = { days: ['tuesday'], from: '1000', to: '1200' };
    const panel = createPanel({
      base: [10, 10],
      limit: 60,
      loads: {
        tv: { draws: 0.2, offWhenIdle: { afterMs: 600_000, belowA: 0.5, times: [night] } },
        lamp: { draws: 0.2 },
      },
    });
    panel.run(590);
    assert.deepEqual(panel.sent, []);
    panel.run(60);
    assert.deepEqual(
      panel.opens().map(({ deviceId }) => deviceId),
      ['tv'],
    );
    panel.run(6_400);
    assert.deepEqual(panel.closes(), []);
    panel.run(900);
    assert.equal(panel.closes().length, 1);
  });
});
