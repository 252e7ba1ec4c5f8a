/**
 * The priorities of an account's requests, the most urgent first: opening a breaker, other commands to a device, other
 * writes, the reads that decide about a command, other reads, and periodic reads.
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
