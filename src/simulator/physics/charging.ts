import { limits } from '../../catalog';
import { lowestLegV } from './grid';

/** What decides how much a plugged-in car draws. */
export interface ChargingInput {
  /** What the charger applies now. spec 2.11 */
  readonly configurationApplied: {
    readonly enabled: boolean;
    readonly authorized: boolean;
    /** A and Wh; 0 = no limit. */
    readonly restrictions: { readonly maxCurrent: number; readonly maxEnergy: number };
  };
  /** The car's own limit, A. */
  readonly carMaxA: number;
  /** The charger's rating, A. */
  readonly ratedA: number;
  /** What the car takes in all, Wh. */
  readonly neededWh: number;
  /** What it got so far in this plug session, Wh. */
  readonly deliveredWh: number;
}

/** Where a car begins to draw less, as a part of what it needs. */
const taperFrom = 0.88;

/**
 * RMS amperes a leg that a car draws: whole amperes, 0 or from 6 up (J1772 has nothing in between), and never above
 * what car, charger and configuration allow. Near full it tapers, an ampere at a time, down to 6.
 */
export function chargingCurrent(input: ChargingInput): number {
  if (input.deliveredWh >= stopWh(input)) return 0;
  const allowedA = allowedCurrent(input);
  let amps = allowedA;
  while (amps > limits.evseCurrentMinA && input.deliveredWh >= taperWh(input, allowedA, amps)) amps--;
  return amps;
}

/** Delivered energy (Wh) at which {@link chargingCurrent} changes next by itself; undefined when nothing is drawn. */
export function nextChargingStepWh(input: ChargingInput): number | undefined {
  const amps = chargingCurrent(input);
  if (amps === 0) return undefined;
  const stop = stopWh(input);
  return amps === limits.evseCurrentMinA ? stop : Math.min(stop, taperWh(input, allowedCurrent(input), amps));
}

/** Delivered energy from which on a car draws less than `amps`. */
function taperWh({ neededWh }: ChargingInput, allowedA: number, amps: number): number {
  const stepsAfterIt = allowedA - amps;
  const steps = allowedA - limits.evseCurrentMinA + 1;
  return neededWh * (taperFrom + ((1 - taperFrom) * stepsAfterIt) / steps);
}

/** Watts that meter and registers show while a car draws `amps`: a little under the limit, as cars do. */
export function chargingPowerW(amps: number): number {
  return amps * 2 * lowestLegV * 0.99;
}

/**
 * The charger's state. `idle` (J1772 A) is documented, the others are J1772's names: `B1` waiting on the charger,
 * `B2` waiting on the car, `C` charging, `F` fault.
 */
export function evseStateValue(input: {
  readonly pluggedIn: boolean;
  readonly permanentError: boolean;
  /** Whether the charger offers current. */
  readonly allowed: boolean;
  readonly amps: number;
}): 'idle' | 'B1' | 'B2' | 'C' | 'F' {
  if (input.permanentError) return 'F';
  if (!input.pluggedIn) return 'idle';
  if (!input.allowed) return 'B1';
  return input.amps > 0 ? 'C' : 'B2';
}

function allowedCurrent({ configurationApplied, carMaxA, ratedA }: ChargingInput): number {
  const { enabled, authorized, restrictions } = configurationApplied;
  if (!enabled || !authorized) return 0;
  const configuredA = restrictions.maxCurrent === 0 ? limits.evseCurrentMaxA : restrictions.maxCurrent;
  const amps = Math.floor(Math.min(carMaxA, ratedA, configuredA, limits.evseCurrentMaxA));
  return amps < limits.evseCurrentMinA ? 0 : amps;
}

function stopWh({ configurationApplied, neededWh }: ChargingInput): number {
  const { maxEnergy } = configurationApplied.restrictions;
  return maxEnergy === 0 ? neededWh : Math.min(neededWh, maxEnergy);
}
