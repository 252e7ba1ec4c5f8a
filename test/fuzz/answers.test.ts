import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type InputOf, type OperationId, operationIds, retryPolicies, rowOf } from '../../src/catalog';
import { ClientError } from '../../src/client';
import { type ClientUnderTest, startClientOverHttp, tokenRoute } from '../client/client-under-test';
import { attempt, routeOf } from '../faults/meet-fault';
import { operationInputs } from '../support/operation-inputs';
import type { ScriptedReply } from '../support/scripted-service';
import { text } from './fuzzing';
import { announceSeed, factor, tries } from './tries';

const longestDeadlineMs = Math.max(...Object.values(retryPolicies).map(({ deadlineMs }) => deadlineMs));

const envelope = fc.record(
  { data: fc.jsonValue(), page: fc.jsonValue(), error: fc.jsonValue(), results: fc.jsonValue() },
  { requiredKeys: [] },
);
const headerText = fc.string({ maxLength: 60 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, ''));
const reply: fc.Arbitrary<ScriptedReply> = fc.oneof(
  fc.record(
    {
      status: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(200, 201, 204, 400, 401, 403, 404, 409, 418, 429) },
        fc.integer({ min: 200, max: 599 }),
      ),
      text: fc.oneof(
        envelope.map((value) => JSON.stringify(value)),
        fc.json(),
        text,
      ),
      headers: fc.record(
        {
          'content-type': fc.oneof(
            fc.constantFrom('application/json', 'text/html', 'application/json; charset=x'),
            headerText,
          ),
          'retry-after': fc.oneof(fc.constantFrom('0', '1', '-1', '1e9', 'Wed, 21 Oct 2026 07:28:00 GMT'), headerText),
          location: headerText,
        },
        { requiredKeys: ['content-type'] },
      ) as fc.Arbitrary<Record<string, string>>,
    },
    { requiredKeys: ['status', 'text', 'headers'] },
  ),
  fc.constantFrom('reset' as const, 'reset-early' as const, 'truncate' as const),
);

describe('fuzz: whatever the service answers, a call ends with a reply or one error of the client', () => {
  let tested: ClientUnderTest;
  before(announceSeed);
  beforeEach(async () => {
    tested = await startClientOverHttp({ settings: { responseTimeoutMs: 1_000, commandSpacingMs: 0 } });
  });
  afterEach(() => tested.close());

  it('within its deadline, and without a word of the credentials', async () => {
    const ids = operationIds.filter((id) => id !== 'token.create');
    const property = fc.asyncProperty(
      fc.constantFrom(...ids),
      fc.array(reply, { minLength: 1, maxLength: 4 }),
      async (id, replies) => {
        tested.service.on(routeOf(attempt(id)), ...replies);
        const startedAt = tested.clock.now();
        const sent = tested.client.call(id, operationInputs[id] as InputOf<OperationId>);
        const error = await tested.turn(sent).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error !== undefined) {
          assert(error instanceof ClientError, String(error));
          const told = JSON.stringify([error.code, error.message, error.cause]);
          assert(!/-secret-|api-key-0123456789|token-\d/.test(told), told);
        }
        assert(tested.clock.now() - startedAt <= longestDeadlineMs + 5_000);
      },
    );
    await fc.assert(property, tries(400));
  }).timeout(60_000 * factor);

  it('and so does the way to a token', async () => {
    const property = fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 3 }), async (replies) => {
      tested.service.on(tokenRoute, ...replies);
      const client = tested.anotherClient();
      await tested.turn(client.authenticate(rowOf('devices.get').token[0] ?? 'ORG')).catch((error: unknown) => {
        assert(error instanceof ClientError, String(error));
      });
      await client.close();
    });
    await fc.assert(property, tries(150));
  }).timeout(60_000 * factor);
});
