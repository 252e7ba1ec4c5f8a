import assert from 'node:assert/strict';
import { createPanel } from './panel';

const opened = (panel: ReturnType<typeof createPanel>) => panel.opens().map(({ deviceId }) => deviceId);

describe('automation: shedding', () => {
  it('A total above the limit opens the least important load that carries enough, after the hold', () => {
    const panel = createPanel({ base: [40, 30], limit: 60, loads: { oven: { draws: 12 }, heater: { draws: 18 } } });
    panel.run(60);
    assert.deepEqual(opened(panel), ['heater']);
    assert(Number(panel.opens()[0]?.atS) <= 40);
    assert.equal(panel.last().summary().status, 'shed');
  });

  it('A total below the limit opens nothing', () => {
    const panel = createPanel({ base: [40, 30], limit: 75, loads: { oven: { draws: 12 }, heater: { draws: 18 } } });
    panel.run(600);
    assert.deepEqual(panel.sent, []);
    assert.equal(panel.last().summary().status, 'calm');
  });

  it('A load that draws nothing is not opened, and one alarm says that nothing is left', () => {
    const panel = createPanel({ base: [80, 30], limit: 60, loads: { oven: { draws: 0 }, heater: { draws: 0.3 } } });
    panel.run(600);
    assert.deepEqual(panel.sent, []);
    assert.equal(panel.told('futile').length, 1);
    assert.equal(panel.last().summary().status, 'futile');
  });

  it('A charger is reduced before anything is opened, and never below its least', () => {
    const panel = createPanel({
      base: [30, 30],
      limit: 50,
      loads: { oven: { draws: 10 }, car: { kind: 'charger', draws: 32 } },
    });
    panel.run(120);
    assert.deepEqual(panel.opens(), []);
    assert.equal(panel.devices.car?.setting, 8);
  });

  it('A load comes back after five minutes of room, with the gap to spare', () => {
    const panel = createPanel({ base: [40, 20], limit: 60, loads: { heater: { draws: 25 } } });
    panel.run(60);
    assert.deepEqual(opened(panel), ['heater']);
    panel.run(600);
    assert.deepEqual(panel.closes(), [], '40 + 25 is above the limit');
    panel.base[0] = 28;
    panel.run(290);
    assert.deepEqual(panel.closes(), []);
    panel.run(60);
    assert.equal(panel.closes().length, 1);
    panel.run(60);
    assert.equal(panel.told('came-back').length, 1);
    assert.equal(panel.last().summary().status, 'calm');
  });
});
