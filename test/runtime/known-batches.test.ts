import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { knownBatches } from '../../src/runtime/made';

describe('batches that a node has declared', () => {
  const made = 'b7f39916-9603-4eb8-8c1d-0a5a5a12932f';

  const known = (listedId: string) =>
    knownBatches(
      {
        list: async () => [{ id: listedId, createdAt: '2026-01-15T12:00:00Z' }],
        isCancelled: async () => false,
      },
      { made: { [made]: 'print' }, pending: {}, shared: {} },
      [],
    );

  for (const [letters, listedId] of [
    ['as they were told', made],
    ['in capitals', made.toUpperCase()],
  ] as const)
    it(`are ours where the service lists ids ${letters}, so that none counts as lost`, async () => {
      const [found] = await known(listedId);
      assert.deepEqual([found?.batch.id, found?.ours], [made, 'print']);
    });

  describe('whose statuses the service does not find', () => {
    const unknown = new ClientError('NOT_FOUND', 'no such batch');
    const batch = { id: made, createdAt: '2026-01-15T12:00:00Z' };
    const read = (...lists: (typeof batch)[][]) =>
      knownBatches(
        {
          list: async () => lists.shift() ?? [],
          isCancelled: async () => {
            throw unknown;
          },
        },
        { made: { [made]: 'print' }, pending: {}, shared: {} },
        [],
      );

    it('are gone when they are not listed any more', async () =>
      assert.deepEqual(
        (await read([batch], [])).map(({ cancelled }) => cancelled),
        [true],
      ));

    it('are not taken for gone while they are listed, or they would be made a second time', async () => {
      await assert.rejects(read([batch], [batch]), unknown);
    });
  });

  it('are not ours by another id', async () => {
    const [found] = await known('c7f39916-9603-4eb8-8c1d-0a5a5a12932f');
    assert.equal(found?.ours, undefined);
  });
});
