import { referencesOf } from '../../src/fields';
import { createIdentifiers } from '../../src/simulator/identifiers';
import { createSite } from '../../src/simulator/site';

const seed = 1;
const { devices, locations } = createSite({ seed, now: 0, ...createIdentifiers(seed, { sequence: 0 }) });

/** The ids of the demo site by the references of examples. */
export const siteIds = referencesOf(
  devices,
  locations.map(({ id, details: { name } }) => ({ id, name })),
);
