import assert from 'node:assert/strict';
import {
  type InputOf,
  operationIds,
  type PagedOperationId,
  type RetryPolicy,
  retryPolicies,
  rowOf,
} from '../../src/catalog';
import { ClientError } from '../../src/client';
import { furnish } from '../spec/conformance/furnished-state';
import { withService } from '../spec/conformance/service-under-test';
import { operationInputs } from '../support/operation-inputs';
import { turned } from '../support/turn-clock';
import { afterwards, faultKinds } from './fault-kinds';
import { startFaultyProxy } from './faulty-proxy';
import { assertHonest, attempt, meetFault, routeOf } from './meet-fault';

function policyOf(id: (typeof operationIds)[number]): { policy: RetryPolicy; effectFree: boolean } {
  const { retry } = rowOf(id);
  const {
    path = {},
    query = {},
    filter = {},
    body = {},
  } = operationInputs[id] as Record<string, Record<string, unknown>>;
  const name = typeof retry === 'function' ? retry({ path, query, filter, body }) : retry;
  return { policy: retryPolicies[name], effectFree: name === 'read' || name === 'token' };
}

describe('behaviour: retries, every operation whose answer is lost', () => {
  before(() => import('got'));
  const lost = faultKinds['reset after the service'];
  assert(lost !== undefined);

  for (const id of operationIds)
    it(
      `${id} is not carried out twice, and its outcome is true`,
      withService(async (service) => {
        const { policy, effectFree } = policyOf(id);
        const ending = await meetFault(service, attempt(id), lost, 1);
        assertHonest(ending, policy, effectFree);
        assert(ending.executed >= 1);
        if (effectFree) assert.equal(ending.outcome, 'done');
      }, furnish),
    );
});

describe('behaviour: retries, every list whose next page is the same page', () => {
  before(() => import('got'));
  const paged = operationIds.filter((id): id is PagedOperationId => rowOf(id).paging !== undefined);

  for (const id of paged)
    it(
      `${id} ends with PAGE_LIMIT before the page is asked for again`,
      withService(async ({ clock, settings, clientOf }) => {
        const proxy = await startFaultyProxy(new URL(settings.baseUrl).origin);
        try {
          const route = routeOf(attempt(id));
          const looping = afterwards((response, { status, headers, body }, target) => {
            const next = `${proxy.origin}${target}`;
            const answer = JSON.parse(body.toString()) as { page?: object };
            response.writeHead(status, headers);
            response.end(JSON.stringify({ ...answer, page: { ...answer.page, next } }));
          });
          proxy.fault(route, looping, Number.POSITIVE_INFINITY);
          const client = clientOf({ ...settings, baseUrl: proxy.origin });
          const pages = async () => {
            let read = 0;
            for await (const _ of client.pages(id, operationInputs[id] as InputOf<PagedOperationId>)) read += 1;
            return read;
          };
          await assert.rejects(
            turned(clock, pages()),
            (error) => error instanceof ClientError && error.code === 'PAGE_LIMIT',
          );
          assert.equal(proxy.count(route).arrived, 1);
        } finally {
          await proxy.close();
        }
      }, furnish),
    );

  it('there are such lists', () => assert(paged.length >= 5));
});
