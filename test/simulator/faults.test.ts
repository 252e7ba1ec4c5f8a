import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import type { Fault } from '../../src/simulator';
import { faultKinds } from '../../src/simulator/fault-kinds';
import { faultProblems } from '../../src/simulator/faults';
import { query, type RunningSimulator, startServedSimulator } from './running-simulator';
import { ids } from './small-state';

const handle = `/devices/${ids.oven}/breaker/remoteHandle/position`;
const open = { command: 'open', reason: 'test' };

describe('faults on demand', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startServedSimulator();
    await running.token('organization');
  });
  afterEach(() => running.simulator.close());

  const tried = new Set<string>();
  const inject = (fault: Fault) => {
    tried.add(fault.kind);
    running.simulator.controls.faults.inject(fault);
  };
  const position = async () => (await running.get(handle)).json.data.position;

  it('meets the next matching requests as often as told, then no more', async () => {
    inject({ kind: 'offline', times: 2, match: { operation: 'remoteHandle.getPosition' } });
    assert.equal((await running.get('/devices')).status, 200);
    assert.equal((await running.get(handle)).status, 503);
    assert.equal(running.simulator.controls.faults.active[0]?.times, 1);
    assert.equal((await running.get(handle)).status, 503);
    assert.equal((await running.get(handle)).status, 200);
    assert.deepEqual(running.simulator.controls.faults.active, []);
  });

  it('meets every matching request until it is cleared', async () => {
    inject({ kind: 'unavailable', match: { method: 'GET', path: '/devices*' } });
    for (let count = 0; count < 3; count++) assert.equal((await running.get(handle)).status, 503);
    assert.equal((await running.call('application', 'GET', '/streams')).status, 200);
    running.simulator.controls.faults.clear();
    assert.equal((await running.get(handle)).status, 200);
  });

  it('matches an exact path', async () => {
    inject({ kind: 'bare-status', status: 504, match: { path: '/devices' } });
    assert.equal((await running.get(handle)).status, 200);
    assert.equal((await running.get('/devices')).status, 504);
  });

  it('the request log names the fault', async () => {
    inject({ kind: 'offline', times: 1 });
    await running.get(handle);
    assert.equal(running.simulator.controls.requests.at(-1)?.fault, 'offline');
  });

  it('offline: 503 Device Unavailable, not carried out', async () => {
    inject({ kind: 'offline', times: 1 });
    const { status, json } = await running.post(handle, open);
    assert.equal(status, 503);
    assert.equal(json.error.message, 'Device Unavailable');
    assert.equal(await position(), 'closed');
  });

  it('too-many-requests: 429 with any Retry-After, not carried out', async () => {
    for (const retryAfter of ['7', '0', '-1', '99999999999', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon']) {
      inject({ kind: 'too-many-requests', times: 1, retryAfter });
      const { status, headers } = await running.post(handle, open);
      assert.equal(status, 429);
      assert.equal(headers['retry-after'], retryAfter);
    }
    assert.equal(await position(), 'closed');
  });

  it('unavailable: 503 with an error body; bare-status: a gateway without one', async () => {
    inject({ kind: 'unavailable', times: 1 });
    assert.equal(typeof (await running.get(handle)).json.error.message, 'string');
    inject({ kind: 'bare-status', times: 1 });
    const bare = await running.get(handle);
    assert.equal(bare.status, 503);
    assert.equal(bare.bytes.length, 0);
  });

  it('error: any status of the service', async () => {
    inject({ kind: 'error', status: 418, message: 'teapot', times: 1 });
    const { status, json } = await running.get(handle);
    assert.equal(status, 418);
    assert.deepEqual(json, { error: { message: 'teapot', validations: [] } });
  });

  it('slow: waits on the clock of the simulator, before or after the operation is carried out', async () => {
    for (const [when, during] of [
      ['before', 'closed'],
      ['after', 'open'],
    ] as const) {
      inject({ kind: 'slow', delayMs: 5000, when, times: 1 });
      const answer = running.post(handle, open);
      await running.untilTimers(1);
      assert.equal(await position(), during);
      await running.clock.advance(5000);
      assert.equal((await answer).status, 204);
      assert.equal(await position(), 'open');
      await running.post(handle, { command: 'close', reason: 'test' });
      await running.clock.advance(1000);
      await running.post(handle, { command: 'close', reason: 'test' });
      await running.clock.advance(1000);
    }
  });

  it('slow: a request that waits is cut when the simulator closes', async () => {
    inject({ kind: 'slow', delayMs: 5000, times: 1 });
    const answer = assert.rejects(running.get(handle), { code: 'ECONNRESET' });
    await running.untilTimers(1);
    await running.simulator.close();
    await answer;
    assert.equal(running.clock.pendingTimers(), 0);
  });

  it('reset-before: cut, not carried out', async () => {
    inject({ kind: 'reset-before', times: 1 });
    await assert.rejects(running.post(handle, open), { code: 'ECONNRESET' });
    assert.equal(await position(), 'closed');
  });

  it('reset-after: cut, carried out', async () => {
    inject({ kind: 'reset-after', times: 1 });
    await assert.rejects(running.post(handle, open), { code: 'ECONNRESET' });
    assert.equal(await position(), 'open');
  });

  it('malformed-json, truncated and empty-body: carried out, the answer cannot be read', async () => {
    inject({ kind: 'malformed-json', times: 1 });
    const malformed = await running.get(handle);
    assert.equal(malformed.status, 200);
    assert.throws(() => JSON.parse(malformed.text), SyntaxError);
    inject({ kind: 'truncated', times: 1 });
    await assert.rejects(running.get(handle), { code: 'ECONNRESET' });
    inject({ kind: 'empty-body', times: 1 });
    const empty = await running.get(handle);
    assert.equal(empty.status, 200);
    assert.equal(empty.bytes.length, 0);
    inject({ kind: 'malformed-json', times: 1 });
    assert.equal((await running.post(handle, open)).status, 200);
    assert.equal(await position(), 'open');
  });

  it("html: a gateway's page, not carried out", async () => {
    inject({ kind: 'html', times: 1 });
    const { status, headers, text } = await running.post(handle, open);
    assert.equal(status, 502);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.match(text, /^<!DOCTYPE html>/);
    assert.equal(await position(), 'closed');
    inject({ kind: 'html', status: 200, times: 1 });
    assert.equal((await running.get(handle)).status, 200);
  });

  it('redirect: 302, by default to a page of the simulator that does not exist', async () => {
    inject({ kind: 'redirect', times: 1 });
    const { status, headers } = await running.get(handle);
    assert.equal(status, 302);
    assert.equal(headers.location, `${new URL(running.baseUrl).origin}/elsewhere`);
    inject({ kind: 'redirect', status: 307, location: 'http://127.0.0.1:1/', times: 1 });
    assert.equal((await running.get(handle)).headers.location, 'http://127.0.0.1:1/');
  });

  it('gzip: compressed, and the same answer', async () => {
    inject({ kind: 'gzip', times: 1 });
    const { headers, bytes } = await running.get(handle);
    assert.equal(headers['content-encoding'], 'gzip');
    assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), { data: { position: 'closed' } });
  });

  it('expired-token: the token of the request is gone, another one is not', async () => {
    inject({ kind: 'expired-token', times: 1 });
    assert.equal((await running.post(handle, open)).status, 401);
    assert.equal((await running.get(handle)).status, 401);
    assert.equal((await running.call('otherOrganization', 'GET', '/devices')).status, 200);
  });

  it('looping-page: next leads to the same page', async () => {
    const path = `/eventHistory/breakerMainHandlePosition${query({ $filter: `deviceId eq '${ids.oven}'` })}`;
    inject({ kind: 'looping-page', times: 1 });
    const { json } = await running.get(path);
    assert.equal(json.page.next, `${running.baseUrl}${path}`);
  });

  it('each kind is tried here', () => assert.deepEqual([...tried].sort(), Object.keys(faultKinds).sort()));
});

