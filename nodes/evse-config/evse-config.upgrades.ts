import { renamedProperty, type Upgrade } from '../../src/fields';

/** What older versions of this node meant by what they stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // 30 s, the default then, let a cloud start and stop a charger again and again.
    apply: (stored) =>
      stored.resumeAfter === 30 || stored.resumeAfter === '30' ? { ...stored, resumeAfter: 60 } : stored,
  },
  renamedProperty('operation', 'action'),
];
