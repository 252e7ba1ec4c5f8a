import assert from 'node:assert/strict';
import { type ServiceError, serviceErrors } from './service-errors';
import { account } from './status-codes/account';
import { devices } from './status-codes/devices';

const cases = { ...account, ...devices };

function titleOf({ status, condition }: ServiceError): string {
  return `${status}: ${condition}`;
}

describe('spec 7 status codes', () => {
  for (const row of serviceErrors)
    describe(titleOf(row), () => {
      for (const { operation, title, client, raw } of cases[titleOf(row)] ?? []) {
        it(`${operation}, ${title}: through the client`, () => client(row.status));
        it(`${operation}, ${title}: over raw HTTP, in the documented shape`, () => raw(row.status));
      }
    });

  it('every row of the table is met by each of its operations, and nothing else is', () => {
    assert.deepEqual(Object.keys(cases).sort(), serviceErrors.map(titleOf).sort());
    for (const row of serviceErrors)
      assert.deepEqual(
        [...new Set(cases[titleOf(row)]?.map(({ operation }) => operation))],
        row.operations,
        titleOf(row),
      );
  });
});
