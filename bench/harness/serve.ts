/** What a worker is asked over its channel, and what it says. */
export interface Question {
  readonly id: number;
  readonly task: string;
  readonly argument?: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** What this process took since it started. */
export interface Usage {
  readonly cpuMicros: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly peakResidentBytes: number;
}

const always = {
  usage(): Usage {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const peakResidentBytes = process.resourceUsage().maxRSS * 1024;
    return { cpuMicros: user + system, residentBytes: rss, heapBytes: heapUsed, peakResidentBytes };
  },
  collect(): void {
    for (let pass = 0; pass < 3; pass++) globalThis.gc?.();
  },
};

/** Does the named tasks when the benchmark asks for them, and tells of its own CPU time and memory. */
export function serve(tasks: Readonly<Record<string, (argument: never) => unknown>>): void {
  const known: Readonly<Record<string, (argument: never) => unknown>> = { ...always, ...tasks };
  process.on('message', async ({ id, task, argument }: Question) => {
    try {
      const run = known[task];
      if (run === undefined) throw new Error(`there is no task ${task}`);
      process.send?.({ id, value: await run(argument as never) } satisfies Answer);
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

/** Microseconds of CPU time that `work` takes, `count` times over, each. */
export function cpuMicrosEach(count: number, work: (index: number) => void): number {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) work(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
