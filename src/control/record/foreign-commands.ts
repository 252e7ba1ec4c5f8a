import type { HandlePosition } from '../../client';
import { type CommandEntry, mayHaveExecuted, sentAtService } from './command-entry';
import { clockToleranceMs } from './sent-commands';

/** A movement of the remote handle in the service's history. */
export interface HandleMovement {
  /** Epoch ms by the service's clock; absent if the service gives no time. */
  readonly at?: number;
  readonly position: HandlePosition;
  readonly source?: string;
}

/** Sources that look like a command through an API, and those of schedules, timers and people. */
const apiSource = /api|cloud|remote|command/i;
const otherSource = /batch|schedule|timer|manual|override/i;

/** Whether the source of a movement looks like a command through the API that this client uses. */
export function looksLikeApi(source: string | undefined): boolean {
  return source !== undefined && apiSource.test(source) && !otherSource.test(source);
}

/**
 * The movements that look like commands through the API and are not among `sent`, our own commands to this device.
 * Each of our commands explains at most one movement, so that a second Node-RED with the same flow is found although it
 * sends the same commands.
 */
export function foreignMovements<E extends HandleMovement>(
  sent: readonly CommandEntry[],
  history: readonly E[],
  sinceMs: number,
): E[] {
  const ours = sent
    .filter((entry) => entry.command !== undefined && mayHaveExecuted(entry))
    .sort((a, b) => sentAtService(a) - sentAtService(b));
  const explained = new Set<CommandEntry>();
  return history
    .filter(({ at, source }) => at !== undefined && at > sinceMs + clockToleranceMs && looksLikeApi(source))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .filter(({ at = 0, position }) => {
      const explanation = ours.find(
        (entry) => !explained.has(entry) && movesTo(entry, position) && duringCommand(entry, at),
      );
      if (explanation !== undefined) explained.add(explanation);
      return explanation === undefined;
    });
}

function movesTo({ command }: CommandEntry, position: HandlePosition): boolean {
  return position === 'unknown' || (command === 'open') === (position === 'open');
}

// From the first sending to the end: the command may be resent in between, and a deferred one is executed late.
function duringCommand(entry: CommandEntry, atMs: number): boolean {
  const sentAtMs = sentAtService(entry);
  const { sentAt = sentAtMs, endedAt = sentAt } = entry;
  const endedAtMs = Math.max(sentAtMs, endedAt + sentAtMs - sentAt);
  return atMs >= sentAtMs - clockToleranceMs && atMs <= endedAtMs + clockToleranceMs;
}
