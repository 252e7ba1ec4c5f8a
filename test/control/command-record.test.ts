import assert from 'node:assert/strict';
import { createBreakerOperator, createDeviceOperator, type ForeignCommand, memoryContext } from '../../src/control';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

describe('safety: the command record', () => {
  let site: OperatedSite;
  let deviceId: string;
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
  });
  afterEach(() => site.close());

  const asker = { flow: 'f1', nodeId: 'n1', node: 'Shed', messageId: 'm1' };

  it('stores requester, reason, checks, command and outcome', async () => {
    const context = memoryContext(site.clock, 'site');
    const operator = createBreakerOperator(site.client(), site.clock, usualSafety, context);
    const request = site.request({ deviceId, command: 'open', reason: 'peak', asker, openLimitA: 50 });
    const { sequence } = await site.settle(operator.operate(request));
    const [entry] = context.record.recent();
    assert.equal(entry?.sequence, sequence);
    const { command, reason, outcome, position, checked, askedBy, operation } = entry ?? {};
    assert.deepEqual(
      { command, reason, outcome, position, operation },
      {
        command: 'open',
        reason: 'peak',
        outcome: 'confirmed',
        position: 'open',
        operation: 'remoteHandle.setPosition',
      },
    );
    assert.deepEqual(askedBy, { flow: 'f1', nodeId: 'n1', nodeName: 'Shed', messageId: 'm1' });
    assert.deepEqual(checked, ['age', 'protection', 'at most 50 A']);
    assert.notEqual(entry?.sentAt, undefined);
  });

  it('stores refused commands, as not sent', async () => {
    const context = memoryContext(site.clock, 'site');
    const safety = { ...usualSafety, protectedDevices: [deviceId.toUpperCase()] };
    const operator = createBreakerOperator(site.client(), site.clock, safety, context);
    await site.refused(operator.operate(site.request({ deviceId, command: 'open' })), 'BLOCKED_BY_INTERLOCK');
    const [entry] = context.record.recent();
    assert.deepEqual([entry?.error, entry?.sentAt], ['BLOCKED_BY_INTERLOCK', undefined]);
  });

  it('stores changes of settings, without their values', async () => {
    const context = memoryContext(site.clock, 'site');
    const operator = createDeviceOperator(site.client(), site.clock, usualSafety, context);
    const request = { deviceId, ...site.arrived(), readBackMs: 15_000 };
    const result = await site.settle(operator.set(request, { loadPresentThreshold: { loadPresentThreshold: 250 } }));
    const [entry] = context.record.recent();
    assert.deepEqual(
      [entry?.change, entry?.outcome, entry?.sequence],
      ['loadPresentThreshold', 'confirmed', result.sequence],
    );
  });

  it('allows a new operator to close a breaker that an earlier operator opened', async () => {
    const context = memoryContext(site.clock, 'site');
    const operator = () =>
      createBreakerOperator(site.client(), site.clock, { ...usualSafety, commandExpiryMs: 60_000 }, context);
    await site.settle(operator().operate(site.request({ deviceId, command: 'open' })));
    await site.clock.advance(20_000);
    const result = await site.settle(operator().operate(site.request({ deviceId, command: 'close' })));
    assert.equal(result.outcome, 'confirmed');
  });

  it('reports a command in the history that is not in the record, as of a second Node-RED with the same flow', async () => {
    const found: ForeignCommand[] = [];
    const context = {
      ...memoryContext(site.clock, 'site'),
      onForeign: (command: ForeignCommand) => found.push(command),
    };
    const operator = createBreakerOperator(site.client(), site.clock, usualSafety, context);
    await site.clock.advance(120_000);
    const body = { command: 'open', reason: 'elsewhere' } as const;
    await site.settle(site.client().call('remoteHandle.setPosition', { path: { deviceId }, body }));
    const openedAt = site.clock.now();
    await site.clock.advance(20_000);
    await site.refused(operator.operate(site.request({ deviceId, command: 'close' })), 'CONFIRMATION_NEEDED');
    assert.deepEqual(
      found.map(({ deviceId, at, source }) => [deviceId, Math.abs(at - openedAt) < 1_000, source]),
      [[deviceId, true, 'remote-command']],
    );
  });
});

describe('safety: order of settings', () => {
  let site: OperatedSite;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());

  it('slow reads never replace a label with an older one', async () => {
    const deviceId = site.device('Kitchen outlets');
    const operators = [1, 2].map(() => createDeviceOperator(site.client(), site.clock, usualSafety));
    site.simulator.controls.faults.inject({
      kind: 'slow',
      delayMs: 400,
      match: { operation: 'devices.get' },
      times: 1,
    });
    const request = { ...site.arrived(), readBackMs: 15_000 };
    const [older, newer] = ['first', 'second'].map((modelName, index) =>
      operators[index]?.update({ deviceId, ...request }, { loadDetails: { modelName } }),
    );
    await site.settle(Promise.allSettled([older, newer]), { held: 1 });
    const device = site.simulator.snapshot().devices.find(({ id }) => id === deviceId);
    assert.equal(device?.loadDetails?.modelName, 'second');
  });
});
