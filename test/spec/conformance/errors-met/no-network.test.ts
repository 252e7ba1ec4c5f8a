import assert from 'node:assert/strict';
import { settled } from '../../../support/turn-clock';
import { refusal } from '../refusal';
import { withService } from '../service-under-test';
import { backoffMs, commandsSent, commandWith, loggedIn, moves, opened, path, readWith } from './faulty-calls';

describe('no network', () => {
  it(
    'the service cannot be reached: NETWORK after three more attempts',
    withService(async ({ client, simulator, waitOut }) => {
      await simulator.close();
      const failed = refusal(client.call('roles.list', {}), 'NETWORK');
      for (const ms of backoffMs) await waitOut(ms);
      assert.ok((await failed).cause.retryable);
    }),
  );

  it(
    'with a token in hand: NETWORK, for a read after three more attempts, for a factory reset at once',
    withService(async (service) => {
      const { client, simulator, waitOut } = service;
      await loggedIn(service);
      await simulator.close();
      // Until the client has seen that its connections are gone.
      await settled();
      await refusal(client.call('devices.decommission', { path }), 'NETWORK');
      const failed = refusal(client.call('roles.list', {}), 'NETWORK');
      for (const ms of backoffMs) await waitOut(ms);
      await failed;
    }),
  );

  it(
    'reset before the service has done anything: a read is sent again, three times at most',
    withService(async (service) => {
      const failed = refusal(readWith(service, { kind: 'reset-before' }), 'NETWORK');
      for (const ms of backoffMs) await service.waitOut(ms);
      await failed;
      assert.equal(service.requests('roles.list').length, 4);
    }),
  );

  it(
    'reset before an open was executed: read back, and sent once more',
    withService(async (service) => {
      const reply = commandWith(service, 'open', { kind: 'reset-before' });
      await service.waitOut(1000);
      assert.equal((await reply).settledBy, 'answer');
      assert.deepEqual([commandsSent(service), moves(service)], [2, 1]);
    }),
  );

  it(
    'reset before a close was executed: UNKNOWN_OUTCOME, never sent again',
    withService(async (service) => {
      await refusal(commandWith(service, 'close', { kind: 'reset-before' }), 'UNKNOWN_OUTCOME');
      await service.clock.advance(60_000);
      assert.deepEqual([commandsSent(service), moves(service)], [1, 0]);
    }, opened),
  );

  for (const command of ['open', 'close'] as const)
    it(
      `reset after the ${command} was executed: read back, not sent again`,
      withService(
        async (service) => {
          const reply = await commandWith(service, command, { kind: 'reset-after' });
          assert.equal(reply.settledBy, 'read-back');
          await service.clock.advance(60_000);
          assert.deepEqual([commandsSent(service), moves(service)], [1, 1]);
        },
        command === 'close' ? opened : undefined,
      ),
    );

  it(
    'reset after a factory reset: UNKNOWN_OUTCOME, not sent again',
    withService(async (service) => {
      await loggedIn(service);
      service.simulator.controls.faults.inject({ kind: 'reset-after', times: 1 });
      await refusal(service.client.call('devices.decommission', { path }), 'UNKNOWN_OUTCOME');
      await service.clock.advance(60_000);
      assert.equal(service.requests().length, 1);
    }),
  );
});
