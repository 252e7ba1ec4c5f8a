import assert from 'node:assert/strict';
import { pushedReadings } from '../../nodes/load-manager/pushed-readings';
import type { Message } from '../../src/runtime';

const publish = { transactionId: 't', deviceId: 'd', ts: 1_700 };
const flat = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`meter.telemetry.${name}`, value]));
const tree = {
  telemetry: { currentA: { val: 3, min: 1, max: 4, avg: 2 }, energy: { deliveredWH: 5, generatedWH: 6 } },
};

describe('Readings of circuits in messages', () => {
  for (const [what, msg, expected] of [
    [
      'a flat publish',
      { ...publish, payload: flat({ currentA: 3, currentB: 4 }) },
      [{ device: 'd', amperes: [3, 4], ts: 1_700 }],
    ],
    [
      'a flat publish with its counters',
      { ...publish, payload: flat({ currentA: 3, 'energy.deliveredWH': 5, 'energy.generatedWH': 6 }) },
      [{ device: 'd', amperes: [3], deliveredWh: 5, generatedWh: 6, ts: 1_700 }],
    ],
    [
      'a publish as a tree',
      { ...publish, payload: { deviceId: 'd', serialNumber: 's', ts: 1_700, meter: tree } },
      [{ device: 'd', amperes: [3], deliveredWh: 5, generatedWh: 6, ts: 1_700 }],
    ],
    [
      'the channel meter as a tree',
      { ...publish, channel: 'meter', payload: tree },
      [{ device: 'd', amperes: [3], deliveredWh: 5, generatedWh: 6, ts: 1_700 }],
    ],
    ['a publish without a meter', { ...publish, payload: { 'device.telemetry.rssi': -60 } }, []],
    [
      'a channel without a meter',
      { ...publish, channel: 'device', payload: { telemetry: { rssi: { val: -60 } } } },
      [],
    ],
    ['a pole that is no number', { ...publish, payload: flat({ currentA: 3, currentB: null }) }, []],
    [
      'one device of meter-read',
      { payload: { deviceId: 'd', ts: 1_700, currentA: 3, energyDeliveredWh: 5, energyGeneratedWh: 0 } },
      [{ device: 'd', amperes: [3], deliveredWh: 5, generatedWh: 0, ts: 1_700 }],
    ],
    [
      'one device of meter-read that the message names',
      { deviceId: 'Oven', payload: { currentA: 3 } },
      [{ device: 'Oven', amperes: [3] }],
    ],
    [
      'several devices of meter-read, one of which failed',
      {
        payload: {
          results: [
            { deviceId: 'd', currentA: 3 },
            { deviceId: 'e', error: {} },
            { deviceId: 'f', currentA: 4 },
          ],
        },
      },
      [
        { device: 'd', amperes: [3] },
        { device: 'f', amperes: [4] },
      ],
    ],
    ['a reading of nobody', { payload: { currentA: 3 } }, undefined],
    ['a wish', { payload: { limit: 40 } }, undefined],
    ['a word', { payload: 'pause' }, undefined],
    ['a list of something else', { payload: [1, 2] }, undefined],
  ] as const satisfies readonly (readonly [string, object, unknown])[])
    it(what, () => assert.deepEqual(pushedReadings(msg as unknown as Message), expected));
});
