/**
 * What goes first where an account's requests have to wait: opening a breaker, other commands to a device, other writes, the
 * reads that judge a command, other reads, and last what is read by itself time and again.
 */
export const priorities = ['open', 'command', 'record', 'command-read', 'read', 'poll'] as const;
export type Priority = (typeof priorities)[number];

/** The priority of one request; it rises when a more urgent caller shares the request. */
export interface Urgency {
  readonly priority: Priority;
  /** Takes the higher priority of both. */
  raise(to: Priority): void;
  /** Called after each change. */
  onRaised: (() => void) | undefined;
}

export function goesBefore(one: Priority, other: Priority): boolean {
  return priorities.indexOf(one) < priorities.indexOf(other);
}

export function createUrgency(start: Priority): Urgency {
  let priority = start;
  return {
    get priority() {
      return priority;
    },
    raise(to) {
      if (!goesBefore(to, priority)) return;
      priority = to;
      this.onRaised?.();
    },
    onRaised: undefined,
  };
}
