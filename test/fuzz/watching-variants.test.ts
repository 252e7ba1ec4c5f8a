import assert from 'node:assert/strict';
import fc from 'fast-check';
import { variantNames } from '../../src/simulator';
import { prepareSite } from '../support/varied-site';
import { otherwise, type Watched, type Watching, watch, watchingOf, wrongWatching } from '../support/varied-watch';
import { announceSeed, factor, tries } from './tries';
import { variantsWith } from './variant-sets';

const manyMs = 3_600_000;

describe('fuzz: nodes that go on by themselves at a service that differs', () => {
  let works: readonly Watching[];
  let run: (variants: readonly string[]) => Promise<Watched[]>;
  let usual: readonly Watched[];

  before(async () => {
    announceSeed();
    const prepared = await prepareSite();
    works = watchingOf(prepared.site);
    run = async (variants) => {
      const watched: Watched[] = [];
      for (const work of works) watched.push(await watch(prepared, work, variants));
      return watched;
    };
    usual = await run([]);
  });

  it('at one that does not each sees what there is, and a manager opens and closes again', () => {
    for (const { name, badge, caught } of usual) {
      assert.deepEqual(caught, [], name);
      assert.doesNotMatch(badge, /^$|not configured|invalid/, name);
    }
    const changes = usual.flatMap((watched) => watched.changes);
    assert(changes.includes('remote open') && changes.includes('remote closed'));
  });

  for (const name of variantNames)
    it(`${name}: each sees and does the same`, async () => {
      const varied = await run(variantsWith(name));
      assert.deepEqual(
        varied.flatMap((watched, index) =>
          otherwise(usual[index] as Watched, watched)
            .slice(0, 4)
            .map((text) => `${watched.name}: ${text}`),
        ),
        [],
      );
    }).timeout(60_000);

  it('in three ways at once: each does so too, or tells that it does not know, and never acts on what it does not know', async () => {
    const three = fc.uniqueArray(fc.constantFrom(...variantNames), { minLength: 3, maxLength: 3 });
    const one = fc.nat();
    await fc.assert(
      fc.asyncProperty(three, one, async (set, at) => {
        const index = at % works.length;
        const prepared = await prepareSite();
        const varied = await watch(prepared, works[index] as Watching, set);
        assert.deepEqual(wrongWatching(usual[index] as Watched, varied), [], varied.name);
      }),
      tries(factor === 1 ? 30 : 50),
    );
  }).timeout(manyMs * factor);
});
