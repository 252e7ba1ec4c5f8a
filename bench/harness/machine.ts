import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Ticks of the kernel since the machine started: of all cores together, and of this process with its descendants. */
interface Ticks {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

function ticks(): Ticks {
  const [, ...fields] = (readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0] = fields.map(Number);
  const busy = user + nice + system + irq + softIrq + steal;
  return { all: busy + idle + ioWait, busy, own: ownTicks() };
}

/** Includes what descendants took that have ended. */
function ownTicks(): number {
  const parents = new Map<number, number>();
  const used = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat === undefined) continue;
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    parents.set(Number(name), fields[1] ?? 0);
    used.set(
      Number(name),
      [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0),
    );
  }
  let own = 0;
  for (const [pid, taken] of used) {
    let ancestor: number | undefined = pid;
    while (ancestor !== undefined && ancestor !== process.pid) ancestor = parents.get(ancestor);
    if (ancestor === process.pid) own += taken;
  }
  return own;
}

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Starts to watch; the result tells which part of the machine others have taken since, 0 to 1. */
export function watchOthers(): () => number {
  const before = ticks();
  return () => {
    const after = ticks();
    const others = after.busy - before.busy - (after.own - before.own);
    return Math.max(0, others) / Math.max(1, after.all - before.all);
  };
}

/** `2 x Some CPU, 8 GB, Node.js 20.20.2, linux x64` */
export function machineKind(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cores[0]?.model.trim() ?? 'unknown';
  return `${cores.length} x ${model}, ${memory} GB, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
}
