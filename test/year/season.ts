import { createBlindTimes } from './blind-times';
import { dayMs, limitsOfDays } from './day';
import { readEveryMs, startHouse } from './house';
import { createWatch, type Watched } from './watch';

/** Days that follow each other, with one manager that is deployed anew at each midnight. */
export interface SeasonResult extends Watched {
  readonly name: string;
  readonly days: number;
  readonly troubles: number;
}

/** By the middle month of each, counted from 0. */
export const seasons: Readonly<Record<string, number>> = { winter: 0, spring: 3, summer: 6, autumn: 9 };
/** The standard time by which the demo site lives. */
const midnightUtcHour = 6;

/** Its first midnight. */
export function seasonStartMs(name: string): number {
  const month = seasons[name];
  if (month === undefined) throw new Error(`there is no season ${name}`);
  return Date.UTC(2026, month, 15, midnightUtcHour);
}

export async function runSeason(name: string, days: number): Promise<SeasonResult> {
  const startMs = seasonStartMs(name);
  const limits = await limitsOfDays(startMs, days);
  const house = await startHouse(startMs);
  const blind = createBlindTimes(house);
  const watch = createWatch(house, blind);
  house.controls.onEvent(watch.moved);
  for (const [day, own] of limits.entries()) {
    watch.deployed(own);
    await house.deploy(own, watch.heard);
    for (let passedMs = 0; passedMs < dayMs; passedMs += readEveryMs) {
      blind.at(passedMs, day);
      await house.pass(readEveryMs);
      watch.sample(house.truth());
    }
  }
  await house.close();
  return { ...watch.result(), name, days, troubles: house.troubles.length };
}
