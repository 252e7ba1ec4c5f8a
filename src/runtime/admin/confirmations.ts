import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock';

/** How long a person may think about a question. */
const validMs = 60_000;
const maxOpen = 200;

/** What was asked for and refused: only the very same may be confirmed. */
export interface Confirmable {
  readonly accountId: string;
  readonly deviceId: string;
  readonly action: string;
  readonly user: string | undefined;
}

/**
 * The questions that people were asked before a dangerous command. Nobody confirms what was not asked: the answer has to
 * bring the key of the question, which is valid once, for a minute, for the same user, account, device and action.
 */
export function createConfirmations(clock: Clock) {
  const open = new Map<string, { readonly of: string; readonly endsAtMs: number }>();
  const textOf = ({ accountId, deviceId, action, user }: Confirmable) =>
    JSON.stringify([accountId, deviceId.toLowerCase(), action, user ?? null]);
  return {
    ask(what: Confirmable): string {
      const [oldest] = open.keys();
      if (open.size >= maxOpen && oldest !== undefined) open.delete(oldest);
      const key = randomUUID();
      open.set(key, { of: textOf(what), endsAtMs: clock.monotonicMs() + validMs });
      return key;
    },
    /** Whether the person was asked exactly this; uses the key up. */
    take(key: string, what: Confirmable): boolean {
      const asked = open.get(key);
      open.delete(key);
      return asked !== undefined && asked.of === textOf(what) && clock.monotonicMs() <= asked.endsAtMs;
    },
  };
}
