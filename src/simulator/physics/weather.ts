import { dayMs, dayOfYear, minutesADay, siteCoordinates } from './local-time';
import { derivedSeed, smoothNoise } from './random';

const radians = Math.PI / 180;
const latitude = siteCoordinates.latitude * radians;
const meridianOfUtcMinus6 = -90;

/** Sun and weather of one local day. */
export interface DayWeather {
  /** Local minutes since midnight. */
  readonly sunriseMinute: number;
  readonly sunsetMinute: number;
  /** Outdoor temperature at a local minute, degrees Celsius. */
  temperatureC(minute: number): number;
  /** What a roof gets of the brightest sun, 0 to 1. */
  sunlight(minute: number): number;
}

/** The weather of a local day; a closed form, good to some minutes, because years of it are integrated at once. */
export function weatherOf(seed: number, day: number): DayWeather {
  const season = dayOfYear(day);
  const declination = -23.44 * radians * Math.cos((2 * Math.PI * (season + 10)) / 365.2425);
  const noon = solarNoonMinute(season);
  const halfDay = (Math.acos(-Math.tan(latitude) * Math.tan(declination)) / Math.PI) * (minutesADay / 2);
  const base = Math.sin(latitude) * Math.sin(declination);
  const swing = Math.cos(latitude) * Math.cos(declination);
  const clouds = cloudsOf(seed, day);
  const cloudSeed = derivedSeed(derivedSeed(seed, 2), day);
  const meanC =
    11.5 -
    13.5 * Math.cos((2 * Math.PI * (season - 18)) / 365.2425) +
    10 * (smoothNoise(derivedSeed(seed, 3), day / 3) - 0.5);
  return {
    sunriseMinute: noon - halfDay,
    sunsetMinute: noon + halfDay,
    temperatureC: (minute) => meanC + 5.5 * Math.cos((2 * Math.PI * (minute - 900)) / minutesADay),
    sunlight(minute) {
      const height = base + swing * Math.cos((2 * Math.PI * (minute - noon)) / minutesADay);
      if (height <= 0) return 0;
      return height * (1 - 0.85 * clouds * smoothNoise(cloudSeed, minute / 12));
    },
  };
}

/** How much of a local day is cloudy, 0 to 1. */
const cloudsOf = (seed: number, day: number) => smoothNoise(derivedSeed(seed, 1), day / 2);

/** In the middle of which month of the year a season is looked for. */
const seasonMonths = { winter: 0, spring: 3, summer: 6, autumn: 9 } as const;
export type Season = keyof typeof seasonMonths;
export const seasons = Object.keys(seasonMonths) as Season[];

/**
 * The clearest or the cloudiest local day of the six weeks around the middle of a season, at a site of this seed.
 *
 * @example
 * seasonDay(1, 2026, 'winter', 'cloudy'); // '2026-01-22'
 */
export function seasonDay(seed: number, year: number, season: Season, weather: 'clear' | 'cloudy'): string {
  const middle = Date.UTC(year, seasonMonths[season], 15) / dayMs;
  const days = Array.from({ length: 42 }, (_, index) => middle - 21 + index);
  const sign = weather === 'clear' ? 1 : -1;
  const [best = middle] = days.sort((one, other) => sign * (cloudsOf(seed, one) - cloudsOf(seed, other)));
  return new Date(best * dayMs).toISOString().slice(0, 10);
}

// The equation of time, and how far the siteCoordinates is from the meridian of its clock (4 minutes a degree).
function solarNoonMinute(season: number): number {
  const b = (2 * Math.PI * (season - 81)) / 364;
  const equation = 9.87 * Math.sin(2 * b) - 7.53 * Math.cos(b) - 1.5 * Math.sin(b);
  return minutesADay / 2 - 4 * (siteCoordinates.longitude - meridianOfUtcMinus6) - equation;
}
