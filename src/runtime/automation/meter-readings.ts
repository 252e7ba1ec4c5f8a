import type { MeterReading } from '../../automation';
import type { Clock } from '../../clock';

/** A reading of a meter. */
export interface KnownMeter {
  /** Tells a reading from the one before; not the order of two sources. */
  readonly identity: string;
  readonly reading: Omit<MeterReading, 'sequence' | 'delayMs'>;
  /** The monotonic instant at which it was true. */
  readonly measuredMs: number;
}

interface Noted extends KnownMeter {
  /** Rises with each reading, also over restarts: what is remembered on disk names the last one. */
  readonly sequence: number;
  readonly notedMs: number;
  readonly isPushed: boolean;
}

/** The newest reading of each meter, polled or pushed. */
export interface MeterReadings {
  /** Whether it is news; an answer that was overtaken, or that tells less than is known, is none. */
  note(deviceId: string, known: KnownMeter, isPushed: boolean): boolean;
  /** The monotonic instant of the newest reading that was pushed; undefined where the newest was polled. */
  pushedMs(deviceId: string): number | undefined;
  readings(): Record<string, MeterReading>;
}

/** The clock of a source that was silent for so long may have been set back. */
const silentMs = 60_000;

export function createMeterReadings(clock: Clock): MeterReadings {
  const meters = new Map<string, Noted>();

  function isNews(before: Noted, { identity, reading, measuredMs }: KnownMeter, isPushed: boolean): boolean {
    if (identity === before.identity) return false;
    // Without its counters a meter cannot tell which way the power flows.
    if (isPushed && before.reading.deliveredWh !== undefined && reading.deliveredWh === undefined) return false;
    return measuredMs >= before.measuredMs || clock.monotonicMs() - before.notedMs >= silentMs;
  }

  return {
    note(deviceId, known, isPushed) {
      const before = meters.get(deviceId);
      if (before !== undefined && !isNews(before, known, isPushed)) return false;
      const sequence = Math.max((before?.sequence ?? 0) + 0.001, clock.now() / 1_000);
      meters.set(deviceId, { ...known, sequence, notedMs: clock.monotonicMs(), isPushed });
      return true;
    },
    pushedMs(deviceId) {
      const known = meters.get(deviceId);
      return known?.isPushed === true ? known.measuredMs : undefined;
    },
    readings() {
      const nowMs = clock.monotonicMs();
      return Object.fromEntries(
        [...meters].map(([id, { reading, sequence, measuredMs }]) => [
          id,
          { ...reading, sequence, delayMs: Math.max(0, nowMs - measuredMs) },
        ]),
      );
    },
  };
}
