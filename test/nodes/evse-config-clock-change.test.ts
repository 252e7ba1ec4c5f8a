import assert from 'node:assert/strict';
import evseConfig from '../../nodes/evse-config/evse-config';
import type { ChargeWindow } from '../../src/charging';
import { createManualClock } from '../../src/clock';
import type { ChargerChange } from '../../src/control';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnFor } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const night = (from: string, to: string): ChargeWindow[] => [
  { start: { day: 'monday', time: from }, stop: { day: 'tuesday', time: to }, restrictions: { maxCurrent: 16 } },
];

describe('evse-config: charge windows drawn in a zone whose clock changes', () => {
  let service: SimulatedService;
  let red: Runtime | undefined;
  let left: string;
  let right: string;

  async function serviceAt(instant: string): Promise<void> {
    service = await startService({ clock: createManualClock(Date.parse(instant)) });
    left = service.device('EV charger left');
    right = service.device('EV charger right');
  }
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    await service.close();
  });

  const flowOf = (settings: Settings = {}, accountSettings: Settings = {}) => {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const node = {
      type: 'evse-config',
      account: 'account',
      target: 'devices',
      devices: [left],
      action: 'changeConfiguration',
      mode: 'charge-windows',
      setWindows: true,
      windows: JSON.stringify(night('2200', '0600')),
      drawnZone: 'Europe/Berlin',
      ...settings,
    };
    return { flow: flowAround(node, account), credentials };
  };
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const nodes = [withTexts(evseConfig)];
    red = await startRuntime({ clock: service.clock, ...flowOf(settings, accountSettings), nodes });
    return red;
  }
  const payload = (running: Runtime, index: number) =>
    (running.outputs[index]?.payload ?? {}) as Record<string, unknown>;
  const writes = () => service.requests('evse.updateConfiguration').length;
  async function times(deviceId = left): Promise<string[]> {
    const call = service.client().call('evse.getConfiguration', { path: { deviceId } });
    const { configuration } = (await turned(service.clock, call)).data;
    const windows = (configuration?.windowConfiguration?.windows ?? []) as ChargeWindow[];
    return windows.map(({ start, stop }) => `${start.day} ${start.time} ${stop.day} ${stop.time}`);
  }
  async function setElsewhere(windows: ChargeWindow[], deviceId = left): Promise<void> {
    const body = { configuration: { windowConfiguration: { windows } } } as ChargerChange;
    await turned(service.clock, service.client().call('evse.updateConfiguration', { path: { deviceId }, body }));
    await turnFor(service.clock, 10_000);
  }

  const changes = [
    // 22:00 to 06:00 by the clock of the zone, before and after.
    { zone: 'Europe/Berlin', before: '2026-03-29T00:30:00Z', was: '2100 tuesday 0500', is: '2000 tuesday 0400' },
    { zone: 'Europe/Berlin', before: '2026-10-25T00:30:00Z', was: '2000 tuesday 0400', is: '2100 tuesday 0500' },
    { zone: 'Australia/Sydney', before: '2026-04-04T15:30:00Z', was: '1100 monday 1900', is: '1200 monday 2000' },
    { zone: 'Australia/Sydney', before: '2026-10-03T15:30:00Z', was: '1200 monday 2000', is: '1100 monday 1900' },
  ];
  for (const { zone, before, was, is } of changes)
    it(`${zone} after ${before}: the windows are rewritten once, when the clock changes`, async () => {
      await serviceAt(before);
      const running = await start({ drawnZone: zone });
      await running.run({});
      assert.deepEqual(await times(), [`monday ${was}`]);
      const written = writes();
      await turnFor(service.clock, 20 * minuteMs);
      assert.equal(writes(), written);
      await turnFor(service.clock, 20 * minuteMs);
      assert.deepEqual(await times(), [`monday ${is}`]);
      assert.equal(writes(), written + 1);
      assert.equal(running.outputs.length, 2);
      const { outcome, reason, changed } = payload(running, 1);
      assert.deepEqual(
        [outcome, reason, changed],
        ['confirmed', 'clock-change', ['configuration.windowConfiguration.windows']],
      );
      await turnFor(service.clock, 5 * hourMs);
      assert.equal(writes(), written + 1);
      assert.equal(running.outputs.length, 2);
    });

  it('windows that somebody set meanwhile stay, the node says so once, and keeps nothing there any more', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start();
    await running.run({});
    await setElsewhere(night('0100', '0200'));
    const written = writes();
    await turnFor(service.clock, 40 * minuteMs);
    assert.deepEqual(await times(), ['monday 0100 tuesday 0200']);
    assert.equal(writes(), written);
    assert.equal(payload(running, 1).leftOut, 'changed-since');
    assert.equal(running.statuses.at(-1)?.text, 'windows left: 1');
    await turnFor(service.clock, 5 * hourMs);
    assert.equal(running.outputs.length, 2);
  });

  it('of several chargers each is judged by itself', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start({ devices: [left, right] });
    await running.run({});
    await setElsewhere(night('0100', '0200'), right);
    await turnFor(service.clock, 40 * minuteMs);
    assert.deepEqual(await times(left), ['monday 2000 tuesday 0400']);
    assert.deepEqual(await times(right), ['monday 0100 tuesday 0200']);
  });

  it('a deleted node keeps nothing, also when it is put back', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start();
    await running.run({});
    await running.deploy([]);
    const written = writes();
    await turnFor(service.clock, 40 * minuteMs);
    assert.equal(writes(), written);
    assert.deepEqual(await times(), ['monday 2100 tuesday 0500']);
    await running.deploy(flowOf().flow, 'full');
    await turnFor(service.clock, 2 * minuteMs);
    assert.equal(writes(), written);
  });

  it('a deploy of the same node keeps what it wrote, and a late start makes the change good', async () => {
    await serviceAt('2026-03-29T00:59:50Z');
    const running = await start();
    await running.run({});
    const written = writes();
    await running.deploy(flowOf({ name: 'Night' }).flow, 'full');
    await turnFor(service.clock, 20 * minuteMs);
    assert.deepEqual(await times(), ['monday 2000 tuesday 0400']);
    assert.equal(writes(), written + 1);
  });

  it('a change of the clock while Node-RED was stopped is made good at its start, and sent once', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start();
    await running.run({});
    const written = writes();
    // No timer becomes due, as in a process that is not running.
    service.clock.step(40 * minuteMs);
    await running.deploy(flowOf().flow, 'full');
    await turnFor(service.clock, minuteMs);
    assert.deepEqual(await times(), ['monday 2000 tuesday 0400']);
    await running.deploy(flowOf().flow, 'full');
    await turnFor(service.clock, 2 * hourMs);
    assert.equal(writes(), written + 1);
  });

  it('a machine that slept over the change rewrites them within the hour', async () => {
    await serviceAt('2026-03-28T12:00:00Z');
    const running = await start();
    await running.run({});
    service.clock.step(20 * hourMs);
    await turnFor(service.clock, hourMs + minuteMs);
    assert.deepEqual(await times(), ['monday 2000 tuesday 0400']);
  });

  it('a charger that the node names no more is left as it is', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start({ devices: [left, right] });
    await running.run({});
    await running.deploy(flowOf({ devices: [right] }).flow, 'full');
    await turnFor(service.clock, 40 * minuteMs);
    assert.deepEqual(await times(left), ['monday 2100 tuesday 0500']);
    assert.deepEqual(await times(right), ['monday 2000 tuesday 0400']);
  });

  it('an unarmed account writes nothing, and nothing is kept of a dry run', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start({}, { armed: false });
    await running.run({});
    assert.equal(payload(running, 0).outcome, 'dry-run');
    await turnFor(service.clock, 5 * hourMs);
    assert.equal(writes(), 0);
    assert.equal(running.outputs.length, 1);
  });

  it('a charger that is offline at the change is caught up with when it is back', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start();
    await running.run({});
    service.simulator.controls.setOnline(left, false);
    await turnFor(service.clock, 40 * minuteMs);
    service.simulator.controls.setOnline(left, true);
    await turnFor(service.clock, 2 * hourMs);
    assert.deepEqual(await times(), ['monday 2000 tuesday 0400']);
  });

  it('windows drawn in the clock of the charger are sent as they are, and never touched', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const running = await start({ drawnZone: '' });
    await running.run({});
    const written = writes();
    await turnFor(service.clock, 5 * hourMs);
    assert.deepEqual(await times(), ['monday 2200 tuesday 0600']);
    assert.equal(writes(), written);
  });

  it('the last of two nodes that wrote to a charger alone rewrites its windows', async () => {
    await serviceAt('2026-03-29T00:30:00Z');
    const { flow, credentials } = flowOf();
    const [first] = flow.filter(({ id }) => id === 'n');
    const second = { ...first, id: 'n2', windows: JSON.stringify(night('2100', '0500')) } as (typeof flow)[number];
    red = await startRuntime({
      clock: service.clock,
      flow: [...flow, second],
      credentials,
      nodes: [withTexts(evseConfig)],
    });
    red.give({}, 'n2');
    await turnFor(service.clock, minuteMs);
    await red.run({});
    assert.deepEqual(await times(), ['monday 2100 tuesday 0500']);
    const written = writes();
    await turnFor(service.clock, 5 * hourMs);
    // What the other node would draw at the new offset is what the last one drew at the old.
    assert.deepEqual(await times(), ['monday 2000 tuesday 0400']);
    assert.equal(writes(), written + 1);
  });
});
