import assert from 'node:assert/strict';
import { errorAnswer, type ScriptedReply } from '../support/scripted-service';
import { settled } from '../support/turn-clock';
import { type ClientUnderTest, failureOf, startClientUnderTest } from './client-under-test';

const reading = 'GET /devices/a/data/telemetry/meter/reading';
const path = { deviceId: 'a' };

describe('client: shared reads', () => {
  let tested: ClientUnderTest;
  let sequence: number;

  beforeEach(async () => {
    tested = await startClientUnderTest();
    sequence = 0;
    tested.service.on(reading, () => {
      sequence += 1;
      return { json: { data: { sequence, currentA: { val: 1 } } } };
    });
  });
  afterEach(() => tested.close());

  const read = (options = {}) => tested.client.call('meter.reading', { path }, options);

  it('equal reads at the same time are one request, and each caller has an answer of its own', async () => {
    const replies = await tested.turn(Promise.all(Array.from({ length: 10 }, () => read())));
    assert.equal(tested.service.count(reading), 1);
    for (const { data } of replies) assert.deepEqual(data, { sequence: 1, currentA: { val: 1 } });
    assert.equal(new Set(replies.map(({ data }) => data)).size, 10);
    assert.equal(new Set(replies.map(({ data }) => data.currentA)).size, 10);
  });

  it('without an age, an answer that has come is not shared', async () => {
    await tested.turn(read());
    assert.equal((await tested.turn(read())).data.sequence, 2);
  });

  it('an answer is shared as long as it is not older than asked for', async () => {
    const first = await tested.turn(read({ maxAgeMs: 5_000 }));
    first.data.sequence = 99;
    await tested.clock.advance(5_000);
    const second = await tested.turn(read({ maxAgeMs: 5_000 }));
    assert.equal(second.data.sequence, 1);
    assert.equal(second.receivedAt, first.receivedAt);
    assert.equal((await tested.turn(read({ maxAgeMs: 4_999 }))).data.sequence, 2);
  });

  it('its age is that of the monotonic clock: an hour is an hour when the wall clock stepped back meanwhile', async () => {
    await tested.turn(read({ maxAgeMs: 1_000 }));
    await tested.clock.advance(3_600_000);
    tested.clock.step(-3_600_000);
    assert.equal((await tested.turn(read({ maxAgeMs: 1_000 }))).data.sequence, 2);
    tested.clock.step(7_200_000);
    assert.equal((await tested.turn(read({ maxAgeMs: 1_000 }))).data.sequence, 2);
  });

  it('other tokens, filters and devices are other reads', async () => {
    tested.service.on('GET /devices', { json: { data: [] } });
    await tested.turn(
      Promise.all([
        tested.client.call('devices.list', {}, { token: 'APP' }),
        tested.client.call('devices.list', {}, { token: 'ORG' }),
        tested.client.call('devices.list', { filter: { locationId: 'x' } }),
      ]),
    );
    assert.equal(tested.service.count('GET /devices'), 3);
  });

  it('a read after a command is never answered by one from before it', async () => {
    const position = 'GET /devices/a/breaker/remoteHandle/position';
    tested.service.on('POST /devices/a/breaker/remoteHandle/position', {});
    tested.service.on(position, 'hang', { json: { data: { position: 'open' } } });
    const before = tested.client.call('remoteHandle.getPosition', { path });
    before.catch(() => {});
    await settled(1);
    await tested.client.call('remoteHandle.setPosition', { path, body: { command: 'open', reason: 'test' } });
    const { data } = await tested.client.call('remoteHandle.getPosition', { path });
    assert.equal(data.position, 'open');
    assert.equal(tested.service.count(position), 2);
  });

  it('a command makes what is kept about its device old', async () => {
    tested.service.on('POST /devices/a/restart', {});
    await tested.turn(read({ maxAgeMs: 60_000 }));
    await tested.turn(tested.client.call('devices.restart', { path }));
    assert.equal((await tested.turn(read({ maxAgeMs: 60_000 }))).data.sequence, 2);
  });

  it('an error is shared by those who wait, and not kept', async () => {
    tested.service.on(reading, errorAnswer(404, 'no such device'), { json: { data: { sequence: 7 } } });
    const codes = await tested.turn(Promise.all([failureOf(read({ maxAgeMs: 9_000 })), failureOf(read())]));
    assert.deepEqual(
      codes.map(({ code }) => code),
      ['NOT_FOUND', 'NOT_FOUND'],
    );
    assert.equal(tested.service.count(reading), 1);
    assert.equal((await tested.turn(read({ maxAgeMs: 9_000 }))).data.sequence, 7);
  });

  it('who leaves does not end the read of the others', async () => {
    await tested.turn(tested.client.authenticate('ORG'));
    const answer: ScriptedReply = { json: { data: { sequence: 7 } } };
    tested.service.on(reading, 'hang', answer);
    const leaving = new AbortController();
    const first = read({ signal: leaving.signal });
    const second = read();
    first.catch(() => {});
    await settled(1);
    leaving.abort();
    assert.equal((await failureOf(first)).code, 'CLOSED');
    assert.equal((await tested.turn(second)).data.sequence, 7);
  });

  it('each caller has a deadline of its own', async () => {
    tested.service.on(reading, 'hang');
    const startedAt = tested.clock.now();
    const patient = read();
    patient.catch(() => {});
    const error = await tested.failure(read({ deadlineMs: 1_000 }), { held: 1 });
    assert.equal(error.code, 'TIMEOUT');
    assert.equal(tested.clock.now() - startedAt, 1_000);
  });

  it('what is kept is bounded', async () => {
    const ids = Array.from({ length: 510 }, (_, index) => `d${index}`);
    for (const id of ids) tested.service.on(`GET /devices/${id}`, { json: { data: { id } } });
    const get = (deviceId: string) => tested.client.call('devices.get', { path: { deviceId } }, { maxAgeMs: 60_000 });
    for (const id of ids) await get(id);
    await get('d509');
    assert.equal(tested.service.count('GET /devices/d509'), 1);
    await get('d0');
    assert.equal(tested.service.count('GET /devices/d0'), 2);
  });
});
