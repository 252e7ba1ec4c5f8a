import fc from 'fast-check';
import { announceSeed, tries } from '../fuzz/tries';
import {
  choiceProperties,
  comesToRest,
  dryRunDecides,
  neverFlaps,
  ownDoing,
  properties,
  raisedSheds,
  restoreFits,
  rulesHold,
  sameFuture,
} from './properties';

/** 2,000 panels in all. */
const panels: Readonly<Record<keyof typeof properties, number>> = {
  [rulesHold]: 600,
  [comesToRest]: 250,
  [restoreFits]: 250,
  [sameFuture]: 200,
  [ownDoing]: 200,
  [dryRunDecides]: 200,
  [raisedSheds]: 150,
  [neverFlaps]: 150,
};

describe('automation: properties', () => {
  before(announceSeed);

  for (const [name, property] of Object.entries(properties))
    it(name, function () {
      this.timeout(120_000);
      fc.assert(property as fc.IProperty<unknown>, tries(panels[name as keyof typeof properties]));
    });

  for (const [name, property] of Object.entries(choiceProperties))
    it(name, () => fc.assert(property as fc.IProperty<unknown>, tries(2_000)));
});
