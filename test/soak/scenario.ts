/** What a scenario has to work with. */
export interface SoakContext {
  /** All that is random follows from it. */
  readonly seed: number;
  /** A minute for all scenarios in place of minutes for each. */
  readonly short: boolean;
  /** A directory of its own, removed at the end. */
  readonly directory: string;
}

/** What a process holds, when it was idle and after garbage collection. */
export interface Holdings {
  readonly heapMb: number;
  readonly rssMb: number;
  /** Sockets, servers, files, timers: how many of each. */
  readonly handles: Readonly<Record<string, number>>;
}

export interface SoakResult {
  /** What was done and what came of it, in the order of the table. */
  readonly counts: Readonly<Record<string, number>>;
  /** What must not have happened; none where all is well. */
  readonly failures: readonly string[];
  readonly before?: Holdings;
  readonly after?: Holdings;
}

/** One way to wear the package out: a file in scenarios/. */
export interface SoakScenario {
  readonly name: string;
  run(context: SoakContext): Promise<SoakResult>;
}

/** Says which counts are not what they must be. */
export function mustBe(counts: Readonly<Record<string, number>>, wanted: Readonly<Record<string, number>>): string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    counts[name] === value ? [] : [`${name}: ${counts[name]}, not ${value}`],
  );
}

/** What is said of refusals takes a timer a reason, for a minute: a short run does not wait for its end. */
export const refusalTimersMax = 40;
/** Longer than that minute. */
export const refusalTimersMs = 130_000;

/** Says what a process holds after its work beyond what it held before. */
export function mustBeBack(before: Holdings, after: Holdings, heapGrowthMaxMb: number, timersMax = 0): string[] {
  const grown = after.heapMb - before.heapMb;
  const kinds = new Set([...Object.keys(before.handles), ...Object.keys(after.handles)]);
  return [
    ...(grown > heapGrowthMaxMb ? [`the heap has grown by ${grown.toFixed(1)} MB`] : []),
    ...[...kinds].flatMap((kind) => {
      const more = (after.handles[kind] ?? 0) - (before.handles[kind] ?? 0);
      return more > (kind === 'Timeout' ? timersMax : 0) ? [`${more} more ${kind}`] : [];
    }),
  ];
}
