import assert from 'node:assert/strict';
import type { InputOf, OperationId } from '../../../../src/catalog';
import type { ErrorCode } from '../../../../src/client';
import { fieldsOf, refusal } from '../refusal';
import { type ServiceUnderTest, startService, type Who } from '../service-under-test';

/** One way to meet a row of the status table. */
export interface StatusCase {
  readonly operation: OperationId;
  readonly title: string;
  /** Through the client: the service's refusal, or the client's own, without a request. */
  client(status: number): Promise<void>;
  /** Over raw HTTP: the status, with an error of the documented shape. spec 7.1 */
  raw(status: number): Promise<void>;
}

interface Parts<Id extends OperationId> {
  readonly title: string;
  readonly operation: Id;
  readonly who: Exclude<Who, 'nobody'>;
  /** How the client names the refusal. */
  readonly code: ErrorCode;
  /** The fields that the client itself refuses. */
  readonly refusedByClient?: readonly string[];
  /** The fields that the service's validations name. */
  readonly fields?: readonly string[];
  /** Brings the service there; the input that it then refuses. */
  arrange(service: ServiceUnderTest): Promise<InputOf<Id>>;
}

export function statusCase<Id extends OperationId>(parts: Parts<Id>): StatusCase {
  const { operation, title, who, code, refusedByClient, fields = [] } = parts;

  async function arranged(test: (service: ServiceUnderTest, input: InputOf<Id>) => Promise<void>): Promise<void> {
    const service = await startService({ commandPaceMs: 60_000 });
    try {
      const input = await parts.arrange(service);
      service.simulator.controls.clearRequests();
      await test(service, input);
    } finally {
      await service.close();
    }
  }

  return {
    operation,
    title,
    client: (status) =>
      arranged(async (service, input) => {
        const client = who === 'otherOrganization' ? service.neighbour : service.client;
        const call = client.call(operation, input);
        if (refusedByClient !== undefined) {
          assert.deepEqual(fieldsOf(await refusal(call, code)), refusedByClient);
          assert.deepEqual(service.requests(), []);
          return;
        }
        const error = await refusal(call, code, status);
        assert.deepEqual(fieldsOf(error), fields);
        assert.equal(service.requests(operation).length, 1);
      }),
    raw: (status) =>
      arranged(async (service, input) => {
        const answer = await service.raw(who, operation, input);
        assert.equal(answer.status, status, answer.text);
        assert.match(String(answer.headers['content-type']), /^application\/json\b/);
        const { error, ...rest } = answer.json;
        assert.deepEqual(rest, {});
        assert.deepEqual(Object.keys(error).sort(), ['message', 'validations']);
        assert.ok(typeof error.message === 'string' && error.message !== '');
        for (const validation of error.validations) {
          assert.deepEqual(Object.keys(validation).sort(), ['message', 'propertyName']);
          assert.ok(typeof validation.message === 'string' && validation.message !== '');
        }
        assert.deepEqual(
          error.validations.map(({ propertyName }: { propertyName: string }) => propertyName),
          refusedByClient ?? fields,
        );
      }),
  };
}
