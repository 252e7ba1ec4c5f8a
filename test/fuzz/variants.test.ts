import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type VariantName, variantNames } from '../../src/simulator';
import { differences, wrongOutcomes } from '../support/outcome-differences';
import { doWorks, type Outcome, type PreparedSite, prepareSite, type Work, worksOf } from '../support/varied-site';
import { announceSeed, factor, tries } from './tries';
import { variantsWith } from './variant-sets';

const manyMs = 3_600_000;
/** What a service does not say in any readable form. */
const saysNot: { readonly [Name in VariantName]?: readonly string[] } = {
  // A web page with a 404 may be that of a proxy: whether colours were ever set is not known.
  'html-errors': ['breaker-device readSettings', 'breaker-device setColors'],
};
describe('fuzz: a service that differs', () => {
  let prepared: PreparedSite;
  let works: readonly Work[];
  let usual: readonly Outcome[];

  before(async () => {
    announceSeed();
    prepared = await prepareSite();
    works = worksOf(prepared.site);
    usual = await doWorks(prepared, works, []);
  });

  it('each node does its main work at one that does not', async () => {
    assert(works.length > 40);
    for (const { work, error, payloads } of usual) assert(error === undefined && payloads.length > 0, work);
    const again = await doWorks(prepared, works, []);
    assert.deepEqual(
      usual.flatMap((outcome, index) => differences(outcome, again[index] as Outcome)),
      [],
    );
  }).timeout(60_000);

  for (const name of variantNames)
    it(`${name}: each node does its main work`, async () => {
      const varied = await doWorks(prepared, works, variantsWith(name));
      assert.deepEqual(wrongOutcomes(works, usual, varied), []);
      assert.deepEqual(
        varied.filter(({ error }) => error !== undefined).map(({ work }) => work),
        saysNot[name] ?? [],
      );
    }).timeout(60_000);

  it('in three ways at once: each node does its work or says in one sentence what it does not understand', async () => {
    const three = fc.uniqueArray(fc.constantFrom(...variantNames), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(three, async (set) => {
        assert.deepEqual(wrongOutcomes(works, usual, await doWorks(prepared, works, set)), []);
      }),
      tries(factor === 1 ? 20 : 50),
    );
  }).timeout(manyMs * factor);
});
