import assert from 'node:assert/strict';
import { turnUntil } from '../support/turn-clock';
import { deviceOf, passed, simulatorOf } from './example-site';
import { describeExamples, errors } from './running-example';

describeExamples('07-devices', (example, only) => {
  example('01-inventory', 'lists every device as rows and as CSV, and finds one', async ({ click, at }) => {
    const text = String((await click('list all devices', 'CSV text')).payload);
    const lines = text.trim().split('\n');
    assert.match(lines[0] ?? '', /^deviceId,serialNumber,sku,hardwareType,location,loadType,/);
    assert.equal(lines.length, 15);
    assert.match(text, /Homes \/ Maple Street 12 \/ Main panel,server-rack,Quadrant,R12/);
    assert.equal(((at('rows')[0]?.payload ?? []) as unknown[]).length, 14);
    const found = (await click('which device is 30627073940?', 'found')).payload as { serialNumber: string }[];
    assert.deepEqual(
      found.map(({ serialNumber }) => serialNumber),
      ['30627073940'],
    );
    assert.deepEqual(at(errors), []);
  });

  only.imported('02-offline-notice', 'tells once that a device went offline, and that it is back', async (shown) => {
    const { clock, at, push } = shown;
    const minute = 60_000;
    await passed(clock, 10 * minute);
    const simulator = await simulatorOf(shown);
    const pump = deviceOf(simulator, 'Pool pump');
    simulator.setOnline(pump, false);
    await passed(clock, 4 * minute);
    assert.deepEqual(at('notification'), []);
    await passed(clock, 30 * minute);
    assert.deepEqual(
      at('notification').map(({ payload }) => String(payload).replace(/\d\d:\d\d/, 'N')),
      ['Pool pump: connection not connected, since N.'],
    );
    push('pool pump seen');
    simulator.setOnline(pump, true);
    await passed(clock, 10 * minute);
    assert.match(
      at('back again')
        .map(({ payload }) => String(payload))
        .join(),
      /^Pool pump: connection connected, well again at \d\d:\d\d after \d+ min\.$/,
    );
    assert.deepEqual([at('notification').length, at(errors)], [1, []]);
  });

  only.older('02-offline-notice', 'tells once that a device went offline, and that it is back', async (shown) => {
    const { at, click } = shown;
    const look = () => click('every minute', 'connections');
    await look();
    assert.equal(at('notification').length, 0);
    const simulator = await simulatorOf(shown);
    const [device] = simulator.devices();
    assert(device !== undefined);
    simulator.setOnline(device.id, false);
    await look();
    await look();
    assert.equal(at('notification').length, 1);
    simulator.setOnline(device.id, true);
    await look();
    assert.deepEqual(
      at('notification').map(({ payload }) => (payload as { text: string }).text.replace(/ since.*/, '')),
      [`${device.id} is offline`, `${device.id} is back`],
    );
    await click('try it: pool pump offline', 'notification');
    assert.deepEqual(at(errors), []);
  });

  example('03-leds-show-load', 'shows the load as a bar, and a tariff in one colour', async (shown) => {
    const { at, click } = shown;
    await click('every 10 s', 'load');
    const outcome = async (inject: string, debug: string) =>
      ((await click(inject, debug)).payload as { outcome: string }).outcome;
    assert.match(await outcome('try it: 14 A', 'load'), /confirmed|unchanged/);
    assert.equal(await outcome('dear', 'tariff shown'), 'confirmed');
    assert.equal(await outcome('dear', 'tariff shown'), 'unchanged');
    const back = (await click('back to meter data', 'back again')).payload as { succeeded: number };
    assert.equal(back.succeeded, 2);
    assert.deepEqual(at(errors), []);
  });

  example('04-rotate-udp-keys', 'gives devices a new key before the old one ends', async (shown) => {
    const { clock, at, click } = shown;
    type Rotation = { outcome: string; deleted: string[]; key: { id: string; value: string }; assigned: string[] };
    const first = (await click('first keys', 'rotation')).payload as Rotation;
    assert.deepEqual([first.outcome, first.assigned.length, first.key.value], ['confirmed', 2, '***']);
    await turnUntil(clock, () => at('rotation').length === 2, { withinMs: 6 * 86_400_000 });
    assert.equal(at('ends soon').length, 1);
    const second = at('rotation')[1]?.payload as Rotation;
    assert.deepEqual([second.outcome, second.deleted], ['confirmed', [first.key.id]]);
    assert.deepEqual(
      ((await click('which keys are there?', 'keys')).payload as { id: string }[]).map(({ id }) => id),
      [second.key.id],
    );
    assert.deepEqual(at(errors), []);
  });

  example('05-handle-audit-log', 'has a line for every movement, with what moved it', async (shown) => {
    const { at, click } = shown;
    const simulator = await simulatorOf(shown);
    const device = simulator.devices().find(({ label }) => label === 'Pool pump');
    assert(device !== undefined);
    simulator.moveMainHandle(device.id, 'open');
    const lines = String((await click('last 30 days', 'CSV text')).payload)
      .trim()
      .split('\n');
    assert.equal(lines[0], 'timestamp,deviceId,handle,position,source');
    assert.match(lines[1] ?? '', new RegExp(`^2026-01-15T.*,${device.id},main,open,$`));
    const { payload, complete } = await click('water heater, page by page', 'pages');
    const sources = (payload as { source: string }[]).map(({ source }) => source);
    assert.deepEqual([sources.slice(0, 2), complete], [['remote-command', 'timer'], true]);
    assert.deepEqual(at(errors), []);
  });
});
