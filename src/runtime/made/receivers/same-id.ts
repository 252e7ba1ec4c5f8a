/** Ids are case-insensitive: the service changes their case. An unknown id equals no other one. */
export function sameId(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase();
}
