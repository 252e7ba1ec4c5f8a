import { idKey } from '../../src/directory';

/** A type of load in the list of those that are never operated. */
export interface LoadTypeRow {
  readonly type: string;
  /** How many devices feed one; undefined while the service has not told. */
  readonly devices: number | undefined;
  readonly isTicked: boolean;
}

interface Offer {
  /** As it is stored: types of load, separated by commas. */
  readonly stored: string;
  /** What the service told of its devices; undefined when it could not be asked. */
  readonly known: readonly { readonly type: string; readonly devices: number }[] | undefined;
  /** What stood in the list before, such as a type whose tick was taken away. */
  readonly offered: readonly string[];
}

/** The types of load that a stored text names, in its order and spelling. */
export function loadTypesOf(stored: string): string[] {
  return stored
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

/**
 * The types of load that can be ticked: those of the service, and those that are stored or were offered although no device
 * has them. Upper and lower case are the same, as where a command is judged.
 */
export function loadTypeRows({ stored, known, offered }: Offer): LoadTypeRow[] {
  const ticked = new Set(loadTypesOf(stored).map(idKey));
  const rows = new Map<string, LoadTypeRow>();
  const unread = known === undefined ? undefined : 0;
  for (const type of [...offered, ...loadTypesOf(stored)])
    rows.set(idKey(type), { type, devices: unread, isTicked: ticked.has(idKey(type)) });
  for (const { type, devices } of known ?? []) {
    const before = rows.get(idKey(type));
    rows.set(idKey(type), { type, devices: devices + (before?.devices ?? 0), isTicked: ticked.has(idKey(type)) });
  }
  return [...rows.values()].sort((one, other) => one.type.localeCompare(other.type));
}

/** The text to store once a type of load is ticked or not; what else it names stays as it is spelt. */
export function withLoadType(stored: string, type: string, isTicked: boolean): string {
  const others = loadTypesOf(stored).filter((each) => idKey(each) !== idKey(type));
  if (isTicked && others.length < loadTypesOf(stored).length) return stored;
  return [...others, ...(isTicked ? [type.trim()] : [])].join(', ');
}
