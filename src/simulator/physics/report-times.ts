import { reportSettings } from '../report-settings';
import type { DeviceState } from '../state';
import { recordedSince } from './conduction';

/** Reports at `phaseMs + k * rateMs`, in (after, upTo]. */
interface Regime {
  readonly after: number;
  readonly upTo: number;
  readonly rateMs: number;
  readonly phaseMs: number;
}

/**
 * When a device sends its reports: every `dataReportRate` seconds, counted from its commissioning, or with alignment
 * `clock` at whole multiples of the rate since the epoch. After a change of either the first report waits for the next
 * such instant (spec 3), and the reports before it stay what they were. There are none of the time before the record of
 * the device begins.
 */
export function reportTimes(device: DeviceState) {
  const begin = recordedSince(device);
  const startPhase = Math.ceil(device.commissionedAt / 1000) * 1000;
  const regimes: Regime[] = [];
  let after = begin;
  for (const { upTo, alignment, dataReportRate } of reportSettings(device.settings)) {
    if (upTo <= after) continue;
    const rateMs = dataReportRate * 1000;
    const phaseMs = alignment === 'clock' ? 0 : startPhase;
    regimes.push({ after, upTo, rateMs, phaseMs });
    after = upTo;
  }

  /** How many reports were sent up to and with `at`. */
  function countAt(at: number): number {
    let count = 0;
    for (const regime of regimes) count += countUpTo(regime, at);
    return count;
  }

  /** The instant of a report, counted from 0; -1 is where the first interval begins. */
  function instantOf(index: number): number {
    if (index < 0) return begin;
    let left = index;
    for (const regime of regimes) {
      const count = countUpTo(regime, regime.upTo);
      if (left < count) return nth(regime, left);
      left -= count;
    }
    // The last one has no end.
    throw new RangeError(`there is no report ${index}`);
  }

  return { countAt, instantOf };
}

function countUpTo({ after, upTo, rateMs, phaseMs }: Regime, at: number): number {
  if (at <= after) return 0;
  const steps = (instant: number) => Math.floor((instant - phaseMs) / rateMs);
  return steps(Math.min(at, upTo)) - steps(after);
}

function nth({ after, rateMs, phaseMs }: Regime, index: number): number {
  return (Math.floor((after - phaseMs) / rateMs) + 1 + index) * rateMs + phaseMs;
}

/** The instant of the latest report not after `at`; where the first interval begins when there was none yet. */
export function lastReportAt(device: DeviceState, at: number): number {
  const { countAt, instantOf } = reportTimes(device);
  return instantOf(countAt(at) - 1);
}

/** The instant of the first report after `at`. */
export function nextReportAt(device: DeviceState, at: number): number {
  const { countAt, instantOf } = reportTimes(device);
  return instantOf(countAt(at));
}
