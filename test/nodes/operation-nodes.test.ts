import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOperationId, type OperationId, operationIds } from '../../src/catalog';
import { addressId } from '../control/batch-site';
import type { Registration } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { startDeliveringService, startReceiving } from '../support/receiving';
import { flowAround, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';
import { operationTrials, receiverTrials, type TrialSite } from './operation-trials';

const compiled = (type: string, name: string) => join(__dirname, '..', '..', 'nodes', type, `${name}.js`);
const types = Object.keys(nodes);
const claims = new Map(
  types
    .filter((type) => existsSync(compiled(type, `${type}.operations`)))
    .map((type) => [
      type,
      (require(compiled(type, `${type}.operations`)) as { operations: readonly OperationId[] }).operations,
    ]),
);
const operationsOf = (type: string) => claims.get(type) ?? assert.fail(type);
const nodeOf = (type: string) => (require(compiled(type, type)) as { default: Registration }).default;

async function siteOf(service: SimulatedService): Promise<TrialSite> {
  const breaker = service.device('Kitchen outlets');
  const body = {
    deviceIds: [breaker],
    startTime: new Date(service.clock.now() + 86_400_000).toISOString(),
    path: '/bargraph/settings/mode' as const,
    body: { mode: 'user-defined' },
  };
  const { data } = await turned(service.clock, service.client().call('batchCommands.create', { body }));
  const { data: key } = await turned(
    service.clock,
    service.client().call('udpKeys.create', { body: { keyType: 'unicast' } }),
  );
  await turned(service.clock, service.client().call('waveforms.capture', { path: { deviceId: breaker } }));
  return {
    breaker,
    charger: service.device('EV charger left'),
    address: addressId,
    batchId: data.id,
    keyId: key.id,
  };
}

/** What reached the service while the trials of a node type ran. */
async function called(type: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const receiver = receiverTrials[type];
  if (receiver !== undefined) {
    const service = await startDeliveringService();
    const site = await siteOf(service);
    const before = service.requests().length;
    const receiving = await startReceiving({ service, node: receiver(site) });
    try {
      const creates = operationsOf(type).filter((id) => id.endsWith('.create'));
      const news = () => service.requests().slice(before);
      await receiving.until(() => creates.every((id) => news().some(({ operation }) => operation === id)));
      await turned(service.clock, receiving.report());
      await receiving.deploy(receiving.flow({ n: null }));
      for (const { operation } of news()) if (operation !== undefined) seen.add(operation);
    } finally {
      await receiving.stop();
    }
    return seen;
  }
  const service = await startService();
  try {
    const { account, credentials } = serviceAccount(service);
    const site = await siteOf(service);
    for (const { settings, msg = {}, runsMs = 0 } of operationTrials[type]?.(site) ?? []) {
      const before = service.requests().length;
      const red = await startRuntime({
        clock: service.clock,
        flow: flowAround({ type, account: 'account', mute: false, ...settings }, account),
        credentials,
        nodes: ['breaker-account', 'breaker-control', 'meter-read'].includes(type) ? [] : [withTexts(nodeOf(type))],
      });
      await red.run(msg);
      const untilMs = service.clock.now() + runsMs;
      await turnUntil(service.clock, () => service.clock.now() >= untilMs);
      await red.stop();
      assert.deepEqual(
        red.caught.map(({ error }) => `${type} ${JSON.stringify(settings)}: ${error.message}`),
        [],
      );
      for (const { operation } of service.requests().slice(before)) if (operation !== undefined) seen.add(operation);
    }
  } finally {
    await service.close();
  }
  return seen;
}

describe('the table of operations and their nodes', () => {
  it('names operations of the catalog, each once for a node', () => {
    for (const [type, operations] of claims) {
      assert.deepEqual(
        [...operations].filter((id) => !isOperationId(id)),
        [],
        type,
      );
      assert.equal(new Set(operations).size, operations.length, type);
    }
  });

  it('every operation has a node: cloud-call has all', () =>
    assert.deepEqual([...(claims.get('cloud-call') ?? [])].sort(), [...operationIds].sort()));

  it('every node but a directory and an endpoint names its operations', () =>
    assert.deepEqual(
      types.filter((type) => !claims.has(type)),
      ['breaker-directory', 'breaker-endpoint'],
    ));

  for (const [type, operations] of claims)
    if (type !== 'cloud-call')
      it(`${type} calls what it names`, async () => {
        const seen = await called(type);
        assert.deepEqual(
          operations.filter((id) => !seen.has(id)),
          [],
        );
      });

  it('docs/operation-table.md names them', () => {
    const page = readFileSync(join(packageRoot, 'docs/operation-table.md'), 'utf8');
    for (const [type, operations] of claims)
      for (const id of operations) {
        const line = page.split('\n').find((text) => text.startsWith(`| [\`${id}\`]`)) ?? assert.fail(id);
        assert(line.includes(`[${type}](nodes/${type}.md)`), `${id}: ${type}`);
      }
  });
});
