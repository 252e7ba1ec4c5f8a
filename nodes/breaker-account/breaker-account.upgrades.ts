import type { Upgrade } from '../../src/fields';

/** The expiry of commands if none is stored, in seconds. */
const defaultExpiryS = 10;

/** Converts configurations that older versions stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // Commands during the mute used to be refused. Now they are held until it ends, so it must end before they expire.
    apply(stored) {
      const expiryS = Number(stored.commandExpiry || defaultExpiryS);
      return Number(stored.startMute) >= expiryS ? { ...stored, startMute: Math.max(0, expiryS - 1) } : stored;
    },
  },
];
