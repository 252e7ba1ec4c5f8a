import type { PreparedRequest } from '../request';
import type { TokenHolder } from '../tokens';
import { recordKindOf, type ScannedList, type Subject } from './subject';

/** Which organizations have shown what: by their lists, and by answers about single records. */
export interface Owners {
  /** In the account's order. */
  of(subject: Subject): readonly TokenHolder[];
  /** Learns from an answer that came with the token of `holder`. */
  learn(request: PreparedRequest, holder: TokenHolder, data: unknown): void;
  /** Learns from a whole list: what is not in it any more is not the organization's any more. */
  learnList(list: ScannedList, holder: TokenHolder, items: readonly unknown[]): void;
  add(subject: Subject, holder: TokenHolder): void;
  /** The service has refused the owner: it is looked up anew. */
  forget(subjects: readonly Subject[]): void;
}

type Item = Readonly<Record<string, unknown>>;

const kindOfList = { 'devices.list': 'device', 'locations.list': 'location' } as const;
/** Records beside devices and locations, whose number is that of the site. */
const maxRecords = 20_000;

export function createOwners(order: readonly TokenHolder[]): Owners {
  const byKey = new Map<string, Set<TokenHolder>>();
  const keyOf = ({ kind, id }: Subject) => `${kind}:${id.toLowerCase()}`;

  function add(subject: Subject, holder: TokenHolder): void {
    const key = keyOf(subject);
    const holders = byKey.get(key) ?? new Set();
    byKey.set(key, holders.add(holder));
    const [oldest] = byKey.keys();
    if (byKey.size > maxRecords && oldest !== undefined && !/^(device|location):/.test(oldest)) byKey.delete(oldest);
  }

  function addItem(kind: Subject['kind'], item: unknown, holder: TokenHolder): void {
    if (typeof item !== 'object' || item === null) return;
    const { id, code, organizationId } = item as Item;
    for (const own of [id, code]) if (typeof own === 'string') add({ kind, id: own }, holder);
    if (kind === 'location' && typeof organizationId === 'string')
      add({ kind: 'organization', id: organizationId }, holder);
  }

  return {
    of: (subject) => {
      const holders = byKey.get(keyOf(subject));
      return holders === undefined ? [] : order.filter((holder) => holders.has(holder));
    },
    add,
    learn({ operation, row }, holder, data) {
      const [resource] = operation.split('.');
      const kind = resource === 'devices' ? 'device' : resource === 'locations' ? 'location' : recordKindOf(row.path);
      // What belongs to a record, such as a status of one device, has ids of its own.
      const isRecord = (row.path.match(/\//g)?.length ?? 0) <= (row.path.includes('{') ? 2 : 1);
      if (kind === undefined || !isRecord) return;
      for (const item of Array.isArray(data) ? data : [data]) addItem(kind, item, holder);
    },
    learnList(list, holder, items) {
      const kind = kindOfList[list];
      for (const [key, holders] of byKey)
        if (key.startsWith(`${kind}:`) && holders.delete(holder) && holders.size === 0) byKey.delete(key);
      for (const item of items) addItem(kind, item, holder);
    },
    forget(subjects) {
      for (const subject of subjects) byKey.delete(keyOf(subject));
    },
  };
}
