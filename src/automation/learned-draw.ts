/** The largest draw within some hours, A of each pole. */
export interface DrawBucket {
  readonly startedAt: number;
  readonly poles: readonly number[];
}

const bucketMs = 4 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The buckets with one more reading; those that are over a day old go. */
export function drawLearned(buckets: readonly DrawBucket[], poles: readonly number[], nowMs: number): DrawBucket[] {
  const last = buckets.at(-1);
  if (last === undefined || nowMs - last.startedAt >= bucketMs) {
    // A bucket is dropped when its newest reading is a day old, not its oldest.
    const kept = buckets.filter(({ startedAt }) => nowMs - startedAt < dayMs + bucketMs);
    return [...kept, { startedAt: nowMs, poles }];
  }
  if (poles.every((ampere, pole) => ampere <= (last.poles[pole] ?? 0))) return buckets as DrawBucket[];
  const larger = poles.map((ampere, pole) => Math.max(ampere, last.poles[pole] ?? 0));
  return [...buckets.slice(0, -1), { startedAt: last.startedAt, poles: larger }];
}

/** The largest draw of the last 24 hours, A of each pole; empty where nothing was read. */
export function largestDraw(buckets: readonly DrawBucket[]): readonly number[] {
  const [first, ...others] = buckets;
  if (first === undefined) return [];
  if (others.length === 0) return first.poles;
  return first.poles.map((ampere, pole) => Math.max(ampere, ...others.map(({ poles }) => poles[pole] ?? 0)));
}
