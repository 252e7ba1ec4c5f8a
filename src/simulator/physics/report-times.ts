import type { DeviceState } from '../state';
import { recordedSince } from './conduction';

/** Reports at `phaseMs + k * rateMs`, in (after, upTo]. */
interface Regime {
  readonly after: number;
  readonly upTo: number;
  readonly phaseMs: number;
}

/**
 * When a device sends its reports: every `dataReportRate` seconds, counted from its commissioning, or with alignment
 * `clock` at whole multiples of the rate since the epoch. After a change of the alignment the first report waits for
 * the next such instant (spec 3). A change of the rate holds for the past, too: history is not stored. There are no reports
 * of the time before the record of the device begins.
 */
export function reportTimes(device: DeviceState) {
  const { alignment, alignmentSince, dataReportRate } = device.settings;
  const rateMs = dataReportRate * 1000;
  const begin = recordedSince(device);
  const startPhase = Math.ceil(device.commissionedAt / 1000) * 1000;
  const phases = { none: startPhase, clock: 0 };
  const since = Math.max(begin, alignmentSince);
  const regimes: Regime[] = [
    { after: since, upTo: Number.POSITIVE_INFINITY, phaseMs: phases[alignment] },
    { after: begin, upTo: since, phaseMs: phases[alignment === 'none' ? 'clock' : 'none'] },
  ];

  const countUpTo = (regime: Regime, at: number): number => {
    const steps = (instant: number) => Math.floor((Math.min(instant, regime.upTo) - regime.phaseMs) / rateMs);
    return at <= regime.after ? 0 : steps(at) - steps(regime.after);
  };
  const nth = (regime: Regime, index: number): number =>
    (Math.floor((regime.after - regime.phaseMs) / rateMs) + 1 + index) * rateMs + regime.phaseMs;

  /** How many reports were sent up to and with `at`. */
  function countAt(at: number): number {
    return regimes.reduce((sum, regime) => sum + countUpTo(regime, at), 0);
  }

  /** The instant of a report, counted from 0; -1 is where the first interval begins. */
  function instantOf(index: number): number {
    if (index < 0) return begin;
    const [current, before] = regimes as [Regime, Regime];
    const earlier = countUpTo(before, before.upTo);
    return index < earlier ? nth(before, index) : nth(current, index - earlier);
  }

  return { countAt, instantOf };
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
