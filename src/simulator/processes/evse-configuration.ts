import type { Process } from '../handler';

/** Puts acknowledged changes of EV chargers into force. */
export const evseConfigurationChange: Process = {
  nextAt(state) {
    return state.devices.reduce<number | undefined>((next, { evse }) => {
      const at = evse?.pending?.at;
      return at === undefined || (next !== undefined && next <= at) ? next : at;
    }, undefined);
  },

  run(context, now) {
    for (const { id, evse } of context.state.devices) {
      if (evse?.pending === undefined || evse.pending.at > now) continue;
      evse.configuration = evse.pending.configuration;
      evse.changedAt = now;
      delete evse.pending;
      context.emit({ type: 'evse-changed', deviceId: id });
    }
  },
};
