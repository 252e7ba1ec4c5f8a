import type { ManagerSummary } from '../../automation';
import { defined } from '../../object';

/** A limit that a load manager keeps, as it is now. */
export interface KeptLimit {
  /** The id of the node. */
  readonly by: string;
  /** The name of a further limit; empty for the main one. */
  readonly group: string;
  readonly unit: 'A' | 'W';
  /** It bounds the average of a window, and not each moment. */
  readonly isAverage: boolean;
  /** Absent: none is kept now. */
  readonly limit?: number;
  /** What is drawn: one value, or one a leg. Without `total` it is not known now. */
  readonly totals: readonly { readonly leg?: string; readonly total?: number }[];
}

type Watcher = (limits: readonly KeptLimit[]) => void;

const watchers = new Set<Watcher>();

/** Hears of the limits of every manager of this process whenever one has decided, until what is returned is called. */
export function watchKeptLimits(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function tellKeptLimits(by: string, summary: Pick<ManagerSummary, 'lanes'>): void {
  if (watchers.size === 0) return;
  const limits = limitsOf(by, summary);
  for (const watcher of watchers) watcher(limits);
}

/** The legs of a group have one limit. */
function limitsOf(by: string, { lanes }: Pick<ManagerSummary, 'lanes'>): KeptLimit[] {
  return [...new Set(lanes.map(({ group }) => group))].map((group) => {
    const legs = lanes.filter((lane) => lane.group === group);
    const { windowLimit, limit, leg: firstLeg } = legs[0] ?? {};
    return {
      ...{ by, group, unit: firstLeg === undefined ? 'W' : 'A', isAverage: windowLimit !== undefined },
      // What a window leaves for now jumps with each reading; a person knows the average.
      ...defined({ limit: windowLimit ?? limit }),
      totals: legs.map(({ leg, total, live }) => defined({ leg, total: live ? total : undefined })),
    };
  });
}
