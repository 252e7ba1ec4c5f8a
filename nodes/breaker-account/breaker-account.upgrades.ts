import { defaultSite, type Upgrade } from '../../src/fields';

/** The expiry of commands if none is stored, in seconds. */
const defaultExpiryS = 10;
/** The seed if none is stored. */
const defaultSeed = 1;

/** Converts configurations that older versions stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // Commands during the mute used to be refused. Now they are held until it ends, so it must end before they expire.
    apply(stored) {
      const expiryS = Number(stored.commandExpiry || defaultExpiryS);
      return Number(stored.startMute) >= expiryS ? { ...stored, startMute: Math.max(0, expiryS - 1) } : stored;
    },
  },
  {
    // A shared world is now a site, and an account without one is of the site that all share. Its devices follow from the seed,
    // so an account of another seed keeps a site of its own.
    apply(stored) {
      if (typeof stored.world === 'string' && stored.world !== '') return { ...stored, site: stored.world };
      const isDefault = stored.site === undefined || stored.site === defaultSite;
      const seed = Number(stored.seed || defaultSeed);
      return isDefault && Number.isInteger(seed) && seed !== defaultSeed
        ? { ...stored, site: `${defaultSite}, seed ${seed}` }
        : stored;
    },
    drops: ['world'],
  },
];
