import type { GivenLoad } from '../../src/automation';
import { readEveryMs } from './house';
import { type GroupId, groupIds, isIn, legs, type SiteCircuit } from './site';
import { drawnOnLegs, type Truth } from './truth';

interface Sample {
  readonly truth: Truth;
  readonly limits: Readonly<Record<GroupId, number>>;
  /** The manager cannot know enough, or has just begun. */
  readonly isBusy: boolean;
  /** How often a load was opened in the last 24 hours. */
  readonly opens: (deviceId: string) => number;
  readonly onForMs: (deviceId: string) => number;
}

const holdMs = 20_000;
const expiryMs = 10_000;
const settlingMs = 32_000;
/** Hold, two polls, expiry and settling; and one more poll, by which the truth here is looked at. */
export const boundMs = holdMs + 2 * readEveryMs + expiryMs + settlingMs + readEveryMs;

/** What a meter shows may be so much less than the truth between its readings. */
const noise = 0.01;
const leastShare = 0.02;
const hardShare = 0.2;

/** Times above a limit while something could be shed for it. */
export function createOverloads(circuits: readonly SiteCircuit[], loads: ReadonlyMap<string, GivenLoad>) {
  let beganAtMs: number | undefined;
  let told = false;
  let overloads = 0;
  let longestOverloadMs = 0;

  function canGive(circuit: SiteCircuit, group: GroupId, leg: number, sample: Sample): boolean {
    const { truth, limits, opens, onForMs } = sample;
    const load = loads.get(circuit.deviceId);
    const device = truth.devices.get(circuit.deviceId);
    if (load === undefined || load.protected === true || device === undefined || !isIn(group, circuit)) return false;
    if (!device.online || device.remoteHandle !== 'closed' || device.mainHandle !== 'closed') return false;
    const draws = drawnOnLegs(circuit, device)[leg] ?? 0;
    if (draws < limits[group] * leastShare) return false;
    if (load.kind === 'charger') return load.pauseAllowed !== false || draws > (load.leastA ?? 6) + 1;
    if ((truth.totals[group][leg] ?? 0) > limits[group] * (1 + hardShare)) return true;
    return opens(circuit.deviceId) < (load.opensADay ?? 6) && onForMs(circuit.deviceId) >= (load.leastOnMs ?? 0);
  }

  return {
    /** Returns what is wrong, once an overload. */
    sample(sample: Sample): string | undefined {
      const { truth, limits, isBusy } = sample;
      const worst = groupIds
        .flatMap((group) => legs.map((_, leg) => ({ group, leg, total: truth.totals[group][leg] ?? 0 })))
        .filter(({ group, total }) => total > limits[group] * (1 + noise))
        .find(({ group, leg }) => circuits.some((circuit) => canGive(circuit, group, leg, sample)));
      if (isBusy || worst === undefined) {
        beganAtMs = undefined;
        told = false;
        return undefined;
      }
      if (beganAtMs === undefined) {
        beganAtMs = truth.atMs;
        overloads++;
      }
      const lengthMs = truth.atMs - beganAtMs;
      longestOverloadMs = Math.max(longestOverloadMs, lengthMs);
      if (lengthMs <= boundMs || told) return undefined;
      told = true;
      const { group, leg, total } = worst;
      return `${group}, leg ${legs[leg]}, above its limit for ${lengthMs / 1000} s (${total.toFixed(1)} of ${limits[group].toFixed(1)} A)`;
    },
    result: () => ({ overloads, longestOverloadMs }),
  };
}
