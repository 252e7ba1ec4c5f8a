import assert from 'node:assert/strict';
import type { CallOptions, Reply } from '../../src/client';
import { errorAnswer } from '../support/scripted-service';
import { settled } from '../support/turn-clock';
import { type ClientUnderTest, failureOf, startClientUnderTest } from './client-under-test';

type Command = 'open' | 'close';
type Sent = Promise<Reply<'remoteHandle.setPosition'>>;

const route = (deviceId: string) => `POST /devices/${deviceId}/breaker/remoteHandle/position`;

describe('behaviour: pace of handle commands', () => {
  let tested: ClientUnderTest;
  let sent: { command: Command; deviceId: string; at: number }[];
  let startMs: number;
  let startAtMs: number;

  async function start(commandSpacingMs?: number): Promise<void> {
    tested = await startClientUnderTest({ settings: commandSpacingMs === undefined ? {} : { commandSpacingMs } });
    startMs = tested.clock.now();
    startAtMs = tested.clock.monotonicMs();
    sent = [];
    for (const deviceId of ['a', 'b'])
      tested.service.on(route(deviceId), ({ body }) => {
        sent.push({
          command: (JSON.parse(body) as { command: Command }).command,
          deviceId,
          at: tested.clock.now() - startMs,
        });
        return {};
      });
    await tested.turn(tested.client.authenticate('ORG'));
  }
  beforeEach(() => start());
  afterEach(() => tested.close());

  function send(command: Command, deviceId = 'a', options: CallOptions = {}): Sent {
    const promise = tested.client.call(
      'remoteHandle.setPosition',
      { path: { deviceId }, body: { command, reason: 'test' } },
      options,
    );
    promise.catch(() => {});
    return promise;
  }
  const log = () => sent.map(({ command, at }) => `${command}@${at}`);
  const wait = async (ms: number) => {
    await tested.clock.advance(ms);
    await settled();
  };

  it('a close comes at least 10 s after the command before it', async () => {
    await tested.turn(send('open'));
    await wait(2_000);
    await tested.turn(send('close'));
    assert.deepEqual(log(), ['open@0', 'close@10000']);
  });

  it('devices do not wait for each other', async () => {
    await tested.turn(Promise.all([send('close', 'a'), send('close', 'b')]));
    assert.deepEqual(sent.map(({ deviceId, at }) => `${deviceId}@${at}`).sort(), ['a@0', 'b@0']);
  });

  it('an open always passes, at most one a second, in order', async () => {
    await tested.turn(send('close'));
    await tested.turn(Promise.all([send('open'), send('open'), send('open')]));
    assert.deepEqual(log(), ['close@0', 'open@1000', 'open@2000', 'open@3000']);
  });

  it('a close that cannot be sent within its deadline is refused at once and says when', async () => {
    await tested.turn(send('open'));
    const error = await failureOf(send('close'));
    assert.equal(error.code, 'RATE_LIMITED_LOCALLY');
    assert.equal(error.cause.retryAfter, 10);
    assert.match(error.message, /commands to one breaker keep 10 s apart, .* sent in 10 s, and it is valid for 10 s/);
    assert.equal(error.cause.deviceId, 'a');
    assert.deepEqual(log(), ['open@0']);
  });

  it('a waiting close is dropped by a newer one', async () => {
    await tested.turn(send('open'));
    await wait(2_000);
    const first = send('close');
    const second = send('close');
    assert.equal((await failureOf(first)).code, 'RATE_LIMITED_LOCALLY');
    await tested.turn(second);
    assert.deepEqual(log(), ['open@0', 'close@10000']);
  });

  it('an open cancels a waiting close', async () => {
    await tested.turn(send('open'));
    await wait(2_000);
    const close = send('close');
    await tested.turn(send('open'));
    assert.equal((await failureOf(close)).code, 'BLOCKED_BY_INTERLOCK');
    await wait(60_000);
    assert.deepEqual(log(), ['open@0', 'open@2000']);
  });

  it('an open cancels a close that waits to be tried again', async () => {
    tested.service.on(route('b'), errorAnswer(429, 'Too Many Requests'));
    const close = send('close', 'b');
    await settled();
    tested.service.on(route('b'), {});
    const open = send('open', 'b');
    assert.equal((await failureOf(tested.turn(close))).code, 'BLOCKED_BY_INTERLOCK');
    await tested.turn(open);
    assert.equal(tested.service.count(route('b')), 2);
  });

  it('an open waits 2 s at most for a close that was sent, whose outcome is then unknown', async () => {
    tested.service.on(route('b'), 'hang', () => {
      sent.push({ command: 'open', deviceId: 'b', at: tested.clock.now() - startMs });
      return {};
    });
    const close = send('close', 'b');
    await settled(1);
    const open = send('open', 'b');
    await tested.turn(open, { held: 1 });
    assert.equal((await failureOf(close)).code, 'UNKNOWN_OUTCOME');
    assert.deepEqual(log(), ['open@2000']);
  });

  it('commands to one device are never sent side by side', async () => {
    let inside = 0;
    let most = 0;
    tested.service.on(route('a'), () => {
      inside += 1;
      most = Math.max(most, inside);
      setImmediate(() => {
        inside -= 1;
      });
      return {};
    });
    await tested.turn(Promise.all(Array.from({ length: 5 }, () => send('open'))));
    assert.equal(tested.service.count(route('a')), 5);
    assert.equal(most, 1);
  });

  it('at most 10 closes a minute', async () => {
    await tested.close();
    await start(0);
    for (let index = 0; index < 10; index += 1) await tested.turn(send('close'));
    assert.equal(sent.length, 10);
    const error = await failureOf(send('close'));
    assert.equal(error.code, 'RATE_LIMITED_LOCALLY');
    assert.match(error.message, /a breaker is closed at most 10 times in 60 s/);
    await wait((error.cause.retryAfter ?? 0) * 1_000);
    await tested.turn(send('close'));
    const [first] = sent;
    assert((sent.at(-1)?.at ?? 0) - (first?.at ?? 0) >= 60_000);
  });

  it('a command that has expired is not sent', async () => {
    assert.equal((await failureOf(send('open', 'a', { expiresAtMs: startAtMs - 1 }))).code, 'COMMAND_EXPIRED');
    await tested.turn(send('open'));
    await wait(1_000);
    const late = await failureOf(send('close', 'a', { expiresAtMs: startAtMs + 5_000 }));
    assert.deepEqual([late.code, late.cause.retryAfter], ['RATE_LIMITED_LOCALLY', 9]);
    await wait(60_000);
    assert.deepEqual(log(), ['open@0']);
  });

  it('a command is not sent again after it has expired', async () => {
    tested.service.on(route('b'), { ...errorAnswer(429, 'slow down'), headers: { 'retry-after': '4' } });
    const error = await tested.failure(send('close', 'b', { expiresAtMs: startAtMs + 3_000 }));
    assert.equal(error.code, 'COMMAND_EXPIRED');
    assert.equal(tested.service.count(route('b')), 1);
  });

  it('a cancelled command leaves its place', async () => {
    await tested.turn(send('open'));
    await wait(2_000);
    const cancelling = new AbortController();
    const close = send('close', 'a', { signal: cancelling.signal });
    cancelling.abort();
    assert.equal((await failureOf(close)).code, 'CLOSED');
    await wait(60_000);
    assert.deepEqual(log(), ['open@0']);
    assert.equal(tested.clock.pendingTimers(), 0);
  });
});

describe('behaviour: the newest value wins', () => {
  const mode = 'PUT /devices/a/bargraph/settings/mode';
  let tested: ClientUnderTest;
  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  const set = (value: 'track-meter-data' | 'user-defined') =>
    tested.client.call('bargraphMode.set', { path: { deviceId: 'a' }, body: { mode: value } });

  it('values for one setting are sent in order, and a newer one ends the retries of an older', async () => {
    await tested.turn(tested.client.authenticate('ORG'));
    tested.service.on(mode, 'reset', {});
    const older = set('user-defined');
    const newer = set('track-meter-data');
    assert.equal((await tested.failure(older)).code, 'UNKNOWN_OUTCOME');
    await tested.turn(newer);
    const bodies = tested.service.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    assert.deepEqual(bodies, ['{"mode":"user-defined"}', '{"mode":"track-meter-data"}']);
  });
});
