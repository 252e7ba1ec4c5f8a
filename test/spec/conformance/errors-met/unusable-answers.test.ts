import assert from 'node:assert/strict';
import type { FaultEffect, SimulatorSnapshot } from '../../../../src/simulator';
import { ids } from '../../../simulator/small-state';
import { refusal } from '../refusal';
import { withService } from '../service-under-test';
import { webhookStream } from '../streams';
import { backoffMs, commandsSent, commandWith, loggedIn, moves, opened, path, readWith } from './faulty-calls';

function withHistory({ devices }: SimulatorSnapshot, now: number): void {
  const oven = devices.find(({ id }) => id === ids.oven);
  for (let index = 5; index > 0; index -= 1)
    oven?.handleHistory.push({ at: now - index * 60_000, position: index % 2 ? 'open' : 'closed', source: 'test' });
}

describe('answers that cannot be used', () => {
  it(
    "a proxy's HTML page in place of an answer: BAD_RESPONSE, asked for once",
    withService(async (service) => {
      const error = await refusal(readWith(service, { kind: 'html', status: 200 }), 'BAD_RESPONSE', 200);
      assert.match(error.message, /web page/);
      assert.doesNotMatch(error.message, /<html>/);
      assert.equal(service.requests('roles.list').length, 1);
    }),
  );

  it(
    "a proxy's refusal as an HTML page: BAD_RESPONSE with its status, asked for once",
    withService(async (service) => {
      await refusal(readWith(service, { kind: 'html', status: 403 }), 'BAD_RESPONSE', 403);
      assert.equal(service.requests('roles.list').length, 1);
    }),
  );

  it(
    "a gateway's 502: a read is sent again, three times at most",
    withService(async (service) => {
      const failed = refusal(readWith(service, { kind: 'html' }), 'BAD_RESPONSE', 502);
      for (const ms of backoffMs) await service.waitOut(ms);
      await failed;
      assert.equal(service.requests('roles.list').length, 4);
    }),
  );

  it(
    "a gateway's 502 to a close, which was not executed: UNKNOWN_OUTCOME, never sent again",
    withService(async (service) => {
      await refusal(commandWith(service, 'close', { kind: 'html' }), 'UNKNOWN_OUTCOME', 502);
      await service.clock.advance(60_000);
      assert.deepEqual([commandsSent(service), moves(service)], [1, 0]);
    }, opened),
  );

  const unusable = [
    ['an empty body', { kind: 'empty-body' }],
    ['a body that is not JSON', { kind: 'malformed-json' }],
  ] as const satisfies readonly (readonly [string, FaultEffect])[];

  for (const [title, fault] of unusable) {
    it(
      `${title}, to a read: BAD_RESPONSE, asked for once`,
      withService(async (service) => {
        await refusal(readWith(service, fault), 'BAD_RESPONSE', 200);
        assert.equal(service.requests('roles.list').length, 1);
      }),
    );
  }

  for (const [title, fault] of [...unusable, ['a truncated body', { kind: 'truncated' }]] as const)
    it(
      `${title}, after something was created: read back, not created twice`,
      withService(async (service) => {
        await loggedIn(service);
        service.simulator.controls.faults.inject({ ...fault, match: { operation: 'streams.create' }, times: 1 });
        const id = await webhookStream(service, 'created once');
        assert.equal(service.requests('streams.create').length, 1);
        assert.deepEqual(
          (await service.client.call('streams.list', {})).data.map((stream) => stream.id),
          [id],
        );
      }),
    );

  it(
    'an empty answer where nothing is to be returned is success',
    withService(async (service) => {
      assert.equal((await commandWith(service, 'open', { kind: 'empty-body' })).statusCode, 200);
      assert.deepEqual([commandsSent(service), moves(service)], [1, 1]);
    }),
  );

  it(
    'a truncated body: a read is sent again, and the second answer counts',
    withService(async (service) => {
      const reply = readWith(service, { kind: 'truncated' }, 1);
      await service.waitOut(backoffMs[0]);
      assert.equal((await reply).data.length, 1);
      assert.equal(service.requests('roles.list').length, 2);
    }),
  );

  it(
    'nothing but truncated bodies: BAD_RESPONSE',
    withService(async (service) => {
      const failed = refusal(readWith(service, { kind: 'truncated' }), 'BAD_RESPONSE');
      for (const ms of backoffMs) await service.waitOut(ms);
      await failed;
      assert.equal(service.requests('roles.list').length, 4);
    }),
  );

  it(
    'gzip is unpacked, asked for or not',
    withService(async (service) => {
      const { data } = await readWith(service, { kind: 'gzip' });
      assert.deepEqual(data, [{ id: ids.role, name: 'Installer' }]);
      assert.equal(service.requests('roles.list')[0]?.fault, 'gzip');
    }),
  );

  for (const status of [301, 302, 307, 308])
    it(
      `a redirect with ${status} is not followed: UNEXPECTED_REDIRECT, and nothing reaches where it leads`,
      withService(async (service) => {
        await withService(async (elsewhere) => {
          for (const target of [elsewhere, service]) {
            const location = `${target.settings.baseUrl}/devices/${ids.oven}/restart`;
            const fault = { kind: 'redirect', status, location } as const;
            await refusal(commandWith(service, 'open', fault), 'UNEXPECTED_REDIRECT', status);
            assert.deepEqual(
              service.requests().map(({ operation }) => operation),
              ['remoteHandle.setPosition'],
            );
            await service.clock.advance(60_000);
          }
          assert.deepEqual(elsewhere.requests(), []);
          assert.equal(moves(service), 0);
        })();
      }),
    );

  it(
    'a page link that leads back: PAGE_LIMIT with the items so far, each page asked for once',
    withService(async (service) => {
      const { client, requests, simulator } = service;
      await loggedIn(service);
      simulator.controls.faults.inject({ kind: 'looping-page' });
      const pages: number[] = [];
      const read = async () => {
        const input = { filter: path, page: { limit: 2 } };
        for await (const { items } of client.pages('eventHistory.remoteHandle', input)) pages.push(items.length);
      };
      await refusal(read(), 'PAGE_LIMIT');
      assert.deepEqual(pages, [2]);
      assert.equal(requests('eventHistory.remoteHandle').length, 1);
    }, withHistory),
  );
});
