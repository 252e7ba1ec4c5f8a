import { renamedProperty, type Upgrade } from '../../src/fields';

/** Converts configurations that older versions of this node stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // 30 s, the default of version 1, was too short: a passing cloud could start and stop a charger again and again.
    apply: (stored) =>
      stored.resumeAfter === 30 || stored.resumeAfter === '30' ? { ...stored, resumeAfter: 60 } : stored,
  },
  renamedProperty('operation', 'action'),
];