describe('a fault that comes as JSON', () => {
  it('is checked', () => {
    const good: unknown[] = [
      { kind: 'offline' },
      { kind: 'slow', delayMs: 0, when: 'after', times: 3 },
      {
        kind: 'too-many-requests',
        retryAfter: 'soon',
        match: { operation: 'devices.list', method: 'GET', path: '/*' },
      },
      { kind: 'error', status: 500 },
    ];
    for (const fault of good) assert.deepEqual(faultProblems(fault), []);
    const bad: [unknown, string[]][] = [
      [null, [' type']],
      [{}, ['kind enum']],
      [{ kind: 'toString' }, ['kind enum']],
      [{ kind: 'slow' }, ['delayMs required']],
      [{ kind: 'error' }, ['status required']],
      [{ kind: 'offline', delayMs: 1 }, ['delayMs unknown']],
      [{ kind: 'slow', delayMs: -1, when: 'x' }, ['delayMs minimum', 'when enum']],
      [{ kind: 'html', status: 99 }, ['status minimum']],
      [{ kind: 'redirect', location: 'a\r\nb' }, ['location pattern']],
      [{ kind: 'offline', times: 0 }, ['times minimum']],
      [{ kind: 'offline', times: 1.5 }, ['times type']],
      [{ kind: 'offline', match: { operation: 'nothing' } }, ['match.operation noOperation']],
      [{ kind: 'offline', match: { method: 'TRACE' } }, ['match.method enum']],
      [{ kind: 'offline', match: { device: 'x' } }, ['match.device unknown']],
      [{ kind: 'offline', match: 'x' }, ['match type']],
    ];
    for (const [fault, wrong] of bad)
      assert.deepEqual(
        faultProblems(fault).map(({ field, rule }) => `${field} ${rule}`),
        wrong,
      );
  });
});
