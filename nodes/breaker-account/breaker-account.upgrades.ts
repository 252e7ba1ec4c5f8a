import type { Upgrade } from '../../src/fields';

/** The limit on the age of a command where none is stored, s. */
const usualExpiryS = 10;

/** What older versions of an account meant by what they stored. */
export const upgrades: readonly Upgrade[] = [
  {
    // Commands that came within the mute were refused, and are now held until it ends: it must end before they expire.
    apply(stored) {
      const expiryS = Number(stored.commandExpiry || usualExpiryS);
      return Number(stored.startMute) >= expiryS ? { ...stored, startMute: Math.max(0, expiryS - 1) } : stored;
    },
  },
];
