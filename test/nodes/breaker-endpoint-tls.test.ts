import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import type { OutsideTest } from '../../src/runtime/receiver/test-from-outside';
import { localhostCertificate, renewedCertificate } from '../support/localhost-certificate';
import type { FlowNode, Registration } from '../support/node-red-test-helper';
import { credential, publishOf, type Receiving, startDeliveringService, startReceiving } from '../support/receiving';
import { turned } from '../support/turn-clock';

const tlsConfig = require('@node-red/nodes/core/network/05-tls.js') as Registration;
const keys = { n: { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey } };

describe('breaker-endpoint with TLS on its own port', () => {
  let receiving: Receiving | undefined;
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-tls-'));
  });
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
    rmSync(directory, { recursive: true, force: true });
  });

  const file = (name: string) => join(directory, name);
  function write({ certificate, key }: typeof localhostCertificate): void {
    writeFileSync(file('certificate.pem'), certificate);
    writeFileSync(file('key.pem'), key);
  }
  async function start(more: Partial<Parameters<typeof startReceiving>[0]> = {}): Promise<Receiving> {
    const tls = { id: 'tls', type: 'tls-config', cert: file('certificate.pem'), key: file('key.pem'), ca: '' };
    receiving = await startReceiving({
      node: { type: 'stream-receiver', register: false },
      endpoint: { tls: 'tls' },
      credentials: keys,
      more: [tls as unknown as FlowNode],
      registrations: [tlsConfig],
      ...more,
    });
    return receiving;
  }
  const certificateAt = (origin: string) =>
    new Promise<PeerCertificate>((resolve, reject) => {
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', rejectUnauthorized: false });
      socket.once('secureConnect', () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      });
      socket.once('error', reject);
    });

  it('publishes are accepted over https, and not over http', async () => {
    write(localhostCertificate);
    const red = await start();
    assert.equal(await red.publish(publishOf('d1', {})), 200);
    assert.equal(red.data.length, 1);
    await assert.rejects(red.publish(publishOf('d1', {}), { origin: red.origin.replace('https:', 'http:') }));
  });

  it('a simulator that accepts self-signed certificates can deliver', async () => {
    write(localhostCertificate);
    const service = await startDeliveringService(true);
    const device = service.device('Office server rack');
    const red = await start({ service, node: { type: 'stream-receiver', devices: [device] }, credentials: {} });
    await red.until(() => red.data.length > 0);
    assert.equal(red.data[0]?.deviceId, device);
  });

  it('renewed files are read at the next deploy', async () => {
    write(localhostCertificate);
    const red = await start();
    assert.equal((await certificateAt(red.origin)).subject.CN, 'breakerflow test');
    write(renewedCertificate);
    await red.deploy(red.flow());
    assert.equal((await certificateAt(red.origin)).subject.CN, 'breakerflow renewed');
    assert.equal(await red.publish(publishOf('d1', {})), 200);
  });

  it('the test from outside names the fault of the certificate', async () => {
    write(localhostCertificate);
    const red = await start();
    const { endpoint } = red.red.node('endpoint') as unknown as { endpoint: { test(): Promise<OutsideTest> } };
    Object.assign(endpoint, { publicUrl: red.origin });
    const { steps } = await turned(red.service.clock, endpoint.test());
    assert.deepEqual(
      steps.map(({ step, ok }) => `${step} ${ok}`),
      ['local true', 'name true', 'connection true', 'certificate false'],
    );
    assert.equal(steps.at(-1)?.detail, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  for (const [title, prepare, said] of [
    [
      'files that are not there',
      () => {},
      /^Invalid input: TLS: has no certificate with its key, or their files cannot be read/,
    ],
    [
      'a key of another certificate',
      () => write({ certificate: localhostCertificate.certificate, key: renewedCertificate.key }),
      /^Invalid input: TLS: has a certificate and key that cannot be used: .*key values mismatch/,
    ],
    [
      'a text that is no certificate',
      () => write({ certificate: 'none', key: localhostCertificate.key }),
      /^Invalid input: TLS: has a certificate and key that cannot be used: .*PEM/,
    ],
  ] as const)
    it(`${title}: the endpoint reports it and does not listen`, async () => {
      prepare();
      const red = await start();
      const warned = red.warnings().filter((text) => said.test(text));
      assert.equal(warned.length, 1, red.warnings().join('\n'));
      await assert.rejects(red.publish(publishOf('d1', {})), { code: 'ECONNREFUSED' });
      assert(!red.warnings().some((text) => text.includes('PRIVATE KEY')));
    });
});
