import type { Upgrade } from '../../src/fields';

/** What older versions of a stream receiver meant by what they stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // "Only what changed" counted for readings only, and now counts for whole publishes and channels too.
    apply: (stored) => (stored.output === 'reading' ? stored : { ...stored, byException: false }),
  },
];
