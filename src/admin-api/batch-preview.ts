import type { ListedBatch } from '../schedule';
import type { FoundProblem } from './problem-words';

/** The batch order of a dialog that is being filled in. */
export interface BatchQuestion {
  readonly nodeId: string;
  readonly order: unknown;
  /** The devices were picked, so that there is no ceiling. */
  readonly picked: boolean;
  readonly maxDevices?: number;
  /** The node declares its schedule: what would a deploy change? */
  readonly declares: boolean;
}

/** The address whose sunrise and sunset a batch follows, as the service knows it. */
export interface BatchLocation {
  readonly name: string;
  readonly latitude: string;
  readonly longitude: string;
  /** The location of the batch, where that lies within this one and has no coordinates itself. */
  readonly within?: string;
}

/** What the preview of an order cannot compute by itself. */
export interface BatchPreview {
  /** Everything for which the order would be refused before it is sent. */
  readonly problems: readonly FoundProblem[];
  /** What differs from what is only assumed: it is sent as it is written. */
  readonly warnings: readonly FoundProblem[];
  readonly deviceIds: readonly string[];
  readonly location?: BatchLocation;
  /** Other batches that are not cancelled and have a device of the order, with their places. */
  readonly others: readonly { readonly batch: ListedBatch; readonly location?: BatchLocation }[];
  /** How many batches a deploy would make, keep and remove, and how many are too late. */
  readonly plan?: Readonly<Record<'create' | 'keep' | 'remove' | 'over', number>>;
}
