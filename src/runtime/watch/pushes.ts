import type { Clock } from '../../clock';

/** From which devices messages come, and how often. */
export interface Pushes {
  /** A message of a device has come; `key` names what of it. */
  note(key: string): void;
  /** One has come since the start. */
  has(key: string): boolean;
  /** Twice the interval of the pushes has not passed since the last. */
  isLive(key: string): boolean;
  /** The interval of the pushes of a key, ms; undefined before the second. */
  intervalMs(key: string): number | undefined;
  keep(keys: ReadonlySet<string>): void;
}

interface Source {
  readonly lastMs: number;
  readonly intervalMs?: number;
}

/** Messages of one publish come together. */
const togetherMs = 1_000;
/** What comes less often cannot be waited for. */
const longestMs = 1_800_000;

export function createPushes(clock: Clock): Pushes {
  const sources = new Map<string, Source>();
  return {
    note(key) {
      const nowMs = clock.monotonicMs();
      const { lastMs, intervalMs } = sources.get(key) ?? {};
      const sinceMs = lastMs === undefined ? undefined : nowMs - lastMs;
      if (sinceMs === undefined) sources.set(key, { lastMs: nowMs });
      else if (sinceMs < togetherMs)
        sources.set(key, { lastMs: nowMs, ...(intervalMs === undefined ? {} : { intervalMs }) });
      else sources.set(key, { lastMs: nowMs, ...(sinceMs > longestMs ? {} : { intervalMs: sinceMs }) });
    },
    has: (key) => sources.has(key),
    isLive(key) {
      const { lastMs, intervalMs } = sources.get(key) ?? {};
      return lastMs !== undefined && intervalMs !== undefined && clock.monotonicMs() - lastMs <= 2 * intervalMs;
    },
    intervalMs: (key) => sources.get(key)?.intervalMs,
    keep(keys) {
      for (const key of sources.keys()) if (!keys.has(key)) sources.delete(key);
    },
  };
}
