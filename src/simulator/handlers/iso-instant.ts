/** ISO 8601 in UTC. */
export function isoInstant(at: number): string {
  return new Date(at).toISOString();
}
