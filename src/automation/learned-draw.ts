/** The largest within some time: A of each pole of a load, or what a group draws on each of its lanes. */
export interface DrawBucket {
  readonly startedAt: number;
  readonly poles: readonly number[];
}

/** How long the largest is remembered, and in pieces of which length. */
export interface Remembered {
  readonly bucketMs: number;
  readonly keptMs: number;
}

const hourMs = 3_600_000;
const aDay: Remembered = { bucketMs: 4 * hourMs, keptMs: 24 * hourMs };

/** The buckets with one more reading; those that are too old, over a day unless told otherwise, go. */
export function drawLearned(
  buckets: readonly DrawBucket[],
  poles: readonly number[],
  nowMs: number,
  { bucketMs, keptMs }: Remembered = aDay,
): DrawBucket[] {
  const last = buckets.at(-1);
  if (last === undefined || nowMs - last.startedAt >= bucketMs) {
    // A bucket is dropped when its newest reading is too old, not its oldest.
    const kept = buckets.filter(({ startedAt }) => nowMs - startedAt < keptMs + bucketMs);
    return [...kept, { startedAt: nowMs, poles }];
  }
  if (poles.every((ampere, pole) => ampere <= (last.poles[pole] ?? 0))) return buckets as DrawBucket[];
  const larger = poles.map((ampere, pole) => Math.max(ampere, last.poles[pole] ?? 0));
  return [...buckets.slice(0, -1), { startedAt: last.startedAt, poles: larger }];
}

/** The largest draw of the time that is remembered, of each pole; empty where nothing was read. */
export function largestDraw(buckets: readonly DrawBucket[]): readonly number[] {
  const [first, ...others] = buckets;
  if (first === undefined) return [];
  if (others.length === 0) return first.poles;
  return first.poles.map((ampere, pole) => Math.max(ampere, ...others.map(({ poles }) => poles[pole] ?? 0)));
}
