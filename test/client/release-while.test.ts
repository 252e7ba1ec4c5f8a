import assert from 'node:assert/strict';
import type { ReleaseWhile } from '../../src/client';
import { errorAnswer } from '../support/scripted-service';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const handle = '/devices/a/breaker/remoteHandle/position';
const busy = { ...errorAnswer(429, 'busy'), headers: { 'retry-after': '3' } };
const path = { deviceId: 'a' };

describe('client: waits during which the caller gives its permit back', () => {
  let tested: ClientUnderTest;
  let waits: number[];
  beforeEach(async () => {
    tested = await startClientUnderTest();
    waits = [];
    await tested.turn(tested.client.authenticate('ORG'));
  });
  afterEach(() => tested.close());

  const releaseWhile: ReleaseWhile = async (wait) => {
    const since = tested.clock.now();
    try {
      return await wait;
    } finally {
      waits.push(tested.clock.now() - since);
    }
  };
  const open = () =>
    tested.turn(
      tested.client.call(
        'remoteHandle.setPosition',
        { path, body: { command: 'open', reason: 'test' } },
        { releaseWhile },
      ),
    );

  it('are none where all goes well', async () => {
    tested.service.on(`POST ${handle}`, {});
    await open();
    assert.deepEqual(waits, []);
  });

  it('are those between the attempts of a command', async () => {
    tested.service.on(`POST ${handle}`, busy, {});
    await open();
    assert.deepEqual(waits, [3_000]);
  });

  it('are those between the attempts of a read', async () => {
    tested.service.on(`GET ${handle}`, busy, { json: { data: { position: 'open' } } });
    await tested.turn(tested.client.call('remoteHandle.getPosition', { path }, { releaseWhile }));
    assert.deepEqual(waits, [3_000]);
  });

  it('are those for the commands before', async () => {
    tested.service.on(`POST ${handle}`, {});
    await open();
    await open();
    assert.deepEqual(waits, [1_000]);
  });

  it('do not put off a command beyond its time: it is not sent when nobody lets it go on before', async () => {
    tested.service.on(`POST ${handle}`, busy, {});
    const late: ReleaseWhile = async (wait) => {
      await wait;
      await tested.clock.advance(5_000);
      return wait;
    };
    const expiresAtMs = tested.clock.monotonicMs() + 6_000;
    const input = { path, body: { command: 'open', reason: 'test' } } as const;
    const error = await tested.failure(
      tested.client.call('remoteHandle.setPosition', input, { releaseWhile: late, expiresAtMs }),
    );
    assert.equal(error.code, 'COMMAND_EXPIRED');
    assert.equal(tested.service.count(`POST ${handle}`), 1);
  });
});
