import assert from 'node:assert/strict';
import { createPanel, type Panel } from './panel';

/** A car whose charger was reduced to 13 A, and room for all of it since. */
function reduced(): Panel {
  const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
  panel.run(60);
  panel.base[0] = 20;
  return panel;
}
const car = (panel: Panel) => {
  const { car: device } = panel.devices;
  assert(device);
  return device;
};
const tos = (panel: Panel) => panel.sent.map(({ to }) => to);

describe('automation: a reduced charger', () => {
  it('that somebody sets higher is told its claim again, a minute after at the earliest', () => {
    const panel = reduced();
    car(panel).setting = 32;
    panel.run(10);
    assert.deepEqual(tos(panel), [13], 'its claim is less than a minute old');
    panel.run(50);
    assert.deepEqual([tos(panel), car(panel).setting], [[13, 13], 13]);
    car(panel).setting = 'no-limit';
    panel.run(20);
    assert.deepEqual(tos(panel), [13, 13]);
    panel.run(40);
    assert.deepEqual(tos(panel), [13, 13, 13]);
    assert.equal(panel.told('manual').length, 0, 'a limit spares no charger');
  });

  it('that comes back at its default is told its claim at once, though nothing is above the limit', () => {
    const panel = reduced();
    car(panel).online = false;
    panel.run(40);
    car(panel).setting = 'no-limit';
    car(panel).online = true;
    panel.run(5);
    assert(panel.last().requests.some(({ kind }) => kind === 'charger-setting'));
    panel.run(5);
    assert.deepEqual([tos(panel), car(panel).setting], [[13, 13], 13]);
  });

  it('that somebody sets lower stays so, and is told once as switched by hand', () => {
    const panel = reduced();
    car(panel).setting = 8;
    panel.run(120);
    assert.deepEqual([tos(panel), car(panel).setting, panel.told('manual').length], [[13], 8, 1]);
    assert.equal(panel.told('manual')[0]?.parameters.setting, '8');
  });

  it('that comes back with a lower setting is nothing that a person did', () => {
    const panel = reduced();
    car(panel).online = false;
    panel.run(40);
    car(panel).setting = 6;
    car(panel).online = true;
    panel.run(60);
    assert.deepEqual([tos(panel), panel.told('manual').length], [[13], 0]);
  });

  it('that is paused counts as less than any current', () => {
    const panel = reduced();
    car(panel).setting = 'paused';
    panel.run(120);
    assert.deepEqual([tos(panel), panel.told('manual').length], [[13], 1]);
  });

  it('is raised as far as there was room all the time, and never beyond it', () => {
    const panel = reduced();
    // 54 A are free of the gap; the car may have 24.
    panel.base[0] = 30;
    panel.run(600);
    assert.deepEqual(tos(panel), [13, 24]);
    panel.base[0] = 5;
    panel.run(600);
    assert.deepEqual(tos(panel), [13, 24, 'no-limit']);
  });

  /** A compressor of 25 A that runs for 10 minutes of every 20, and what was told while it did so for some hours. */
  function besideCompressor(hours: number): Panel {
    const panel = createPanel({ base: [20, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    for (let half = 0; half < hours * 3; half++) {
      panel.base[0] = 45;
      panel.run(600);
      panel.base[0] = 20;
      panel.run(600);
    }
    return panel;
  }

  it('beside a compressor that cycles is raised once too far, and then as far as its largest draw of the hour allows', () => {
    const panel = besideCompressor(12);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13]);
    assert(Math.max(...panel.total()) <= 60);
    panel.run(2_700);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13], 'it may be on again');
    panel.run(1_800);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13, 'no-limit'], 'it was off for longer than it ever is');
  });

  it('goes on so after a restart', () => {
    const panel = besideCompressor(2);
    panel.restart(30);
    panel.run(1_800);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13]);
    panel.run(3_600);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13, 'no-limit']);
  });

  it('is raised with less care when a day has passed since a raise was taken back', () => {
    const panel = besideCompressor(1);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13]);
    panel.run(24 * 3_600);
    panel.base[0] = 45;
    panel.run(600);
    panel.base[0] = 20;
    panel.run(600);
    assert.deepEqual(tos(panel).slice(-2), [13, 'no-limit']);
  });

  it('that was paused beside a compressor starts at its least as soon as that fits, and at no more', () => {
    const panel = createPanel({ base: [20, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    for (let half = 0; half < 12; half++) {
      panel.base[0] = 58;
      panel.run(600);
      panel.base[0] = 20;
      panel.run(600);
    }
    assert.deepEqual([...new Set(tos(panel))], ['paused', 'no-limit', 6]);
    assert.equal(tos(panel).filter((to) => to === 'no-limit').length, 1);
    assert.equal(car(panel).setting, 6, 'a car is never left without');
  });

  it('is given less than 3 A more only where that is all it may have, once a raise was taken back', () => {
    const panel = besideCompressor(1);
    panel.base[0] = 39;
    panel.run(5_400);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13], '15 A would fit');
    panel.base[0] = 38;
    panel.run(5_400);
    assert.deepEqual(tos(panel), [13, 'no-limit', 13, 16]);
  });

  it('that was paused starts at its least, after its rest', () => {
    const panel = createPanel({
      base: [58, 20],
      limit: 60,
      loads: { car: { kind: 'charger', draws: 30, restMs: 900_000 } },
    });
    panel.run(60);
    assert.deepEqual(tos(panel), ['paused']);
    panel.base[0] = 47;
    panel.run(820);
    assert.deepEqual(tos(panel), ['paused']);
    panel.run(120);
    assert.deepEqual(tos(panel), ['paused', 7]);
  });

  it('that refuses is asked again when its configuration has changed, and not before', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.answerWith('car', 'refused');
    panel.run(600);
    assert.deepEqual([tos(panel).length, panel.told('charger-refuses').length], [1, 1]);
    car(panel).configuration = 'another';
    panel.run(60);
    assert.deepEqual([tos(panel), car(panel).setting], [[13, 13], 13]);
  });

  it('that fails is asked again after a minute', () => {
    const panel = createPanel({ base: [45, 20], limit: 60, loads: { car: { kind: 'charger', draws: 30 } } });
    panel.answerWith('car', 'error');
    panel.run(75);
    assert.equal(tos(panel).length, 1);
    assert.equal(panel.told('open-failed').length, 1);
    panel.run(30);
    assert.deepEqual([tos(panel).length, car(panel).setting], [2, 13]);
  });

  it('whose second reduction fails keeps the first', () => {
    const panel = reduced();
    panel.base[0] = 50;
    panel.answerWith('car', 'error');
    panel.run(45);
    assert.equal(panel.state().loads.car?.claim, 13);
  });
});
