import assert from 'node:assert/strict';
import type { InputOf } from '../../../../src/catalog';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import type { ServiceUnderTest } from '../service-under-test';
import type { batchStatusMeanings } from '../state-transitions';
import type { RowTests } from './row';

type Schedule = Pick<InputOf<'batchCommands.create'>['body'], 'startTime' | 'cronSchedule'>;
type Status = keyof typeof batchStatusMeanings;

/** From the start of a run until its devices have done what they were told. */
const runMs = 1000;

async function openOven({ client }: ServiceUnderTest, schedule: Schedule): Promise<{ id: string }> {
  const { data } = await client.call('batchCommands.create', {
    body: {
      deviceIds: [ids.oven],
      path: '/breaker/remoteHandle/position',
      body: { command: 'open', reason: 'conformance' },
      ...schedule,
    },
  });
  return { id: data.id };
}

async function status({ client }: ServiceUnderTest, path: { id: string }): Promise<string | undefined> {
  const { data } = await client.call('batchCommands.devices', { path });
  assert.equal(data.length, 1);
  return data[0]?.status;
}

async function position({ client }: ServiceUnderTest): Promise<string | undefined> {
  return (await client.call('remoteHandle.getPosition', { path: { deviceId: ids.oven } })).data.position;
}

function inOneHour({ clock }: ServiceUnderTest): string {
  return new Date(clock.now() + 3_600_000).toISOString();
}

export const batchCommands: RowTests = {
  'Batch command: scheduled for future + batchCommands.cancel (not started) -> cancelled': async (service) => {
    const path = await openOven(service, { startTime: inOneHour(service) });
    await service.client.call('batchCommands.cancel', { path });
    assert.equal(await status(service, path), 'updated');
    await service.clock.advance(2 * 3_600_000);
    assert.equal(await position(service), 'closed');
    assert.equal(await status(service, path), 'updated');
  },

  'Batch command: completed or in progress + batchCommands.cancel -> unchanged': async (service) => {
    const path = await openOven(service, {});
    await refusal(service.client.call('batchCommands.cancel', { path }), 'REFUSED', 400);
    assert.equal(await status(service, path), 'initiated');
    await service.clock.advance(runMs);
    await refusal(service.client.call('batchCommands.cancel', { path }), 'REFUSED', 400);
    assert.equal(await status(service, path), 'succeeded');
    assert.equal(await position(service), 'open');
  },
};

/** A missing status does not compile. */
export const batchStatuses: { readonly [S in Status]: (service: ServiceUnderTest) => Promise<void> } = {
  queued: async (service) => {
    const path = await openOven(service, { startTime: inOneHour(service) });
    await service.clock.advance(3_600_000 - 1);
    assert.equal(await status(service, path), 'queued');
    assert.equal(await position(service), 'closed');
  },
  initiated: async (service) => {
    const path = await openOven(service, { startTime: inOneHour(service) });
    await service.clock.advance(3_600_000);
    assert.equal(await status(service, path), 'initiated');
  },
  succeeded: async (service) => {
    const path = await openOven(service, {});
    await service.clock.advance(runMs);
    assert.equal(await status(service, path), 'succeeded');
    assert.equal(await position(service), 'open');
  },
  failed: async (service) => {
    const path = await openOven(service, {});
    service.simulator.controls.setOnline(ids.oven, false);
    await service.clock.advance(runMs);
    assert.equal(await status(service, path), 'failed');
    assert.equal(await position(service), 'closed');
  },
  updated: async (service) => {
    const path = await openOven(service, { startTime: inOneHour(service) });
    await service.client.call('batchCommands.cancel', { path });
    assert.equal(await status(service, path), 'updated');
  },
  cancelled: async (service) => {
    const path = await openOven(service, { startTime: inOneHour(service), cronSchedule: '0 * * * *' });
    await service.clock.advance(3_600_000 + 5 * 60_000);
    assert.equal(await status(service, path), 'queued', 'for the next run');
    await service.client.call('batchCommands.cancel', { path });
    assert.equal(await status(service, path), 'cancelled');
    await service.clock.advance(2 * 3_600_000);
    const history = await service.client.call('eventHistory.remoteHandle', { filter: { deviceId: ids.oven } });
    assert.equal(history.data.length, 1);
  },
};
