import type { Clock, Timer } from '../clock';
import type { Rejection } from './rejection';

/** A rejection as the editor shows it. */
export interface LoggedRejection extends Pick<Rejection, 'check' | 'reason' | 'detail' | 'accessKeyIdEnd'> {
  readonly status: number;
  /** Epoch ms. */
  readonly at: number;
  /** The address of the peer, which is that of the proxy if there is one. */
  readonly remote: string;
}

/** One log entry: `count` requests were rejected for `reason`, the last of them from `remote`. */
export interface RejectionNotice {
  /** `check.reason`, such as `signature.mismatch`. */
  readonly reason: string;
  readonly remote: string;
  /** Time of the last one, epoch ms. */
  readonly at: number;
  readonly count: number;
  readonly accessKeyIdEnd?: string;
}

export interface RejectionLog {
  add(rejection: Rejection, remote: string): void;
  /** The last rejections, newest first. */
  recent(): readonly LoggedRejection[];
  /** Reports the counts that are still pending and stops the timers. */
  close(): void;
}

export interface RejectionLogOptions {
  readonly clock: Clock;
  /** Length of {@link RejectionLog.recent}; 20. */
  readonly keep?: number;
  /** Called at most once per reason and minute: at once for the first, then at the end of each minute that had more. */
  readonly warn: (notice: RejectionNotice) => void;
}

const minuteMs = 60_000;

export function createRejectionLog({ clock, keep = 20, warn }: RejectionLogOptions): RejectionLog {
  const kept: LoggedRejection[] = [];
  const minutes = new Map<string, { pending: RejectionNotice | undefined; timer: Timer }>();

  function startMinute(reason: string): void {
    const timer = clock.after(minuteMs, () => {
      const pending = minutes.get(reason)?.pending;
      minutes.delete(reason);
      if (pending === undefined) return;
      startMinute(reason);
      warn(pending);
    });
    minutes.set(reason, { pending: undefined, timer });
  }

  return {
    add({ check, reason, detail, accessKeyIdEnd, response }, remote) {
      const at = clock.now();
      const key = accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd };
      kept.push({ check, reason, detail, ...key, status: response.status, at, remote });
      if (kept.length > keep) kept.shift();

      const name = `${check}.${reason}`;
      const minute = minutes.get(name);
      const notice = { reason: name, remote, at, count: (minute?.pending?.count ?? 0) + 1, ...key };
      if (minute !== undefined) minute.pending = notice;
      else {
        startMinute(name);
        warn(notice);
      }
    },
    recent: () => kept.toReversed(),
    close() {
      for (const { pending, timer } of minutes.values()) {
        timer.cancel();
        if (pending !== undefined) warn(pending);
      }
      minutes.clear();
    },
  };
}
