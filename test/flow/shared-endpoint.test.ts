import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createManualClock, type ManualClock } from '../../src/clock';
import { type Hub, type HubOptions, takeHub } from '../../src/flow/receiving/shared-endpoint';
import { JournalUnwritableError } from '../../src/inbound';
import { until } from '../inbound/raw-connection';
import { freePort } from '../support/receiving';

describe('what of an endpoint outlives a redeploy', () => {
  let clock: ManualClock;
  let taken: Hub[];
  let count = 0;
  beforeEach(() => {
    clock = createManualClock();
    taken = [];
    count += 1;
  });
  afterEach(async () => {
    for (const hub of taken) await hub.release(false);
  });

  async function take(port: number, more: Partial<HubOptions> = {}): Promise<Hub> {
    const hub = await takeHub({
      id: `endpoint-${count}`,
      clock,
      entrance: { kind: 'port', port, host: '127.0.0.1' },
      duplicates: { kind: 'memory' },
      duplicateWindowMs: 24 * 3_600_000,
      onError: (error) => assert.fail(String(error)),
      ...more,
    });
    taken.push(hub);
    return hub;
  }
  const listens = (hub: Hub) => until(() => hub.state().status === 'listening');
  const refused = async (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => false,
      () => true,
    );

  it('the port stays open while the next node takes it over, and closes when none does', async () => {
    const port = await freePort();
    const first = await take(port);
    await listens(first);
    await first.release(true);
    await clock.advance(4_000);
    const second = await take(port);
    await clock.advance(10_000);
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 404);
    await second.release(true);
    await clock.advance(5_000);
    await until(() => clock.nextTimerMs() === undefined);
    assert(await refused(port));
  });

  it('another port forgets nothing, and the old one is closed', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const first = await take(one);
    await listens(first);
    assert.equal(await first.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'delivered');
    await first.release(true);
    const second = await take(other);
    await listens(second);
    assert.equal(await second.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'duplicate');
    assert(await refused(one));
  });

  it('an old node that closes late does not end what the next one has', async () => {
    const port = await freePort();
    const first = await take(port);
    const second = await take(port);
    await listens(second);
    await first.release(false);
    await clock.advance(10_000);
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 404);
  });

  it('takes in a row, each with another port, leave only the last one open', async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const hubs = await Promise.all(ports.map((port) => take(port)));
    const last = hubs.at(-1);
    assert(last !== undefined);
    await listens(last);
    assert.deepEqual(await Promise.all(ports.map(refused)), [true, true, false]);
  });

  it('a port in use is told, and had when it is free', async () => {
    const port = await freePort();
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    const hub = await take(port);
    await until(() => hub.state().status === 'waiting');
    await new Promise((resolve) => blocker.close(resolve));
    await clock.advance(1_000);
    await listens(hub);
  });

  it('a store that cannot be opened is told, and every delivery is refused', async () => {
    const errors: unknown[] = [];
    const hub = await take(await freePort(), {
      // Without the package for it.
      duplicates: { kind: 'redis', url: 'redis://127.0.0.1:1', userDir: '/nowhere' },
      onError: (error) => errors.push(error),
    });
    await until(() => hub.state().status === 'no-store');
    await assert.rejects(hub.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}));
    assert.equal(errors.length, 1);
  });

  it('a journal that cannot be written is told, and everything is delivered once as far as memory goes', async () => {
    const errors: unknown[] = [];
    const hub = await take(await freePort(), {
      duplicates: { kind: 'journal', file: '/nowhere/at/all' },
      onError: (error) => errors.push(error),
    });
    let told = 0;
    hub.onState(() => {
      told += 1;
    });
    await listens(hub);
    assert.equal(await hub.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'delivered');
    assert.equal(await hub.deliverOnce('a'.repeat(64), 'b'.repeat(64), () => {}), 'duplicate');
    assert(hub.isForgetful() && told > 0);
    assert(errors.length > 0 && errors.every((error) => error instanceof JournalUnwritableError));
  });
});
