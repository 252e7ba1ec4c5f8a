import assert from 'node:assert/strict';
import { dayMs, energyAt } from '../../../src/simulator/physics';
import type { LoadProfile } from '../../../src/simulator/state';
import { deviceWith, hourMs, summerMidnight, winterMidnight, world } from './sample-device';

const dayCount = 28;

/** Average watts (delivered less generated) by local hour over four weeks. */
function hourly(kind: LoadProfile['kind'], midnight: number): number[] {
  const device = deviceWith(kind);
  const net = (at: number) => {
    const { deliveredWH, generatedWH } = energyAt(device, at, world);
    return deliveredWH - generatedWH;
  };
  return Array.from({ length: 24 }, (_, hour) => {
    let sum = 0;
    for (let day = 0; day < dayCount; day++) {
      const from = midnight + day * dayMs + hour * hourMs;
      sum += net(from + hourMs) - net(from);
    }
    return sum / dayCount;
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const peakHour = (values: readonly number[]) => values.indexOf(Math.max(...values));

describe('day profiles of the loads', () => {
  it('the oven peaks at dinner and is cold at night', () => {
    const watts = hourly('oven', summerMidnight);
    assert.ok([17, 18].includes(peakHour(watts)), `peak at ${peakHour(watts)}`);
    assert.ok(mean(watts.slice(0, 7)) < 5);
  });

  it('the solar inverter generates by day only, most around noon, and more in summer', () => {
    const summer = hourly('solar-inverter', summerMidnight);
    const winter = hourly('solar-inverter', winterMidnight);
    const noon = summer.indexOf(Math.min(...summer));
    assert.ok(noon >= 10 && noon <= 13, `most at ${noon}`);
    for (const hour of [0, 1, 2, 3, 22, 23]) assert.ok((summer[hour] ?? -1) > 0, `standby at ${hour}`);
    assert.ok(mean(summer) < 1.5 * mean(winter) && mean(winter) < 0);
  });

  it('the air-conditioner runs in summer afternoons and not in winter', () => {
    const summer = hourly('air-conditioner', summerMidnight);
    assert.ok(mean(summer.slice(13, 19)) > 2 * mean(summer.slice(1, 7)));
    assert.ok(mean(hourly('air-conditioner', winterMidnight)) < 30);
  });

  it('the heat pump heats in winter and not in summer', () => {
    assert.ok(mean(hourly('heat-pump', winterMidnight)) > 20 * mean(hourly('heat-pump', summerMidnight)));
  });

  it('the light burns in the evening, longer in winter', () => {
    const summer = hourly('lighting', summerMidnight);
    const winter = hourly('lighting', winterMidnight);
    assert.ok(mean(summer.slice(20, 22)) > 5 * mean(summer.slice(9, 16)));
    assert.ok((winter[18] ?? 0) > 5 * (summer[18] ?? 0));
  });

  it('the water heater works after showers in the morning and again in the evening', () => {
    const watts = hourly('water-heater', winterMidnight);
    assert.ok([6, 7].includes(peakHour(watts)));
    assert.ok((watts[19] ?? 0) > 4 * (watts[12] ?? 0));
  });

  it('the pool pump keeps its hours', () => {
    const watts = hourly('pool-pump', summerMidnight);
    assert.ok((watts[12] ?? 0) > 1000);
    assert.deepEqual([...watts.slice(0, 9), ...watts.slice(17)], Array(16).fill(0));
  });

  it('the server rack is constant, but for its backup at night', () => {
    const watts = hourly('server-rack', summerMidnight);
    const without = watts.filter((_, hour) => hour !== 2);
    assert.ok(Math.max(...without) / Math.min(...without) < 1.03);
    assert.ok((watts[2] ?? 0) > 1.1 * mean(without));
  });

  it('the refrigerator cycles through the day: on a third to a half of the time', () => {
    const device = deviceWith('refrigerator');
    const minutes = Array.from({ length: 1440 }, (_, minute) => {
      const at = summerMidnight + minute * 60_000;
      return energyAt(device, at + 60_000, world).deliveredWH - energyAt(device, at, world).deliveredWH;
    });
    const on = minutes.filter((wattHours) => wattHours > 1).length / 1440;
    assert.ok(on > 0.3 && on < 0.5, `${on}`);
    const starts = minutes.filter((wattHours, index) => wattHours > 1 && (minutes[index - 1] ?? 0) <= 1).length;
    assert.ok(starts > 20 && starts < 36, `${starts} starts`);
  });

  it('the dryer runs on some days, in the daytime', () => {
    const watts = hourly('dryer', summerMidnight);
    assert.ok(mean(watts.slice(9, 18)) > 100);
    assert.ok(mean(watts.slice(0, 8)) < 2);
  });

  it('outlets have a morning and an evening, and the whole house, too', () => {
    for (const kind of ['outlets', 'mains'] as const) {
      const watts = hourly(kind, winterMidnight);
      assert.ok(mean(watts.slice(6, 8)) > 1.5 * mean(watts.slice(1, 5)), `${kind} in the morning`);
      assert.ok(mean(watts.slice(19, 21)) > 2 * mean(watts.slice(1, 5)), `${kind} in the evening`);
    }
  });

  it('a spare circuit draws nothing', () => {
    assert.deepEqual(hourly('spare', summerMidnight), Array(24).fill(0));
  });
});
