import assert from 'node:assert/strict';
import { type OperationId, type OperationRow, operationIds, rowOf } from '../../src/catalog';
import { errorEnvelope, page } from '../../src/catalog/shapes/values';
import type { JsonSchema } from '../../src/schema';
import { assertFields } from './assert-fields';
import { bodies, queries, undocumentedBodies } from './data/requests';
import { resources, undocumentedAnswers } from './data/resources';

function answerOf(id: OperationId): JsonSchema {
  const { answer } = rowOf(id);
  return answer.kind === 'empty' ? {} : answer.data.json;
}

function ids(of: object): OperationId[] {
  return Object.keys(of) as OperationId[];
}

describe('spec 2 resources and their fields', () => {
  let fields = 0;
  for (const [name, { clause, operations, fields: lines }] of Object.entries(resources))
    it(`${clause} ${name}`, () => {
      for (const id of operations) fields += assertFields(lines, answerOf(id), 'answer', `${id} (${name})`);
      assert.ok(operations.length > 0);
    });

  it('every answer with data is one of these resources or is not documented', () => {
    const answered = operationIds.filter((id) => rowOf(id).answer.kind !== 'empty').sort();
    const typed = Object.values(resources).flatMap(({ operations }) => operations);
    assert.deepEqual([...typed, ...undocumentedAnswers].sort(), answered);
    assert.deepEqual([Object.keys(resources).length, typed.length, undocumentedAnswers.length], [39, 79, 17]);
  });

  it('fields were compared', () => assert.equal(fields, 783));

  it('2.1 page', () =>
    assert.equal(
      assertFields('{count,totalCount,offset} integer\n{next,previous} string', page.json, 'answer', 'page'),
      5,
    ));

  it('2.1 error', () =>
    assert.equal(
      assertFields(
        'error.message string\nerror.validations[].{message,propertyName} string',
        errorEnvelope.json,
        'answer',
        'error',
      ),
      3,
    ));

  it('an answer is never refused for a field that is not in the document', () => {
    const closed = (json: JsonSchema): boolean =>
      json.additionalProperties === false ||
      (json.items !== undefined && closed(json.items)) ||
      Object.values(json.properties ?? {}).some(closed);
    assert.deepEqual(
      operationIds.filter((id) => closed(answerOf(id))),
      [],
    );
  });
});

describe('spec 1.5 the kind of every answer', () => {
  const kinds: Record<OperationRow['answer']['kind'], number> = { empty: 24, one: 63, many: 31, results: 2 };
  const otherLists = [
    'batchCommands.devices',
    'eventHistory.mainHandle',
    'eventHistory.remoteHandle',
    'organizations.users',
    'overrideEvents.addParticipations',
    'overrideEvents.listParticipations',
    'overrideEvents.optOut',
    'overrideEvents.removeDevices',
  ];

  it('exactly the lists answer with an array', () => {
    const lists = operationIds.filter((id) => id.endsWith('.list') || otherLists.includes(id));
    assert.deepEqual(
      operationIds.filter((id) => rowOf(id).answer.kind === 'many'),
      lists,
    );
  });

  it('exactly the telemetry histories answer with results', () =>
    assert.deepEqual(
      operationIds.filter((id) => rowOf(id).answer.kind === 'results'),
      ['meter.history', 'plugSessions.meterTelemetry'],
    ));

  it('the kinds are counted', () => {
    const counted = { empty: 0, one: 0, many: 0, results: 0 };
    for (const id of operationIds) counted[rowOf(id).answer.kind] += 1;
    assert.deepEqual(counted, kinds);
  });
});

describe('spec 4 requests', () => {
  let fields = 0;
  for (const id of ids(bodies))
    it(`body of ${id}`, () => {
      fields += assertFields(bodies[id] ?? '', rowOf(id).body?.json ?? {}, 'request', id);
    });

  for (const id of ids(queries))
    it(`query of ${id}`, () => {
      fields += assertFields(queries[id] ?? '', rowOf(id).query?.json ?? {}, 'request', id);
    });

  it('exactly these operations take a body', () => {
    const taking = operationIds.filter((id) => rowOf(id).body !== undefined);
    assert.deepEqual([...ids(bodies), ...undocumentedBodies].sort(), taking.sort());
    assert.deepEqual([ids(bodies).length, undocumentedBodies.length], [28, 10]);
  });

  it('exactly these operations take query parameters of their own', () => {
    const taking = operationIds.filter((id) => rowOf(id).query !== undefined);
    assert.deepEqual(ids(queries).sort(), taking.sort());
    assert.equal(taking.length, 5);
  });

  it('fields were compared', () => assert.equal(fields, 161));

  it('a request never takes a field that is not in the document', () => {
    for (const id of ids(bodies)) {
      const { additionalProperties, assumed } = rowOf(id).body?.json ?? {};
      assert.equal(additionalProperties, false, id);
      assert.equal(assumed?.includes('unknown') ?? false, id === 'shareDeviceCodeWebhooks.create', id);
    }
    for (const id of ids(queries)) assert.equal(rowOf(id).query?.json.additionalProperties, false, id);
  });
});
