import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/client';
import { errorAnswer, tokenAnswer } from '../support/scripted-service';
import { settled } from '../support/turn-clock';
import { type ClientUnderTest, startClientOverHttp, tokenRoute } from './client-under-test';

const hourMs = 3_600_000;
const readingOf = (deviceId: string) => `GET /devices/${deviceId}/data/telemetry/meter/reading`;
const handleOf = (deviceId: string) => `/devices/${deviceId}/breaker/remoteHandle/position`;
const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);
const busy = (retryAfter: string) => ({ ...errorAnswer(429, 'slow down'), headers: { 'retry-after': retryAfter } });

describe('behaviour: an account whose service is busy or unreachable', () => {
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientOverHttp({ keepAlive: true });
  });
  afterEach(() => tested.close());

  const read = (deviceId: string, options: CallOptions = {}) =>
    tested.client.call('meter.reading', { path: { deviceId } }, { token: 'ORG', ...options });
  const operate = (deviceId: string, command: 'open' | 'close') =>
    tested.client.call('remoteHandle.setPosition', { path: { deviceId }, body: { command, reason: 'test' } });
  /** What arrived of these routes, and when. */
  function arrivals(matches: (route: string) => boolean): number[] {
    const at: number[] = [];
    for (const id of names(100))
      for (const route of [readingOf(id), `POST ${handleOf(id)}`])
        if (matches(route))
          tested.service.on(route, () => {
            at.push(tested.clock.monotonicMs());
            return route.startsWith('GET') ? { json: { data: { ts: 1 } } } : {};
          });
    return at;
  }

  it('200 s of 502 on the token operation: no open is refused untried, and the first after it goes out at once', async () => {
    const open = () => operate('d0', 'open');
    tested.service.on(`POST ${handleOf('d0')}`, {});
    tested.service.on(tokenRoute, { status: 502, text: '<html>' });
    while (tested.clock.monotonicMs() < 200_000) {
      const asked = tested.service.count(tokenRoute);
      const error = await tested.failure(open());
      assert.equal(error.code, 'BAD_RESPONSE');
      assert(tested.service.count(tokenRoute) > asked, 'it was tried');
    }
    tested.service.on(tokenRoute, tokenAnswer('token', tested.clock.now() + hourMs));
    const backAtMs = tested.clock.monotonicMs();
    await tested.turn(open());
    assert.equal(tested.clock.monotonicMs(), backAtMs);
  });

  it('an open does not wait for a token request that waits for its retry', async () => {
    tested.service.on(tokenRoute, busy('20'), tokenAnswer('token', tested.clock.now() + hourMs));
    tested.service.on(`POST ${handleOf('d0')}`, {});
    const [patient] = arrivals(() => true);
    const reading = read('d1');
    await settled();
    assert.equal(tested.service.count(tokenRoute), 1);
    await tested.turn(operate('d0', 'open'));
    assert.deepEqual([patient, tested.clock.monotonicMs()], [undefined, 0]);
    await tested.turn(reading);
  });

  it('a 429 with Retry-After holds all reads of the account for that time, but no opens and closes', async () => {
    const readings = arrivals((route) => route.startsWith('GET'));
    const commands = arrivals((route) => route.startsWith('POST'));
    await tested.turn(tested.client.authenticate('ORG'));
    tested.service.on('GET /devices/first', busy('20'), { json: { data: { id: 'first' } } });
    const first = tested.client.call('devices.get', { path: { deviceId: 'first' } }, { token: 'ORG' });
    await settled();
    const others = Promise.all(names(50).map((id) => read(id)));
    await tested.turn(Promise.all([operate('d50', 'open'), operate('d51', 'close')]));
    assert.deepEqual([commands, readings], [[0, 0], []]);
    await tested.turn(Promise.all([first, others]));
    assert.equal(readings.length, 50);
    assert(Math.min(...readings) >= 20_000);
    assert.equal(new Set(readings).size, 50, 'no two in step');
  });

  it('100 throttled callers are sent one after another', async () => {
    const again: number[] = [];
    let told = 0;
    for (const id of names(100))
      tested.service.on(readingOf(id), () => {
        if (tested.clock.monotonicMs() < 2_000) {
          told += 1;
          return busy('2');
        }
        again.push(tested.clock.monotonicMs());
        return { json: { data: { ts: 1 } } };
      });
    await tested.turn(Promise.all(names(100).map((id) => read(id))));
    assert.equal(again.length, 100);
    assert(told <= 12, `${told} were under way`);
    assert.equal(new Set(again).size, 100);
  });

  it('a 429 to a command is about its device: reads of the account and other devices go on', async () => {
    const readings = arrivals((route) => route.startsWith('GET'));
    await tested.turn(tested.client.authenticate('ORG'));
    tested.service.on(`POST ${handleOf('d1')}`, busy('5'), {});
    tested.service.on('PATCH /devices/d2/evse/settings/configuration', busy('5'), { json: { data: {} } });
    const throttled = [
      operate('d1', 'close'),
      tested.client.call('evse.updateConfiguration', { path: { deviceId: 'd2' }, body: { mode: 'cloud-api' } }),
    ];
    await settled();
    await tested.turn(read('d3'));
    assert.deepEqual(readings, [0]);
    await tested.turn(Promise.all(throttled));
  });

  it('a 429 to a record write stops reads and record writes, the token operation too', async () => {
    const readings = arrivals((route) => route.startsWith('GET'));
    await tested.turn(tested.client.authenticate('ORG'));
    tested.service.on('PATCH /locations/l', busy('5'), { json: { data: { id: 'l' } } });
    const body = { name: 'here' };
    const write = tested.client.call('locations.update', { path: { locationId: 'l' }, body });
    await settled();
    const reading = read('d3');
    await tested.turn(Promise.all([write, reading]));
    assert.equal(tested.service.count('PATCH /locations/l'), 2);
    assert((readings[0] ?? 0) >= 5_000);
    tested.service.on(tokenRoute, busy('5'), tokenAnswer('token', tested.clock.now() + hourMs));
    const before = tested.clock.monotonicMs();
    const forced = tested.client.authenticate('APP');
    await settled();
    const later = read('d4');
    await tested.turn(Promise.all([forced, later]));
    assert((readings[1] ?? 0) >= before + 5_000);
  });

  it('500 polls at once use at most 8 connections, and no command waits for them', async () => {
    tested = await replace({ callsPerMinute: 10_000 });
    await tested.turn(tested.client.authenticate('ORG'));
    for (const id of names(500)) tested.service.on(readingOf(id), 'hang');
    tested.service.on(`POST ${handleOf('c')}`, {});
    tested.service.on(readingOf('c'), { json: { data: { ts: 1 } } });
    const polls = names(500).map((id) => read(id, { priority: 'poll' }));
    for (const poll of polls) poll.catch(() => {});
    await settled(8);
    assert(tested.service.requests.filter(({ target }) => target.includes('reading')).length <= 8);
    await read('c', { priority: 'command-read' });
    await operate('c', 'close');
    assert.equal(tested.clock.monotonicMs(), 0);
    assert((await tested.service.openConnections()) <= 16);
  });

  it('commands at once use at most 16 connections', async () => {
    await tested.turn(tested.client.authenticate('ORG'));
    let most = 0;
    for (const id of names(100)) tested.service.on(`POST ${handleOf(id)}`, {});
    const watch = setInterval(async () => {
      most = Math.max(most, await tested.service.openConnections());
    }, 1);
    await tested.turn(Promise.all(names(100).map((id) => operate(id, 'open'))));
    clearInterval(watch);
    most = Math.max(most, await tested.service.openConnections());
    assert(most <= 16, `${most}`);
  });

  it('a command is not delayed by a waiting poll of the same read', async () => {
    tested = await replace({ callsPerMinute: 4 });
    const readings = arrivals((route) => route.startsWith('GET'));
    await tested.turn(read('d0', { priority: 'poll' }));
    const poll = read('d1', { priority: 'poll' });
    await settled();
    assert.equal(readings.length, 1);
    const { receivedAtMs } = await tested.turn(read('d1', { priority: 'command-read' }));
    assert.equal(receivedAtMs, 0);
    assert.equal((await tested.turn(poll)).receivedAtMs, 0);
    assert.equal(readings.length, 2);
  });

  it('the reads of an open are not throttled, even if an equal read waits', async () => {
    const readings = arrivals((route) => route.startsWith('GET'));
    await tested.turn(tested.client.authenticate('ORG'));
    tested.service.on('GET /devices/first', busy('20'), { json: { data: { id: 'first' } } });
    const first = tested.client.call('devices.get', { path: { deviceId: 'first' } }, { token: 'ORG' });
    await settled();
    const other = read('d1');
    await settled();
    await tested.turn(read('d1', { priority: 'open' }));
    assert.deepEqual(readings, [0]);
    await tested.turn(Promise.all([first, other]));
  });

  async function replace(settings: { callsPerMinute: number }): Promise<ClientUnderTest> {
    await tested.close();
    return startClientOverHttp({ keepAlive: true, settings });
  }
});
