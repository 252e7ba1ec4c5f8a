import assert from 'node:assert/strict';
import { managerSettings } from '../../../src/automation';
import type { Client } from '../../../src/client';
import { createManualClock } from '../../../src/clock';
import { createCommandRecord } from '../../../src/control';
import { createDeskDevices } from '../../../src/runtime/automation/desk-devices';
import { lookAt } from '../../../src/runtime/automation/look';
import { load, sumOf } from './managed-site';

const service = 'https://service.invalid/api/v1';
const deviceId = 'd';

describe('a look before a load comes back', () => {
  const clock = createManualClock();
  const record = createCommandRecord(clock, { read: () => [], append: () => true });
  const openOf = async (nodeId: string) => {
    const pending = record.begin({ service, deviceId, operation: 'x', command: 'open', askedBy: { nodeId } });
    pending.sent({ serviceAt: clock.now() });
    pending.end({ outcome: 'accepted' });
    await clock.advance(1_000);
  };
  const at = (ms: number) => new Date(ms).toISOString();

  it('knows the open of another node of ours as somebody else, although the manager has opened too', async () => {
    await clock.advance(600_000);
    const buttonAt = clock.now();
    await openOf('button');
    await openOf('manager');
    const seen = await lookOf([{ timestamp: at(buttonAt), handlePosition: 'open', source: 'api' }]);
    assert.deepEqual(
      seen.movements?.map(({ ours }) => ours),
      [false],
    );
  });

  it('knows the open of any manager as ours, and movements of the main handle as they are', async () => {
    await clock.advance(600_000);
    const openedAt = clock.now();
    await openOf('manager');
    const seen = await lookOf(
      [{ timestamp: at(openedAt), handlePosition: 'open', source: 'api' }],
      [{ timestamp: at(openedAt + 5_000), mainHandlePosition: 'open' }],
    );
    assert.deepEqual(seen.movements, [
      { handle: 'remote', to: 'open', atMs: openedAt },
      { handle: 'main', to: 'open', atMs: openedAt + 5_000 },
    ]);
  });

  it('knows a command through the API that is in no record as somebody else', async () => {
    await clock.advance(600_000);
    const seen = await lookOf([{ timestamp: at(clock.now()), handlePosition: 'open', source: 'api' }]);
    assert.deepEqual(
      seen.movements?.map(({ ours }) => ours),
      [false],
    );
  });

  function lookOf(remote: readonly unknown[], main: readonly unknown[] = []) {
    const answers: Readonly<Record<string, unknown>> = {
      'eventHistory.remoteHandle': remote,
      'eventHistory.mainHandle': main,
      'overrideEvents.list': [],
    };
    const client = { call: async (operation: string) => ({ data: answers[operation] }) } as unknown as Client;
    const { signal } = new AbortController();
    const isManager = (nodeId: string) => nodeId === 'manager';
    return lookAt({ client, clock, signal, context: { service, record }, isManager }, { deviceId, action: 1 });
  }
});

describe('what the desk knows of a device', () => {
  const settings = managerSettings({
    ...{ by: 'm', quantity: 'current', groups: [{ id: 'main', limit: 1, of: sumOf([deviceId]) }] },
    loads: [load(deviceId), load('c', { kind: 'charger' })],
  });
  const clock = createManualClock();
  const devices = createDeskDevices(clock);
  const position = () => devices.factsOf(settings, deviceId)?.position;

  it('is no position that was read before its newest command ended, nor one that is old', async () => {
    assert.equal(position(), 'unknown');
    devices.noteCircuit(deviceId, { readAtMs: clock.monotonicMs(), remoteHandle: 'open' });
    assert.equal(position(), 'open');
    await clock.advance(1_000);
    const readAtMs = clock.monotonicMs();
    await clock.advance(1_000);
    devices.noteEnd(deviceId, undefined);
    assert.equal(position(), 'unknown');
    devices.noteCircuit(deviceId, { readAtMs, remoteHandle: 'open' });
    assert.equal(position(), 'unknown');
    devices.noteEnd(deviceId, 'closed');
    assert.equal(position(), 'closed');
    await clock.advance(121_000);
    assert.equal(position(), 'unknown');
  });

  it('is nothing of a charger that was never read: it is not commanded', () => {
    assert.equal(devices.factsOf(settings, 'c'), undefined);
    devices.noteCharger('c', { reading: { readAtMs: clock.monotonicMs(), setting: 'paused' }, takeMode: false });
    assert.equal(devices.factsOf(settings, 'c')?.settingA, 'paused');
    assert.equal(devices.factsOf(settings, 'somebody else'), undefined);
  });
});
