import { idKey } from '../../src/directory';

/** Another load manager of the same service. */
export interface OtherManager {
  readonly id: string;
  readonly name: string;
  readonly loads: readonly string[];
  /** The id of the manager that it is a part of; empty: of none. */
  readonly partOf: string;
  /** It operates nothing. */
  readonly dryRun: boolean;
  /** Where both name one device and are not related, this one does not start. */
  readonly goesFirst: boolean;
}

interface Own {
  readonly id: string;
  readonly partOf: string;
  readonly dryRun: boolean;
}

/** Whether a manager is a part of itself, over any number of others. */
export function isInCycle(own: Own, others: readonly OtherManager[]): boolean {
  return own.partOf !== '' && wholesOf(own.partOf, own, others).has(own.id);
}

/**
 * The manager that goes first, of those that name a device and are unrelated: neither is a part of the other. A dry run shares
 * every device.
 */
export function rivalOf(deviceId: string, own: Own, others: readonly OtherManager[]): OtherManager | undefined {
  if (own.dryRun) return undefined;
  const wholes = wholesOf(own.id, own, others);
  return others.find(
    (other) =>
      other.goesFirst &&
      !other.dryRun &&
      other.loads.some((id) => idKey(id) === idKey(deviceId)) &&
      !wholes.has(other.id) &&
      !wholesOf(other.id, own, others).has(own.id),
  );
}

/** A manager and all that it is a part of. */
function wholesOf(id: string, own: Own, others: readonly OtherManager[]): Set<string> {
  const partOf = new Map([...others, own].map((one) => [one.id, one.partOf]));
  const wholes = new Set<string>();
  for (let at = id; at !== '' && !wholes.has(at); at = partOf.get(at) ?? '') wholes.add(at);
  return wholes;
}
