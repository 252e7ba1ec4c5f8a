import assert from 'node:assert/strict';
import { type OperationId, operationIds, type RetryPolicy, retryPolicies, rowOf } from '../../src/catalog';
import { retryTable } from './retry-table';

/** The inputs that make a difference to how an operation is retried. */
const cases: { readonly [Id in OperationId]?: Readonly<Record<string, Readonly<Record<string, unknown>>>> } = {
  'remoteHandle.setPosition': {
    open: { command: 'open', reason: 'r' },
    'open with timer': { command: 'open', reason: 'r', secondsUntilReset: 60 },
    'cancel timer': { command: 'open', reason: 'r', secondsUntilReset: 0 },
    close: { command: 'close', reason: 'r' },
  },
  'batchCommands.create': {
    now: {},
    later: { startTime: '2030-01-01T00:00:00Z' },
    'by cron': { cronSchedule: '0 6 * * *' },
  },
};

function policyOf(id: OperationId, body: Readonly<Record<string, unknown>> = {}): RetryPolicy {
  const { retry } = rowOf(id);
  return retryPolicies[typeof retry === 'function' ? retry({ path: {}, query: {}, filter: {}, body }) : retry];
}

function times(count: number): string {
  if (count === 0) return 'no';
  return count > 3 ? 'Y' : `Y${count}`;
}

function afterSending({ afterSending: { then, retries }, doneWhen }: RetryPolicy): string {
  const resend = retries === 0 ? '' : `Y${retries}`;
  const words = [...(then === 'report' ? ['no'] : []), ...(then === 'reconcile' ? ['rec'] : []), resend];
  return [...words, doneWhen === undefined ? '' : `=${doneWhen}`].filter((word) => word !== '').join(' ');
}

function written(policy: RetryPolicy): string {
  const { beforeSending, tooManyRequests, unavailable, deadlineMs } = policy;
  return [
    times(beforeSending),
    afterSending(policy),
    tooManyRequests ? 'Y' : 'no',
    times(unavailable),
    deadlineMs / 1000,
  ].join(' | ');
}

describe('retries, by operation: before sending | after sending | 429 | 503 | seconds', () => {
  const expected = new Map(
    retryTable.flatMap(([before, after, tooMany, unavailable, seconds, entries]) =>
      entries.map((entry) => [entry, [before, after, tooMany, unavailable, seconds].join(' | ')] as const),
    ),
  );
  const actual = new Map(
    operationIds.flatMap((id) =>
      Object.entries(cases[id] ?? { '': {} }).map(
        ([name, body]) => [name === '' ? id : `${id}:${name}`, written(policyOf(id, body))] as const,
      ),
    ),
  );

  it('the table has every operation, and the catalog no other', () => {
    assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort());
    // 118 operations of one kind, 4 kinds of command, 3 of batch.
    assert.equal(expected.size, 125);
    assert.equal(retryTable.flatMap(([, , , , , entries]) => entries).length, 125);
  });

  for (const [entry, row] of expected) it(`${entry}: ${row}`, () => assert.equal(actual.get(entry), row));

  it('every class of the catalog is used', () => {
    const used = new Set(
      operationIds.flatMap((id) => Object.values(cases[id] ?? { '': {} }).map((body) => policyOf(id, body))),
    );
    assert.equal(used.size, Object.keys(retryPolicies).length);
  });

  it('every GET is a read, and nothing else is', () => {
    for (const id of operationIds) assert.equal(rowOf(id).retry === 'read', rowOf(id).method === 'GET', id);
  });

  it('a command that is not plainly an open is treated as the dangerous one', () => {
    for (const command of ['close', 'OPEN', undefined, null, 1])
      assert.equal(policyOf('remoteHandle.setPosition', { command }), retryPolicies.handleClose);
  });

  it('whatever destroys something asks for confirmation', () => {
    const confirmed = operationIds.filter((id) => rowOf(id).confirm !== undefined);
    assert.deepEqual(confirmed.sort(), [
      'devices.decommission',
      'organizations.create',
      'serviceAccounts.rotateSecret',
    ]);
    for (const id of confirmed) assert.equal(policyOf(id).afterSending.then, 'report', id);
  });
});
