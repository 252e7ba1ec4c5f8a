import assert from 'node:assert/strict';
import { limits, type OperationId, operationIds, rowOf } from '../../src/catalog';
import { serviceErrors } from './conformance/service-errors';
import { batchStatusMeanings, transitions } from './conformance/state-transitions';
import { decidedLimits, documentedErrors, documentedLimits } from './data/errors-and-limits';
import { documentedBatchStatuses, documentedTransitions } from './data/states';

function requestOf(id: OperationId): string {
  return `${rowOf(id).method} ${rowOf(id).path}`;
}

function withoutTicks(text: string): string {
  return text.replaceAll('`', '');
}

describe('spec 3 states and transitions', () => {
  const written = transitions.map(({ stateSet, state, trigger, condition = '', next, also = '' }) => [
    stateSet,
    state,
    typeof trigger === 'string' ? requestOf(trigger) : trigger.event,
    condition,
    next,
    also,
  ]);

  documentedTransitions.forEach((row, index) => {
    it(`row ${index + 1}: ${row[0]}, ${row[1]} -> ${row[4]}${row[3] === '' ? '' : ` (${row[3]})`}`, () =>
      assert.deepEqual(
        written[index],
        row.map((cell) => cell.replace(' / ', ' or ')),
      ));
  });

  it('there are 22 rows', () => assert.deepEqual([documentedTransitions.length, transitions.length], [22, 22]));

  it('the six batch statuses mean what the document says', () => {
    assert.deepEqual(batchStatusMeanings, documentedBatchStatuses);
    assert.equal(Object.keys(batchStatusMeanings).length, 6);
  });
});

describe('spec 7 errors', () => {
  documentedErrors.forEach(([status, condition, requests], index) => {
    it(`${status}: ${condition}`, () => {
      const row = serviceErrors[index];
      assert.ok(row);
      assert.deepEqual(
        [row.status, withoutTicks(row.condition), row.operations.map(requestOf)],
        [status, condition, requests],
      );
      for (const id of row.operations)
        assert.ok(
          rowOf(id).refusals?.some((refusal) => refusal.status === status),
          `${id} lists ${status}`,
        );
    });
  });

  it('there are 13 rows', () => assert.deepEqual([documentedErrors.length, serviceErrors.length], [13, 13]));

  it('every refusal of an operation is a row of the table', () => {
    const inTable = new Set(
      serviceErrors.flatMap(({ status, operations }) => operations.map((id) => `${id} ${status}`)),
    );
    const refusals = operationIds.flatMap((id) => (rowOf(id).refusals ?? []).map(({ status }) => `${id} ${status}`));
    // The shared counterpart has no row of its own.
    assert.deepEqual(
      refusals.filter((refusal) => !inTable.has(refusal)),
      ['sharedDeviceStreams.status 404'],
    );
    assert.deepEqual([inTable.size, refusals.length], [14, 18]);
  });
});

describe('spec 8 limits', () => {
  for (const [name, values] of documentedLimits)
    if (Object.keys(values).length > 0)
      it(name, () => {
        for (const [key, value] of Object.entries(values))
          assert.equal(new Map<string, number>(Object.entries(limits)).get(key), value);
      });

  it('UDP key count: a decision, as the formula is not shown', () =>
    assert.ok(rowOf('udpKeys.create').assumed?.some(({ what }) => what === 'bounds')));

  it('there are 16 rows, and the catalog has no other limit than those and the decided ones', () => {
    const all = Object.assign({}, ...documentedLimits.map(([, values]) => values), decidedLimits);
    assert.deepEqual({ ...limits }, all);
    assert.deepEqual([documentedLimits.length, Object.keys(limits).length], [16, 20]);
  });
});
