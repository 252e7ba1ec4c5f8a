import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rehearsal, StoredNode } from '../../src/rehearsal';
import { packageRoot } from '../support/node-texts';
import { rehearsed } from './rehearsed';

const minuteMs = 60_000;
const read = (name: string) =>
  JSON.parse(
    readFileSync(join(packageRoot, 'test', 'rehearsal', 'flows-0.1.0', `${name}.json`), 'utf8'),
  ) as readonly StoredNode[];

/** Steps at minutes after a start. */
const timed = (start: string, steps: readonly (readonly [number, object])[]) =>
  steps.map(([minutes, step]) => ({ at: new Date(Date.parse(start) + minutes * minuteMs).toISOString(), ...step }));
const load = (device: string, ratedA: number) => ({ do: 'load', device, ratedA, course: 'steady' });
const found = ({ findings }: Rehearsal) =>
  findings.flatMap(({ rule, text }) => (rule === 'never-reached' ? [] : [`${rule}: ${text}`]));

/** Flows as they were first published, each with a fault that was found in use later. */
describe('a rehearsal finds what was wrong with flows of 0.1.0', function () {
  this.timeout(300_000);
  const budgetMs = 280_000;

  it('peak shaving closes what it has opened when meters are not read: they count as 0 A', async () => {
    const start = '2026-06-15T18:00:00Z';
    const missing = ['Guest house heat pump', 'Kitchen oven'];
    const unread = missing.join(', ');
    const steps = timed(start, [
      ...['Water heater', 'Air conditioner', 'Pool pump'].map((device) => [0.2, load(device, 12)] as const),
      [1, load('Kitchen oven', 55)],
      ...missing.map((device) => [8, { do: 'offline', device }] as const),
    ]);
    const rehearsal = await rehearsed({
      ...{ flow: read('peak-shaving'), budgetMs },
      scenario: { start, hours: 0.25, steps },
    });
    assert.deepEqual(found(rehearsal), [
      `closed-unread: Air conditioner was closed once while these meters could not be read: ${unread}`,
      `closed-unread: Water heater was closed once while these meters could not be read: ${unread}`,
      `closed-unread: Pool pump was closed once while these meters could not be read: ${unread}`,
    ]);
  });

  it('peak shaving opens loads that draw nothing', async () => {
    const start = '2026-06-15T07:00:00Z';
    const steps = timed(start, [
      [0.2, { do: 'load', device: 'Pool pump', ratedA: 0 }],
      [0.2, load('Water heater', 12)],
      [1, load('Kitchen oven', 70)],
    ]);
    const rehearsal = await rehearsed({
      ...{ flow: read('peak-shaving'), budgetMs },
      scenario: { start, hours: 0.1, steps },
    });
    assert.deepEqual(found(rehearsal), [
      'opened-idle: Pool pump was opened once while it drew less than 2 % of its rating',
      'opened-idle: Air conditioner was opened once while it drew less than 2 % of its rating',
    ]);
  });

  it('peak shaving opens a load whose own power decides whether it may come back, again and again', async () => {
    const start = '2026-06-15T07:00:00Z';
    const steps = timed(start, [
      [0.2, load('Pool pump', 40)],
      ...['Water heater', 'Air conditioner', 'Guest house heat pump'].map((device) => [0.2, load(device, 0)] as const),
      [0.2, load('Kitchen oven', 28)],
    ]);
    const rehearsal = await rehearsed({
      ...{ flow: read('peak-shaving'), budgetMs },
      scenario: { start, hours: 0.4, steps },
    });
    assert.deepEqual(found(rehearsal), ['opened-often: Pool pump was opened 18 times within a day']);
  });

  it('the surplus of the sun pauses a charger at each cloud where a pause has no delay', async () => {
    const start = '2026-06-15T17:30:00Z';
    const clouds = Array.from({ length: 14 }, (_, index) => index * 2).flatMap((minute) => [
      [5 + minute, { do: 'load', device: 'Solar inverter', ratedA: 2 }] as const,
      [5.5 + minute, { do: 'load', device: 'Solar inverter', ratedA: 30 }] as const,
    ]);
    const steps = timed(start, [
      ...['Air conditioner', 'Water heater', 'Guest house heat pump', 'Pool pump', 'Kitchen oven', 'Clothes dryer'].map(
        (device) => [0.1, load(device, 0)] as const,
      ),
      [0.1, { do: 'load', device: 'Solar inverter', ratedA: 30 }],
      ...clouds,
    ]);
    // As the node of 0.1.0 did it: it had no such delay, and an upgraded flow gets one.
    const flow = read('solar-surplus').map((node) =>
      node.type === 'evse-config'
        ? { ...node, action: 'setCurrent', pauseAfter: 0, resumeAfter: 30, configVersion: 3 }
        : node,
    );
    const rehearsal = await rehearsed({ flow, budgetMs, scenario: { start, hours: 0.6, steps } });
    assert.deepEqual(found(rehearsal), ['paused-often: EV charger left was paused 14 times within a day']);
  });

  it('the freezer alarm tells of a trip after 1 h 42, where it promises 10 minutes', async () => {
    const start = '2026-06-15T12:00:00Z';
    const steps = timed(start, [[57, { do: 'trip', device: 'Refrigerator' }]]);
    const trip = Date.parse(start) + 57 * minuteMs;
    const expect = [
      {
        ...{ text: 'an alarm within 10 minutes of the trip', kind: 'debug', match: { node: 'alarm' }, atLeast: 1 },
        ...{ after: new Date(trip).toISOString(), before: new Date(trip + 10 * minuteMs).toISOString() },
      },
    ];
    const rehearsal = await rehearsed({
      ...{ flow: read('freezer-alarm'), budgetMs },
      scenario: { start, hours: 3, steps, expect },
    });
    const alarms = rehearsal.result.events.flatMap(({ kind, at }) =>
      kind === 'debug' ? [Math.floor((at - trip) / minuteMs)] : [],
    );
    assert.deepEqual([rehearsal.verdicts.map(({ met }) => met), alarms], [[false], [102]]);
  });
});
