/** The time of day where Node-RED runs: `19:42:40`. */
export function localTime(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}
