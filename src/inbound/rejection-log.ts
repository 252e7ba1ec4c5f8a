import type { Clock, Timer } from '../clock';
import type { Refusal } from './rejection';

/** A refusal as the editor shows it. */
export interface LoggedRefusal extends Pick<Refusal, 'check' | 'reason' | 'detail' | 'accessKeyIdEnd'> {
  readonly status: number;
  /** Epoch ms. */
  readonly at: number;
  /** The peer's address: a proxy's, where there is one. */
  readonly remote: string;
}

/** What a log line says: `count` requests were refused for `reason`, the last of them from `remote`. */
export interface RefusalNotice {
  /** `check.reason`, such as `signature.mismatch`. */
  readonly reason: string;
  readonly remote: string;
  /** Epoch ms of the last one. */
  readonly at: number;
  readonly count: number;
  readonly accessKeyIdEnd?: string;
}

export interface RefusalLog {
  add(refusal: Refusal, remote: string): void;
  /** The last refusals, newest first. */
  recent(): readonly LoggedRefusal[];
  /** Says what has not been said yet and stops the timers. */
  close(): void;
}

export interface RefusalLogOptions {
  readonly clock: Clock;
  /** How many refusals {@link RefusalLog.recent} holds; 20. */
  readonly keep?: number;
  /** Called at most once a reason and minute: at once for the first, then at the end of each minute that had more. */
  readonly warn: (notice: RefusalNotice) => void;
}

const MINUTE_MS = 60_000;

export function createRefusalLog({ clock, keep = 20, warn }: RefusalLogOptions): RefusalLog {
  const kept: LoggedRefusal[] = [];
  const minutes = new Map<string, { unsaid: RefusalNotice | undefined; timer: Timer }>();

  function startMinute(reason: string): void {
    const timer = clock.after(MINUTE_MS, () => {
      const unsaid = minutes.get(reason)?.unsaid;
      minutes.delete(reason);
      if (unsaid === undefined) return;
      startMinute(reason);
      warn(unsaid);
    });
    minutes.set(reason, { unsaid: undefined, timer });
  }

  return {
    add({ check, reason, detail, accessKeyIdEnd, answer }, remote) {
      const at = clock.now();
      const key = accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd };
      kept.push({ check, reason, detail, ...key, status: answer.status, at, remote });
      if (kept.length > keep) kept.shift();

      const name = `${check}.${reason}`;
      const minute = minutes.get(name);
      const notice = { reason: name, remote, at, count: (minute?.unsaid?.count ?? 0) + 1, ...key };
      if (minute !== undefined) minute.unsaid = notice;
      else {
        startMinute(name);
        warn(notice);
      }
    },
    recent: () => kept.toReversed(),
    close() {
      for (const { unsaid, timer } of minutes.values()) {
        timer.cancel();
        if (unsaid !== undefined) warn(unsaid);
      }
      minutes.clear();
    },
  };
}
