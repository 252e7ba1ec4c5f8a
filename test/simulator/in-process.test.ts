import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import type { FaultEffect, FaultKind } from '../../src/simulator';
import { faultKinds } from '../../src/simulator/fault-kinds';
import { type SimulatedService, startService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { inProcessUrl } from './raw-in-process';

/** One fault of each kind, for its fields. */
const faults: { readonly [Kind in FaultKind]: FaultEffect<Kind> } = {
  offline: { kind: 'offline' },
  'too-many-requests': { kind: 'too-many-requests', retryAfter: '2' },
  unavailable: { kind: 'unavailable' },
  'bare-status': { kind: 'bare-status' },
  error: { kind: 'error', status: 500 },
  slow: { kind: 'slow', delayMs: 30_000 },
  'reset-before': { kind: 'reset-before' },
  'reset-after': { kind: 'reset-after' },
  'malformed-json': { kind: 'malformed-json' },
  truncated: { kind: 'truncated' },
  'empty-body': { kind: 'empty-body' },
  html: { kind: 'html' },
  redirect: { kind: 'redirect', location: 'https://elsewhere.invalid/' },
  gzip: { kind: 'gzip' },
  'expired-token': { kind: 'expired-token' },
  'looping-page': { kind: 'looping-page' },
};

/** What a read and a command come to that meet a fault, and what the simulator's log says of them. */
async function meet(service: SimulatedService, fault: FaultEffect) {
  const { clock, simulator } = service;
  const client = service.client();
  const deviceId = service.device('Kitchen outlets');
  await turned(clock, client.authenticate('ORG'));
  const held = fault.kind === 'slow' ? 1 : 0;
  async function outcome(call: Promise<{ readonly data: unknown }>): Promise<unknown> {
    return turned(clock, call, { held }).then(
      ({ data }) => data,
      (error) => {
        assert(error instanceof ClientError, String(error));
        return { code: error.code, statusCode: error.cause.statusCode };
      },
    );
  }
  try {
    simulator.controls.faults.inject({ ...fault, match: { path: '/devices*' }, times: 1 });
    const list = await outcome(client.call('devices.list', {}));
    simulator.controls.faults.clear();
    simulator.controls.faults.inject({ ...fault, match: { operation: 'devices.restart' }, times: 1 });
    const restart = await outcome(client.call('devices.restart', { path: { deviceId } }));
    return { list, restart, log: simulator.controls.requests, tookMs: clock.monotonicMs() };
  } finally {
    await service.close();
  }
}

describe('the simulator without a socket', () => {
  for (const kind of Object.keys(faultKinds) as FaultKind[])
    it(`${kind} is the same to a client as over HTTP`, async () => {
      const inProcess = await meet(await startServiceInProcess(), faults[kind]);
      assert.deepEqual(inProcess, await meet(await startService(), faults[kind]));
      assert(inProcess.log.some(({ fault }) => fault === kind));
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
