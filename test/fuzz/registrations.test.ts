import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ClientError } from '../../src/client';
import { variantNames } from '../../src/simulator';
import { startDeploys } from '../support/deploys';
import { startServiceInProcess } from '../support/simulated-service';
import { announceSeed, factor, tries } from './tries';

/**
 * The creations and deletions of three deploys of which nothing has changed, and of a fourth one that has lost what it knew of
 * schedules.
 */
async function madeBy(variants: readonly string[]): Promise<string[]> {
  const service = await startServiceInProcess({ variants });
  const deploys = startDeploys(service);
  try {
    for (let deploy = 1; deploy <= 4; deploy += 1) {
      if (deploy === 4) deploys.forgetSchedules();
      await deploys.webhook();
      await deploys.stream();
      await deploys.schedules();
    }
  } catch (error) {
    assert(error instanceof ClientError, String(error));
    assert.match(error.code, /^(BAD_RESPONSE|PAGE_LIMIT|UNKNOWN_OUTCOME)$/, error.message);
  } finally {
    deploys.close();
    await service.close();
  }
  return deploys.made();
}

const once = [
  'deviceWebhooks.create',
  'streams.create',
  'deviceStreams.create',
  'batchCommands.create',
  'batchCommands.createSun',
];

describe('fuzz: registrations at a service that differs', () => {
  before(announceSeed);

  for (const name of variantNames)
    it(`${name}: each is made once in four deploys`, async () => assert.deepEqual(await madeBy([name]), once));

  it('in three ways at once: none is made twice, and none is removed', async () => {
    const three = fc.uniqueArray(fc.constantFrom(...variantNames), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(three, async (set) => {
        const made = await madeBy(set);
        assert.deepEqual(made, once.slice(0, made.length));
      }),
      tries(50),
    );
  }).timeout(60_000 * factor);
});
