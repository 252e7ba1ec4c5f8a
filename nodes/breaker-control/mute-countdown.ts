import type { Clock, Timer } from '../../src/clock';
import type { Account, Started, Status, Texts } from '../../src/runtime';

interface MuteCountdown {
  readonly config: { readonly mute: boolean };
  readonly account: Account;
  readonly clock: Clock;
  readonly status: Status;
  readonly texts: Texts;
  readonly started: Started;
}

const stepMs = 1_000;

/** Counts down on the badge while a message is held because its flow has just started. */
export function muteCountdown({ config, account, clock, status, texts, started }: MuteCountdown): { stop(): void } {
  const endMs = started.startedAtMs + account.safety.startMuteMs;
  let timer: Timer | undefined;
  const step = () => {
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0) return;
    status.show('pending', texts('status.muted', { seconds: Math.ceil(leftMs / 1000) }));
    timer = clock.after(Math.min(stepMs, leftMs), step);
  };
  // After the badge of the work itself, which is shown in the same tick.
  if (config.mute && endMs > clock.monotonicMs()) timer = clock.after(0, step);
  return { stop: () => timer?.cancel() };
}
