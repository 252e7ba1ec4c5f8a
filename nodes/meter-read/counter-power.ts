/** The shortest time over which counters make a power: below it their steps would show. */
const leastSeconds = 60;
/** A longer one is not what the meter shows now. */
const mostSeconds = 900;
/** Readings closer together are not kept. */
const spacingSeconds = 10;

interface Counted {
  readonly ts: number;
  readonly deliveredWh: number;
  readonly generatedWh: number;
}

export interface CounterPower {
  /** Delivered less generated. */
  readonly powerW: number;
  /** The time over which it is the average. */
  readonly powerSeconds: number;
}

/** The power of devices by the energy counters of readings at least a minute apart. */
export function createCounterPower() {
  const kept = new Map<string, Counted[]>();
  return {
    /** Undefined until a reading is old enough, and after a counter went back. */
    of(deviceId: string, flat: Readonly<Record<string, number>>): CounterPower | undefined {
      const { ts, energyDeliveredWh: deliveredWh, energyGeneratedWh: generatedWh = 0 } = flat;
      if (ts === undefined || deliveredWh === undefined) return undefined;
      const earlier = (kept.get(deviceId) ?? []).filter(
        (one) => one.ts >= ts - mostSeconds && one.deliveredWh <= deliveredWh && one.generatedWh <= generatedWh,
      );
      const reference = earlier.findLast((one) => one.ts <= ts - leastSeconds);
      const newest = earlier.at(-1);
      if (newest === undefined || ts - newest.ts >= spacingSeconds) earlier.push({ ts, deliveredWh, generatedWh });
      kept.set(deviceId, reference === undefined ? earlier : earlier.slice(earlier.indexOf(reference)));
      if (reference === undefined) return undefined;
      const powerSeconds = ts - reference.ts;
      const netWh = deliveredWh - reference.deliveredWh - (generatedWh - reference.generatedWh);
      return { powerW: (netWh * 3600) / powerSeconds, powerSeconds };
    },
  };
}
