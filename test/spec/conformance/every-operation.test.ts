import assert from 'node:assert/strict';
import { type OperationId, operationIds, rowOf } from '../../../src/catalog';
import type { Client } from '../../../src/client';
import { createCheck } from '../../../src/schema';
import { asNeighbour, operationInputs } from '../../support/operation-inputs';
import { furnish } from './furnished-state';
import { withService } from './service-under-test';

function callOnce<Id extends OperationId>(client: Client, id: Id) {
  return client.call(id, operationInputs[id]);
}

/** Problems of the answer's data by the row's own schema; a list must not be empty, or nothing is checked. */
function answerProblems(id: OperationId, data: unknown): unknown[] {
  const { answer } = rowOf(id);
  if (answer.kind === 'empty') return data === undefined ? [] : ['there is data'];
  const items = answer.kind === 'one' ? [data] : answer.kind === 'many' ? data : (data as { results: unknown }).results;
  assert.ok(Array.isArray(items) && items.length > 0, `${id} answered with nothing`);
  return items.flatMap(createCheck(answer.data));
}

describe('spec 4: each operation, once, through the client', () => {
  for (const id of operationIds) {
    const { method, path, answer } = rowOf(id);
    it(
      `${id}: ${method} ${path}`,
      withService(async ({ client, neighbour, requests }) => {
        const reply = await callOnce(asNeighbour.has(id) ? neighbour : client, id);
        assert.deepEqual(answerProblems(id, reply.data), []);
        assert.equal(reply.settledBy, 'answer');
        assert.equal(reply.page === undefined, rowOf(id).paging === undefined);
        const own = requests().filter(({ operation }) => operation !== 'token.create' || id === 'token.create');
        assert.deepEqual(
          own.map((request) => [request.operation, request.status]),
          [[id, answer.kind === 'empty' ? 204 : 200]],
        );
        assert.ok(rowOf(id).token.length === 0 || rowOf(id).token.some((kind) => kind === own[0]?.token));
      }, furnish),
    );
  }
});
