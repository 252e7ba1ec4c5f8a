import type { Fact, Facts } from './measures';

/** The energy counters of a meter at one instant: Wh and epoch seconds. */
export interface Counters {
  readonly deliveredWh: number;
  readonly generatedWh: number;
  readonly ts: number;
}

const telemetry = 'meter.telemetry';
const powerPath = `${telemetry}.averagePowerW`;
/** Counters that count whole Wh tell nothing of a shorter time. */
const leastSeconds = 60;
/** The mean of a longer time is not the power now. */
const mostSeconds = 900;

/** The counters that a read or a publish tells; a load that generates nothing may lack the second. spec 2.5 */
export function countersOf(facts: Facts): Counters | undefined {
  const delivered = facts.get(`${telemetry}.energy.deliveredWH`);
  const generated = facts.get(`${telemetry}.energy.generatedWH`)?.value ?? 0;
  if (typeof delivered?.value !== 'number' || typeof generated !== 'number') return undefined;
  return { deliveredWh: delivered.value, generatedWh: generated, ts: delivered.ts };
}

/**
 * The facts with the mean power, W, less what was fed in: as the device tells it, or by its counters since `since`, which is
 * kept for the next read. Counters that fall were reset, and tell nothing.
 */
export function withPower(
  facts: Facts,
  since: Counters | undefined,
): { readonly facts: Facts; readonly since?: Counters } {
  const now = countersOf(facts);
  const kept = since === undefined ? {} : { since };
  const told = toldPower(facts);
  if (told !== undefined) return { facts: new Map(facts).set(powerPath, told), ...kept };
  if (now === undefined) return { facts, ...kept };
  if (since === undefined || isBroken(since, now)) return { facts, since: now };
  const seconds = now.ts - since.ts;
  if (seconds < leastSeconds) return { facts, since };
  const drawnWh = now.deliveredWh - since.deliveredWh - (now.generatedWh - since.generatedWh);
  return { facts: new Map(facts).set(powerPath, { value: (drawnWh * 3_600) / seconds, ts: now.ts }), since: now };
}

const isBroken = (since: Counters, now: Counters) =>
  now.ts < since.ts ||
  now.ts - since.ts > mostSeconds ||
  now.deliveredWh < since.deliveredWh ||
  now.generatedWh < since.generatedWh;

/** A publish has the energy of its interval. */
function toldPower(facts: Facts): Fact | undefined {
  const delta = (name: string) => facts.get(`${telemetry}.energyDelta.${name}`);
  const [delivered, generated, time] = [delta('deliveredWH'), delta('generatedWH'), delta('deltaTime')];
  if (typeof delivered?.value !== 'number' || typeof time?.value !== 'number' || !(time.value > 0)) return undefined;
  const fedIn = typeof generated?.value === 'number' ? generated.value : 0;
  return { value: ((delivered.value - fedIn) * 3_600) / time.value, ts: delivered.ts };
}
