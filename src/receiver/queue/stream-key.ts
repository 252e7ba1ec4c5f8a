export const defaultPrefix = 'breakers:';

/** The Redis stream that holds a queue. */
export function streamKey(prefix: string, queue: string): string {
  return `${prefix}queue:${queue}`;
}
