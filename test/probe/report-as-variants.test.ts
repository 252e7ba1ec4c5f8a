import assert from 'node:assert/strict';
import type { ProbeReport } from '../../src/probe';
import type { VariantName } from '../../src/simulator';
import { variantsOfReport } from '../support/variants-of-report';
import { startProbedService } from './probed-service';

/** What shows in a read, beside what it needs to show. */
const shown: Readonly<Partial<Record<VariantName, readonly VariantName[]>>> = {
  'null-for-missing': [],
  'extra-fields': [],
  'string-numbers': [],
  'string-booleans': [],
  'upper-case-enums': [],
  'masked-secrets': [],
  'no-page': [],
  'no-next': ['small-pages'],
  'foreign-next-host': ['small-pages'],
  'data-twice': [],
  'no-data-envelope': [],
  'array-of-one': [],
  'object-for-list-of-one': [],
  'gateway-errors': [],
  'error-as-text': [],
  'html-errors': [],
  'text-errors': [],
  'empty-errors': [],
};

describe('the report of a contract probe', () => {
  async function reportOf(variants: readonly VariantName[]): Promise<ProbeReport> {
    const service = await startProbedService(undefined, variants);
    try {
      await service.run();
      return service.probe.report();
    } finally {
      await service.close();
    }
  }

  for (const [name, beside] of Object.entries(shown) as [VariantName, readonly VariantName[]][])
    it(`of a service with ${name} makes the simulator differ in the same way`, async () => {
      const report = await reportOf([name, ...beside]);
      const variants = variantsOfReport(report);
      assert(variants.includes(name), variants.join());
      const again = await reportOf([...variants, ...beside]);
      assert.deepEqual(variantsOfReport(again), variants);
    });

  it('of a service that keeps to the specification names no variant', async () => {
    assert.deepEqual(variantsOfReport(await reportOf([])), []);
  });
});
