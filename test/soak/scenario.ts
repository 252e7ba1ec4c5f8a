/** The input of a scenario. */
export interface SoakContext {
  /** The seed of all random choices. */
  readonly seed: number;
  /** Runs all scenarios in a minute instead of minutes each. */
  readonly short: boolean;
  /** The scenario's own directory, removed at the end. */
  readonly directory: string;
}

/** The resources of an idle process after garbage collection. */
export interface ResourceUse {
  readonly heapMb: number;
  readonly rssMb: number;
  /** The number of sockets, servers, files and timers, by kind. */
  readonly handles: Readonly<Record<string, number>>;
}

export interface SoakResult {
  /** The counted actions and results, in the order of the table. */
  readonly counts: Readonly<Record<string, number>>;
  /** The unexpected results; empty if the scenario passed. */
  readonly failures: readonly string[];
  readonly before?: ResourceUse;
  readonly after?: ResourceUse;
}

/** One long-running test of the package: a file in scenarios/. */
export interface SoakScenario {
  readonly name: string;
  run(context: SoakContext): Promise<SoakResult>;
}

/** Returns a line for each count that differs from the wanted one. */
export function mismatches(
  counts: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    counts[name] === value ? [] : [`${name}: ${counts[name]}, not ${value}`],
  );
}

/** The log of rejections uses one timer per reason for a minute. A short run does not wait for these timers. */
export const refusalTimersMax = 40;
/** A wait that is longer than that minute. */
export const refusalTimersMs = 130_000;

/** Returns a line for each resource of which a process uses more than before. */
export function leaks(before: ResourceUse, after: ResourceUse, heapGrowthMaxMb: number, timersMax = 0): string[] {
  const grownMb = after.heapMb - before.heapMb;
  const kinds = new Set([...Object.keys(before.handles), ...Object.keys(after.handles)]);
  return [
    ...(grownMb > heapGrowthMaxMb ? [`the heap has grown by ${grownMb.toFixed(1)} MB`] : []),
    ...[...kinds].flatMap((kind) => {
      const more = (after.handles[kind] ?? 0) - (before.handles[kind] ?? 0);
      return more > (kind === 'Timeout' ? timersMax : 0) ? [`${more} more ${kind}`] : [];
    }),
  ];
}
