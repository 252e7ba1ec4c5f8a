import fc from 'fast-check';
import { properties } from '../automation/properties';
import { announceSeed, factor, tries } from './tries';

/** `npm test` tries 2,000 panels in `test/automation`; here, where time does not count, 20,000 a property and 100,000 in all. */
const panels = factor > 1 ? 1_000 : 3;

describe('fuzz: automation', () => {
  before(announceSeed);

  for (const [name, property] of Object.entries(properties))
    it(name, function () {
      this.timeout(3_600_000);
      fc.assert(property as fc.IProperty<unknown>, tries(panels));
    });
});
