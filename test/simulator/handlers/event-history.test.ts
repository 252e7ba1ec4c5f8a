import assert from 'node:assert/strict';
import { moveMainHandle, moveRemoteHandle } from '../../../src/simulator/operate-handle';
import { energyAt } from '../../../src/simulator/physics';
import { ids } from '../small-state';
import { at, criterion, minute, smallService, start } from './small-service';

const filter = [criterion('deviceId', ids.oven)];

describe('spec 4.7 event history', () => {
  it('remote handle events are read newest first, with their source', async () => {
    const service = smallService();
    moveRemoteHandle(service.context, service.deviceOf(ids.oven), 'open', 'remote');
    await service.advance(minute);
    moveRemoteHandle(service.context, service.deviceOf(ids.oven), 'closed', 'timer');
    const deviceId = ids.oven;
    assert.deepEqual(service.call('org', 'eventHistory.remoteHandle', { filter }), {
      items: [
        { deviceId, timestamp: at(start + minute), handlePosition: 'closed', source: 'timer' },
        { deviceId, timestamp: at(start), handlePosition: 'open', source: 'remote' },
      ],
      totalCount: 2,
    });
  });

  it('main handle events have a history of their own', () => {
    const service = smallService();
    moveMainHandle(service.context, service.deviceOf(ids.oven), 'open', 'manual');
    assert.deepEqual(service.call('org', 'eventHistory.mainHandle', { filter }), {
      items: [{ deviceId: ids.oven, timestamp: at(start), mainHandlePosition: 'open' }],
      totalCount: 1,
    });
    assert.deepEqual(service.call('org', 'eventHistory.remoteHandle', { filter }), { items: [], totalCount: 0 });
  });

  it('a page is cut out of the history, and the total stays', async () => {
    const service = smallService();
    for (let count = 0; count < 5; count++) {
      moveRemoteHandle(service.context, service.deviceOf(ids.oven), count % 2 === 0 ? 'open' : 'closed', `${count}`);
      await service.advance(minute);
    }
    const page = { offset: 1, limit: 2 };
    const reply = service.call('org', 'eventHistory.remoteHandle', { filter, page });
    assert.ok('items' in reply);
    assert.deepEqual(
      reply.items.map(({ source }) => source),
      ['3', '2'],
    );
    assert.equal(reply.totalCount, 5);
  });

  it('a device of another organization has no history to read', () => {
    const service = smallService();
    moveRemoteHandle(service.context, service.deviceOf(ids.oven), 'open', 'remote');
    assert.deepEqual(service.call('other', 'eventHistory.remoteHandle', { filter }), { items: [], totalCount: 0 });
  });

  it('what a circuit did long ago is forgotten, and its register goes on', async () => {
    const service = smallService();
    const device = service.deviceOf(ids.oven);
    const before = energyAt(device, service.clock.now(), service.state).deliveredWH;
    for (let count = 0; count < 10_050; count++) {
      moveRemoteHandle(service.context, device, count % 2 === 0 ? 'open' : 'closed', 'remote');
      await service.clock.advance(1000);
    }
    assert(device.conduction.length <= 10_000, `${device.conduction.length}`);
    assert.equal(device.recordedSince, device.conduction[0]?.at);
    const after = energyAt(device, service.clock.now(), service.state).deliveredWH;
    assert(after >= before && after - before < 30_000, `${before} -> ${after}`);
    await service.advance(0);
  });
});
