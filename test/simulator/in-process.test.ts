import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import type { JsonSchema } from '../../src/schema';
import { performControl } from '../../src/simulator';
import { faultKinds } from '../../src/simulator/fault-kinds';
import { type SimulatedService, startService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { inProcessUrl } from './raw-in-process';

type Fields = Readonly<Record<string, unknown>>;

/** A fault of this kind with the fields that it needs. */
function faultOf(kind: string, { properties = {}, required = [] }: JsonSchema): Fields {
  const sample = ({ type, enum: values }: JsonSchema = {}) => values?.[0] ?? (type === 'integer' ? 500 : 'text');
  return { kind, ...Object.fromEntries(required.map((name) => [name, sample(properties[name])])) };
}

/** What a read and a command come to that meet a fault, and what the simulator's log says of them. */
async function meet(service: SimulatedService, fault: Fields) {
  const { clock, simulator } = service;
  const client = service.client();
  const deviceId = service.device('Kitchen outlets');
  await turned(clock, client.authenticate('ORG'));
  const held = fault.kind === 'slow' ? 1 : 0;
  async function outcome(call: Promise<{ readonly data: unknown }>): Promise<unknown> {
    // Unpacking on another thread is nothing that a manual clock can wait for, and needs no clock.
    const ended = fault.kind === 'gzip' ? call : turned(clock, call, { held });
    return ended.then(
      ({ data }) => data,
      (error) => {
        assert(error instanceof ClientError, String(error));
        return { code: error.code, statusCode: error.cause.statusCode };
      },
    );
  }
  try {
    performControl(simulator.controls, 'POST', '/faults', { ...fault, match: { path: '/devices*' }, times: 1 });
    const list = await outcome(client.call('devices.list', {}));
    simulator.controls.faults.clear();
    const match = { operation: 'devices.restart' };
    performControl(simulator.controls, 'POST', '/faults', { ...fault, match, times: 1 });
    const restart = await outcome(client.call('devices.restart', { path: { deviceId } }));
    return { list, restart, log: simulator.controls.requests, tookMs: clock.monotonicMs() };
  } finally {
    await service.close();
  }
}

describe('the simulator without a socket', () => {
  const kinds = Object.entries(faultKinds).map(([kind, { fields }]) => faultOf(kind, fields.json));

  for (const fault of [...kinds, { kind: 'slow', delayMs: 30_000 }, { kind: 'slow', delayMs: 30_000, when: 'after' }])
    it(`${JSON.stringify(fault)} is the same to a client as over HTTP`, async () => {
      const inProcess = await meet(await startServiceInProcess(), fault);
      assert.deepEqual(inProcess, await meet(await startService(), fault));
      assert(inProcess.log.some((entry) => entry.fault === fault.kind));
    });

  it('nothing arrives of a request that must not leave', async () => {
    const { simulator, close } = await startServiceInProcess();
    const request = { method: 'GET', url: `${inProcessUrl}/devices`, headers: {} };
    const result = await simulator.transport(request, { mayLeave: () => false });
    assert.equal(result.kind, 'failure');
    assert.deepEqual(simulator.controls.requests, []);
    await close();
  });

  it('a request that waits is cut when the simulator closes', async () => {
    const { simulator, clock } = await startServiceInProcess();
    simulator.controls.faults.inject({ kind: 'slow', delayMs: 5_000 });
    const request = { method: 'GET', url: `${inProcessUrl}/devices`, headers: {} };
    const result = simulator.transport(request, { mayLeave: () => true });
    await simulator.close();
    assert.deepEqual(await result, { kind: 'failure', why: 'network', detail: 'ECONNRESET' });
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a day of polls and commands is the same day twice, and opens no socket', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    const before = sockets();
    async function day() {
      const service = await startServiceInProcess();
      const { clock, simulator } = service;
      const client = service.client();
      const path = { deviceId: service.device('Kitchen outlets') };
      const readings: unknown[] = [];
      for (let hour = 0; hour < 24; hour += 1) {
        const body = { command: hour % 2 === 0 ? 'open' : 'close', reason: 'test' } as const;
        await turned(clock, client.call('remoteHandle.setPosition', { path, body }));
        for (let poll = 0; poll < 6; poll += 1) {
          readings.push((await turned(clock, client.call('meter.reading', { path }))).data);
          await clock.advance(600_000);
        }
      }
      assert.equal(sockets(), before);
      const { requests, events } = simulator.controls;
      await service.close();
      return { readings, requests, events };
    }
    assert.deepEqual(await day(), await day());
  }).timeout(60_000);
});
