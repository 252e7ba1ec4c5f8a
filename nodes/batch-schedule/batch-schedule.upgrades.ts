import { renamedProperty, type Upgrade } from '../../src/fields';

/** Converts configurations that older versions of this node stored. */
export const upgrades: readonly Upgrade[] = [renamedProperty('operation', 'action')];
