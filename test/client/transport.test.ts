import assert from 'node:assert/strict';
import {
  type ClientError,
  createClient,
  type Transport,
  type TransportHooks,
  type TransportResult,
} from '../../src/client';
import { createManualClock, type ManualClock } from '../../src/clock';
import { turned } from '../support/turn-clock';
import { failureOf } from './client-under-test';

const settings = {
  baseUrl: 'https://service.invalid',
  apiKey: 'key',
  organization: { clientId: 'id', secret1: 'secret' },
  connectTimeoutMs: 3_000,
  responseTimeoutMs: 5_000,
};
const deviceId = 'a';

function answered(data: unknown): TransportResult {
  return { kind: 'answer', statusCode: 200, headers: {}, text: JSON.stringify({ data }) };
}

describe('spec 4 a transport of one’s own', () => {
  let clock: ManualClock;
  let requests: Parameters<Transport>[0][];
  beforeEach(() => {
    clock = createManualClock();
    requests = [];
  });

  /** A client whose token is answered, and whose other requests are carried by `carry`. */
  function clientWith(carry: (hooks: TransportHooks) => Promise<TransportResult>) {
    return createClient({
      settings,
      clock,
      random: () => 0.5,
      async transport(request, hooks) {
        if (request.url.endsWith('/authToken')) {
          hooks.mayLeave();
          return answered({ token: 't', expiresAt: new Date(clock.now() + 3_600_000).toISOString() });
        }
        requests.push(request);
        return carry(hooks);
      },
    });
  }
  const open = (client: ReturnType<typeof clientWith>, options = {}) =>
    client.call('remoteHandle.setPosition', { path: { deviceId }, body: { command: 'open', reason: 'test' } }, options);
  const restart = (client: ReturnType<typeof clientWith>): Promise<ClientError> =>
    failureOf(turned(clock, client.call('devices.restart', { path: { deviceId } })));
  const never = () => new Promise<TransportResult>(() => {});

  it('gets the whole URL, every header of the account and the body as JSON', async () => {
    const client = clientWith(async ({ mayLeave }) => {
      mayLeave();
      return { kind: 'answer', statusCode: 204, headers: {}, text: '' };
    });
    await turned(clock, open(client));
    assert.deepEqual(requests, [
      {
        method: 'POST',
        url: 'https://service.invalid/api/v1/devices/a/breaker/remoteHandle/position',
        headers: {
          Accept: 'application/json',
          'Em-Api-Subscription-Key': 'key',
          Authorization: 'Bearer t',
          'Content-Type': 'application/json',
        },
        body: '{"command":"open","reason":"test"}',
      },
    ]);
    await client.close();
  });

  it('what failed before mayLeave was asked was not sent, and is sent again', async () => {
    const error = await restart(clientWith(async () => ({ kind: 'failure', why: 'network', detail: 'ECONNREFUSED' })));
    assert.equal(error.code, 'NETWORK');
    assert.equal(requests.length, 2);
  });

  it('what failed after it may have been sent: its outcome is unknown', async () => {
    const client = clientWith(async ({ mayLeave }) => {
      mayLeave();
      return { kind: 'failure', why: 'network', detail: 'ECONNRESET' };
    });
    assert.equal((await restart(client)).code, 'UNKNOWN_OUTCOME');
    assert.equal(requests.length, 1);
  });

  it('one that rejects is a failure of the network, not of the client', async () => {
    const error = await restart(clientWith(() => Promise.reject(new Error('broken'))));
    assert.equal(error.code, 'NETWORK');
  });

  it('connecting and the answer each have their time, and what is given up is stopped', async () => {
    const stoppedAfterMs: number[] = [];
    for (const connects of [false, true]) {
      const startMs = clock.monotonicMs();
      const client = clientWith((hooks) => {
        if (connects) hooks.mayLeave();
        hooks.onStop(() => stoppedAfterMs.push(clock.monotonicMs() - startMs));
        return never();
      });
      await restart(client);
      await client.close();
    }
    assert.equal(stoppedAfterMs[0], 3_000);
    assert.equal(stoppedAfterMs.at(-1), 5_000);
  });

  it('an answer whose head has arrived may take longer', async () => {
    const client = clientWith(async ({ mayLeave, headArrived }) => {
      mayLeave();
      headArrived();
      await new Promise<void>((resolve) => clock.after(9_000, resolve));
      return answered({ id: deviceId });
    });
    assert.equal((await turned(clock, client.call('devices.get', { path: { deviceId } }))).statusCode, 200);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('safety: a command that became too old while it connected must not leave', async () => {
    const left: boolean[] = [];
    const client = clientWith(async ({ mayLeave }) => {
      await new Promise<void>((resolve) => clock.after(2_000, resolve));
      left.push(mayLeave());
      return { kind: 'failure', why: 'network', detail: 'closed' };
    });
    const expiresAtMs = clock.monotonicMs() + 1_000;
    const error = await failureOf(turned(clock, open(client, { expiresAtMs })));
    assert.equal(error.code, 'COMMAND_EXPIRED');
    assert.deepEqual(left, [false]);
  });

  it('nothing may leave after the client was closed', async () => {
    let asked: (() => boolean) | undefined;
    const client = clientWith(({ mayLeave }) => {
      asked = mayLeave;
      return never();
    });
    const failed = failureOf(open(client));
    while (asked === undefined) await new Promise((resolve) => setImmediate(resolve));
    await client.close();
    assert.equal((await failed).code, 'CLOSED');
    assert.equal(asked(), false);
    assert.equal(clock.pendingTimers(), 0);
  });
});
