import assert from 'node:assert/strict';
import type { InputOf } from '../../../../src/catalog';
import { ids } from '../../../simulator/small-state';
import { createEvent, override } from '../override-event';
import { refusal } from '../refusal';
import type { ServiceUnderTest } from '../service-under-test';
import type { RowTests } from './row';

const path = { deviceId: ids.oven };

async function command(
  { client }: ServiceUnderTest,
  body: Omit<InputOf<'remoteHandle.setPosition'>['body'], 'reason'>,
): Promise<void> {
  await client.call('remoteHandle.setPosition', { path, body: { ...body, reason: 'conformance' } });
}

async function position({ client }: ServiceUnderTest): Promise<string | undefined> {
  return (await client.call('remoteHandle.getPosition', { path })).data.position;
}

async function secondsLeft({ client }: ServiceUnderTest): Promise<number | undefined> {
  return (await client.call('remoteHandle.getSecondsUntilReset', { path })).data.secondsUntilReset;
}

export const remoteHandle: RowTests = {
  'Remote handle: any + remoteHandle.setPosition (not in an override event) -> handle at commanded position': async (
    service,
  ) => {
    for (const [commanded, expected] of [
      ['open', 'open'],
      ['open', 'open'],
      ['close', 'closed'],
      ['close', 'closed'],
    ] as const) {
      await command(service, { command: commanded });
      assert.equal(await position(service), expected);
      await service.clock.advance(10_000);
    }
    const history = await service.client.call('eventHistory.remoteHandle', { filter: { deviceId: ids.oven } });
    assert.deepEqual(
      history.data.map(({ handlePosition }) => handlePosition),
      ['closed', 'open'],
    );
  },

  'Remote handle: any + remoteHandle.setPosition (device participates in an override event) -> unchanged now': async (
    service,
  ) => {
    const event = await override(service);
    await command(service, { command: 'open' });
    await service.clock.advance(3_600_000);
    assert.equal(await position(service), 'closed');
    await service.neighbour.call('overrideEvents.removeDevices', event);
    assert.equal(await position(service), 'open');

    const endTime = new Date(service.clock.now() + 60_000).toISOString();
    const path = await createEvent(service, { endTime });
    await service.neighbour.call('overrideEvents.addParticipations', { path, body: event.body });
    await command(service, { command: 'close' });
    await service.clock.advance(59_999);
    assert.equal(await position(service), 'open');
    await service.clock.advance(1);
    assert.equal(await position(service), 'closed');
  },

  'Remote handle timer: open + remoteHandle.setPosition (command is open, secondsUntilReset at least 10) -> open with timer running':
    async (service) => {
      await command(service, { command: 'open', secondsUntilReset: 10 });
      assert.equal(await position(service), 'open');
      assert.equal(await secondsLeft(service), 10);
      await service.clock.advance(9_999);
      assert.equal(await position(service), 'open');
      assert.equal(await secondsLeft(service), 1);
      await service.clock.advance(1);
      assert.equal(await position(service), 'closed');
      assert.equal(await secondsLeft(service), 0);
    },

  'Remote handle timer: timer running + remoteHandle.setPosition (secondsUntilReset is 0) -> no timer': async (
    service,
  ) => {
    await command(service, { command: 'open', secondsUntilReset: 60 });
    await service.clock.advance(10_000);
    assert.equal(await secondsLeft(service), 50);
    await command(service, { command: 'open', secondsUntilReset: 0 });
    assert.equal(await secondsLeft(service), 0);
    await service.clock.advance(3_600_000);
    assert.equal(await position(service), 'open');
  },

  'Remote handle timer: timer running + overrideEvents.addParticipations -> no timer': async (service) => {
    await command(service, { command: 'open', secondsUntilReset: 600 });
    assert.equal(await secondsLeft(service), 600);
    await override(service);
    assert.equal(await secondsLeft(service), 0);
    await service.clock.advance(3_600_000);
    assert.equal(await position(service), 'open');
    const timed = { path, body: { command: 'open', reason: 'conformance', secondsUntilReset: 10 } } as const;
    await refusal(service.client.call('remoteHandle.setPosition', timed), 'REFUSED', 400);
  },
};
