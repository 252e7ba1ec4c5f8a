import assert from 'node:assert/strict';
import type { OutsideTest } from '../../src/runtime/receiver/test-from-outside';
import { until } from '../receiver/raw-connection';
import { freePort } from '../support/free-port';
import type { FlowNode } from '../support/node-red-test-helper';
import { credential, publishOf, type Receiving, startReceiving } from '../support/receiving';

const keys = { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey };

interface Testable {
  readonly endpoint?: { test(): Promise<OutsideTest> };
  readonly receiver?: { test(): Promise<OutsideTest> };
}

describe('breaker-endpoint in the runtime', () => {
  let receiving: Receiving | undefined;
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });
  const node = { type: 'stream-receiver', register: false };
  async function start(options: Partial<Parameters<typeof startReceiving>[0]> = {}) {
    receiving = await startReceiving({ node, credentials: { n: keys }, ...options });
    return receiving;
  }
  const steps = async (test: Promise<OutsideTest> | undefined) =>
    ((await test)?.steps ?? []).map(({ step, ok }) => `${step} ${ok ? 'ok' : 'failed'}`);

  it('several endpoints, each with its own port and duplicates', async () => {
    const port = await freePort();
    const place = { z: 'tab', x: 1, y: 1, wires: [['outputs']] };
    const more = [
      { id: 'endpoint2', type: 'breaker-endpoint', port, publicUrl: 'https://flows.local' },
      { ...place, ...node, id: 'n2', endpoint: 'endpoint2' },
    ] as unknown as FlowNode[];
    const red = await start({ more, credentials: { n: keys, n2: keys } });
    const sent = publishOf('d1', {});
    assert.equal(await red.publish(sent), 200);
    assert.equal(await red.publish(sent, { origin: `http://127.0.0.1:${port}` }), 200);
    assert.equal(red.data.length, 2);
  });

  it('moves between its own port and the shared server, keeping the duplicates and closing the old one', async () => {
    const red = await start();
    const sent = publishOf('d1', {});
    assert.equal(await red.publish(sent), 200);
    await red.deploy(red.flow({ endpoint: { mount: 'shared' } }));
    assert.equal(await red.publish(sent, { origin: red.sharedOrigin }), 200);
    await assert.rejects(red.publish(sent), { code: 'ECONNREFUSED' });
    await red.deploy(red.flow());
    assert.equal(await red.publish(sent), 200);
    assert.equal(await red.publish(sent, { origin: red.sharedOrigin }), 404);
    assert.equal(red.data.length, 1);
  });

  it('each endpoint has its own body limit, window and rate', async () => {
    const red = await start({ endpoint: { maxBody: 1, rate: 1 } });
    assert.equal(await red.publish(publishOf('d1', { meter: { text: 'x'.repeat(2000) } })), 413);
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await red.publish(publishOf('d1', {})));
    assert.deepEqual(answers, [200, 200, 429]);
  });

  it('the journal keeps duplicates across a restart', async () => {
    const red = await start({ endpoint: { duplicates: 'journal' } });
    const sent = publishOf('d1', {});
    await red.publish(sent);
    // Longer than the endpoint lingers: only the file remembers.
    await red.deploy(red.flow({ endpoint: { d: true } }));
    await red.service.clock.advance(6_000);
    await red.deploy(red.flow());
    assert.equal(await red.publish(sent), 200);
    assert.equal(red.data.length, 1);
  });

  it('a journal that cannot be written: yellow status, a warning, and every publish is accepted once', async () => {
    const red = await start({ endpoint: { duplicates: 'journal' }, userDir: '/nowhere' });
    await until(() => /cannot be written/.test(red.warnings().join()));
    await red.until(() => red.badge()?.text === 'memory only');
    assert.equal(red.badge()?.fill, 'yellow');
    assert.match(red.warnings().join(), /\/nowhere\/\S+ cannot be written \(ENOENT\): .* until the next restart only/);
    const sent = publishOf('d1', {});
    assert.deepEqual([await red.publish(sent), await red.publish(sent)], [200, 200]);
    assert.equal(red.data.length, 1);
  });

  it('a receiver of messages shows it too', async () => {
    const endpoint = { mount: 'none', duplicates: 'journal' };
    const red = await start({
      node: { ...node, format: 'azure-iot-hub', endpoint: '', duplicates: 'endpoint' },
      endpoint,
      userDir: '/nowhere',
    });
    await until(() => /cannot be written/.test(red.warnings().join()));
    await red.until(() => red.badge()?.text === 'memory only');
    red.red.node('n').receive({ payload: publishOf('d1', {}) } as never);
    await red.until(() => red.data.length === 1);
  });

  it('Redis without its package: every delivery gets 503, and the status shows why', async () => {
    const red = await start({ endpoint: { duplicates: 'redis' } });
    await red.service.clock.advance(1_000);
    assert.equal(red.statuses().at(-1), 'no duplicate store');
    assert.equal(await red.publish(publishOf('d1', {})), 503);
    assert.deepEqual(red.data, []);
  });

  it('the test from outside distinguishes a local fault from one of the public address', async () => {
    const red = await start();
    const endpoint = red.red.node('endpoint') as unknown as Testable;
    const receiver = red.red.node('n') as unknown as Testable;
    for (const test of [endpoint.endpoint?.test(), receiver.receiver?.test()])
      assert.deepEqual(await steps(test), ['local ok', 'name failed']);
    assert.deepEqual(red.data, []);
  });

  it('the test from outside succeeds if the public address leads to the endpoint', async () => {
    const red = await start();
    const port = Number(new URL(red.origin).port);
    // No https, so that the address needs no certificate: the dialog would warn.
    const endpoint = red.red.node('endpoint') as unknown as { endpoint: object };
    Object.assign(endpoint.endpoint, { publicUrl: `http://127.0.0.1:${port}` });
    assert.deepEqual(await steps((red.red.node('endpoint') as unknown as Testable).endpoint?.test()), [
      'local ok',
      'name ok',
      'connection ok',
      'answer ok',
      'arrival ok',
      'verdict ok',
      'push ok',
    ]);
  });
});
