import assert from 'node:assert/strict';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import type { FlowNode } from '../support/node-red-test-helper';
import { type Receiving, startDeliveringService, startReceiving } from '../support/receiving';
import { type Received, withTexts } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';

const minute = 60_000;

/** The service signs what it pushes, and sends it over HTTP to the port of the endpoint. */
describe('circuit-watch: beside a stream', () => {
  let service: SimulatedService;
  let receiving: Receiving | undefined;
  let events: Received[];
  let rack: string;

  beforeEach(async () => {
    service = await startDeliveringService();
    rack = service.device('Office server rack');
    events = [];
  });
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });

  async function start(watch: object): Promise<void> {
    const place = { z: 'tab', x: 100, y: 100 };
    const watching = {
      ...{ ...place, id: 'watch', type: 'circuit-watch', account: 'account', target: 'devices', devices: [rack] },
      ...{ zone: 'UTC', every: 60, wires: [['told'], ['told'], []], ...watch },
    };
    receiving = await startReceiving({
      service,
      node: { type: 'stream-receiver', devices: [rack], wires: [['outputs', 'watch'], ['refused'], ['attached']] },
      more: [watching, { ...place, id: 'told', type: 'helper', wires: [] }] as unknown as FlowNode[],
      registrations: [withTexts(circuitWatch)],
    });
    receiving.red.node('told').on('input', (msg) => events.push(msg as never));
  }
  async function pass(ms: number): Promise<void> {
    let passed = false;
    service.clock.after(ms, () => {
      passed = true;
    });
    await receiving?.until(() => passed, ms + 1);
  }
  const told = () => events.map(({ event }) => event);
  const polls = () => service.requests('deviceData.get').length + service.requests('meter.reading').length;
  /** Polls within a time from now on. */
  async function pollsIn(ms: number): Promise<number> {
    const before = polls();
    await pass(ms);
    return polls() - before;
  }

  it('tells what happens once, in the moment in which it is pushed, and only checks every 20 minutes', async () => {
    await start({ measure: 'events', condition: 'changes' });
    await pass(15 * minute);
    assert.deepEqual(told(), []);
    const count = await pollsIn(60 * minute);
    assert.ok(count >= 2 && count <= 3, `${count} polls in an hour`);
    const { controls } = service.simulator;
    const before = polls();
    controls.tripBreaker(rack);
    await pass(5_000);
    assert.deepEqual([told(), polls() - before], [['tripped-or-opened'], 0]);
    await pass(45 * minute);
    assert.deepEqual(told(), ['tripped-or-opened']);
    controls.moveMainHandle(rack, 'closed');
    await pass(30 * minute);
    assert.deepEqual(told(), ['tripped-or-opened', 'closed-by-hand']);
    assert.deepEqual(receiving?.red.caught, []);
  });

  it('polls again when the stream has ended, and tells what was missed once', async () => {
    await start({ measure: 'events', condition: 'changes' });
    await pass(45 * minute);
    receiving?.endRoute();
    await pass(15 * minute);
    service.simulator.controls.tripBreaker(rack);
    await pass(3 * minute);
    assert.deepEqual(told(), ['tripped-or-opened']);
    assert.ok((await pollsIn(10 * minute)) >= 8);
    assert.deepEqual(told(), ['tripped-or-opened']);
  });

  it('judges what is measured by the pushes, too', async () => {
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 5 / 0.6 });
    await start({ measure: 'amperes', condition: 'above', value: 16, for: 0, wellFor: 0 });
    await pass(15 * minute);
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 22 / 0.6 });
    const count = await pollsIn(60 * minute);
    assert.ok(count <= 4, `${count} polls in an hour`);
    assert.deepEqual(told(), ['alarm']);
  });
});
