import assert from 'node:assert/strict';
import { type OperationId, operationIds, rowOf } from '../../../src/catalog';
import { createCheck } from '../../../src/schema';
import { asNeighbour, operationInputs } from '../../support/operation-inputs';
import { furnish } from './furnished-state';
import { type ServiceUnderTest, type Who, withService } from './service-under-test';

function callerOf(id: OperationId): Who {
  const { token } = rowOf(id);
  if (token.length === 0) return 'nobody';
  if (!token.includes('ORG')) return 'application';
  return asNeighbour.has(id) ? 'otherOrganization' : 'organization';
}

/** With an input of the table, and without the client: not even its filters are encoded by the client's code. */
function sendRaw<Id extends OperationId>({ raw }: ServiceUnderTest, who: Who, id: Id) {
  return raw(who, id, operationInputs[id]);
}

describe('spec 4: each operation, once, over raw HTTP', () => {
  for (const id of operationIds)
    it(
      `${id}: the answer has the shape of its row`,
      withService(async (service) => {
        const { answer, paging } = rowOf(id);
        const { status, text, bytes, json } = await sendRaw(service, callerOf(id), id);
        assert.equal(status, answer.kind === 'empty' ? 204 : 200, text);
        if (answer.kind === 'empty') {
          assert.equal(bytes.length, 0);
          return;
        }
        const items = answer.kind === 'one' ? [json.data] : answer.kind === 'many' ? json.data : json.data.results;
        assert.ok(Array.isArray(items) && items.length > 0, 'answered with nothing');
        const check = createCheck(answer.data);
        for (const item of items) assert.deepEqual(check(item), []);
        assert.deepEqual(Object.keys(json).sort(), paging === undefined ? ['data'] : ['data', 'page']);
        if (paging !== undefined) assert.equal(json.page.count, items.length);
      }, furnish),
    );

  it(
    'each operation refuses a token of the wrong kind',
    withService(async (service) => {
      for (const id of operationIds) {
        const { token } = rowOf(id);
        if (token.length !== 1) continue;
        const wrong = token[0] === 'APP' ? 'organization' : 'application';
        assert.equal((await sendRaw(service, wrong, id)).status, 403, id);
      }
    }, furnish),
  );
});
