import { renamedProperty, type Upgrade } from '../../src/fields';

/** What older versions of this node meant by what they stored. */
export const upgrades: readonly Upgrade[] = [renamedProperty('operation', 'action')];
