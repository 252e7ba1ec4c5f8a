import type { ManagerSettings } from '../../src/automation';
import type { Clock, Timer } from '../../src/clock';
import type { TypedValue } from '../../src/fields';

/** How often a limit that a flow keeps is read. */
const everyMs = 10_000;

interface WatchOptions {
  readonly limit: TypedValue;
  readonly clock: Clock;
  /** Reads the value; what cannot be read is another value than before. */
  readonly read: () => Promise<unknown>;
  /** The value that the manager goes by. */
  readonly used: () => unknown;
  readonly onOther: () => void;
}

/** Looks at a limit in the context of a flow, which nobody tells of a change. Returns what ends it. */
export function watchLimit({ limit, clock, read, used, onOther }: WatchOptions): () => void {
  if (limit.source !== 'flow' && limit.source !== 'global') return () => {};
  let timer: Timer | undefined;
  let isEnded = false;
  const next = () => {
    timer = clock.after(everyMs, look);
  };
  function look(): void {
    read().then(
      (value) => {
        if (isEnded) return;
        next();
        if (value !== used()) onOther();
      },
      () => {
        if (isEnded) return;
        next();
        onOther();
      },
    );
  }
  next();
  return () => {
    isEnded = true;
    timer?.cancel();
  };
}

/** Whether two settings are the same, or differ in nothing but the main limit. */
export function differOnlyInLimit(one: ManagerSettings, other: ManagerSettings): boolean {
  const withoutLimit = ({ groups: [whole, ...others], ...rest }: ManagerSettings) =>
    JSON.stringify({ ...rest, groups: [{ ...whole, limit: 0 }, ...others] });
  return withoutLimit(one) === withoutLimit(other);
}
