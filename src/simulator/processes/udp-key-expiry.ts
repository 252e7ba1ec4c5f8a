import type { Process } from '../handler';

/** Forgets keys at the end of their seven days; devices lose them with it. spec 8 */
export const udpKeyExpiry: Process = {
  nextAt(state) {
    return state.udpKeys.reduce<number | undefined>(
      (next, { expiresAt }) => Math.min(next ?? expiresAt, expiresAt),
      undefined,
    );
  },
  run({ state }, now) {
    state.udpKeys = state.udpKeys.filter(({ expiresAt }) => expiresAt > now);
  },
};
