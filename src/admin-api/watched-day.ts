/** What was reported of a time that ends at `atMs`, epoch ms by the service's clock. */
export interface DayPoint {
  readonly fromMs: number;
  readonly atMs: number;
  /** The mean of each pole. */
  readonly value: readonly number[];
  /** The highest and the lowest of its poles; absent where only the mean is reported. */
  readonly most?: number;
  readonly least?: number;
}

/** The last 24 hours of one thing that is watched of a device, in its unit. */
export interface WatchedDay {
  readonly fromMs: number;
  readonly toMs: number;
  /** In order of time. */
  readonly points: readonly DayPoint[];
  /** How far apart the reports come. */
  readonly intervalMs: number;
  /** False: there is more than was read, so that the newest part may be missing. */
  readonly complete: boolean;
  /** Why there are no points: history has no such quantity, or the rating is not known of which it is a share. */
  readonly why?: 'measure' | 'rating';
}
