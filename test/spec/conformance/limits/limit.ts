import assert from 'node:assert/strict';
import type { InputOf, OperationId } from '../../../../src/catalog';
import { fieldsOf, refusal } from '../refusal';
import type { ServiceUnderTest, Who } from '../service-under-test';

/** What is to be seen of one limit, by the title of its row; each test starts what it needs. */
export type LimitTests = Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>>;

/** The client refuses it, with the field, and sends nothing. */
export async function refusedByClient<Id extends OperationId>(
  service: ServiceUnderTest,
  id: Id,
  input: InputOf<Id>,
  field: string,
): Promise<void> {
  const before = service.requests().length;
  const error = await refusal(service.client.call(id, input), 'INVALID_INPUT');
  assert.deepEqual(fieldsOf(error), [field]);
  assert.equal(service.requests().length, before);
}

/** The service refuses it with 400, naming the property. */
export async function refusedByService<Id extends OperationId>(
  service: ServiceUnderTest,
  who: Who,
  id: Id,
  input: InputOf<Id>,
  propertyName: string,
): Promise<void> {
  const { status, json, text } = await service.raw(who, id, input);
  assert.equal(status, 400, text);
  assert.deepEqual(
    json.error.validations.map((validation: { propertyName: string }) => validation.propertyName),
    [propertyName],
  );
}
