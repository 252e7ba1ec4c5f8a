import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createManualClock, type ManualClock } from '../../src/clock';
import { JournalUnwritableError } from '../../src/receiver';
import {
  acquireSharedEndpoint,
  type SharedEndpoint,
  type SharedEndpointOptions,
} from '../../src/runtime/receiver/shared-endpoint';
import { until } from '../receiver/raw-connection';
import { freePort } from '../support/free-port';

describe('shared endpoint', () => {
  let clock: ManualClock;
  let acquired: SharedEndpoint[];
  let count = 0;
  beforeEach(() => {
    clock = createManualClock();
    acquired = [];
    count += 1;
  });
  afterEach(async () => {
    for (const endpoint of acquired) await endpoint.release(false);
  });

  async function acquire(port: number, more: Partial<SharedEndpointOptions> = {}): Promise<SharedEndpoint> {
    const endpoint = await acquireSharedEndpoint({
      id: `endpoint-${count}`,
      clock,
      listener: { kind: 'port', port, host: '127.0.0.1' },
      duplicates: { kind: 'memory' },
      duplicateWindowMs: 24 * 3_600_000,
      onError: (error) => assert.fail(String(error)),
      ...more,
    });
    acquired.push(endpoint);
    return endpoint;
  }
  const listens = (endpoint: SharedEndpoint) => until(() => endpoint.state().status === 'listening');
  const refused = async (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => false,
      () => true,
    );

  it('the port stays open for the next node, and closes if none acquires it', async () => {
    const port = await freePort();
    const first = await acquire(port);
    await listens(first);
    await first.release(true);
    await clock.advance(4_000);
    const second = await acquire(port);
    await clock.advance(10_000);
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 404);
    await second.release(true);
    await clock.advance(5_000);
    await until(() => clock.nextTimerMs() === undefined);
    assert(await refused(port));
  });

  it('another port keeps the duplicates, and the old port is closed', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const first = await acquire(one);
    await listens(first);
    assert.equal(await first.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'delivered');
    await first.release(true);
    const second = await acquire(other);
    await listens(second);
    assert.equal(await second.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'duplicate');
    assert(await refused(one));
  });

  it('a late release of the old node does not close the endpoint of the next one', async () => {
    const port = await freePort();
    const first = await acquire(port);
    const second = await acquire(port);
    await listens(second);
    await first.release(false);
    await clock.advance(10_000);
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 404);
  });

  it('of several acquisitions with different ports only the last port stays open', async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const endpoints = await Promise.all(ports.map((port) => acquire(port)));
    const last = endpoints.at(-1);
    assert(last !== undefined);
    await listens(last);
    assert.deepEqual(await Promise.all(ports.map(refused)), [true, true, false]);
  });

  it('a port in use is reported, and opened when it is free', async () => {
    const port = await freePort();
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    const endpoint = await acquire(port);
    await until(() => endpoint.state().status === 'waiting');
    await new Promise((resolve) => blocker.close(resolve));
    await clock.advance(1_000);
    await listens(endpoint);
  });

  it('a store that cannot be opened is reported, and every delivery fails', async () => {
    const errors: unknown[] = [];
    const endpoint = await acquire(await freePort(), {
      // The package is not installed there.
      duplicates: { kind: 'redis', url: 'redis://127.0.0.1:1', userDir: '/nowhere' },
      onError: (error) => errors.push(error),
    });
    await until(() => endpoint.state().status === 'no-store');
    await assert.rejects(endpoint.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}));
    assert.equal(errors.length, 1);
  });

  it('with a journal that cannot be written, duplicates are detected in memory', async () => {
    const errors: unknown[] = [];
    const endpoint = await acquire(await freePort(), {
      duplicates: { kind: 'journal', file: '/nowhere/at/all' },
      onError: (error) => errors.push(error),
    });
    let notified = 0;
    endpoint.onState(() => {
      notified += 1;
    });
    await listens(endpoint);
    assert.equal(await endpoint.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'delivered');
    assert.equal(await endpoint.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'duplicate');
    assert(endpoint.isMemoryOnly() && notified > 0);
    assert(errors.length > 0 && errors.every((error) => error instanceof JournalUnwritableError));
  });
});
