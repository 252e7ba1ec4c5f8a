export const defaultPrefix = 'breakers:';

/** Key of the Redis stream of a queue. */
export function streamKey(prefix: string, queue: string): string {
  return `${prefix}queue:${queue}`;
}
