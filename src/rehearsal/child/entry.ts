import { readFileSync, writeFileSync } from 'node:fs';
import type { ChildMessage, Job } from '../job';
import { installTime } from './install-time';
import { createSeededRandom } from './seeded-random';
import { createVirtualTime } from './virtual-time';

// Nothing else is imported here: whatever is loaded before time is replaced would keep the real one.

/** The process of a rehearsal: `node entry.js <folder>`, with a `job.json` in the folder. */
const [, , folder = '.'] = process.argv;
const job = JSON.parse(readFileSync(`${folder}/job.json`, 'utf8')) as Job;
const time = createVirtualTime(Date.parse(job.scenario.start));
const random = createSeededRandom(job.scenario.seed ?? 1);
const tell = process.send?.bind(process) as ((message: ChildMessage) => void) | undefined;
// `process.exit` itself is shut, and what it ends with.
const { reallyExit } = process as unknown as { reallyExit(code: number): never };
const exit = (code: number) => reallyExit.call(process, code);
// Without its parent nobody reads what comes of it.
process.once('disconnect', () => exit(4));
// Nothing in the flow may speak to the parent.
Object.assign(process, { send: undefined, disconnect: undefined });
const real = installTime(time, random.next);
let toldAtMs = 0;

// Loaded now, so that all of it takes the virtual time.
const { rehearse } = require('./main') as typeof import('./main');
rehearse({
  ...{ job, folder, time, real, random },
  begins: () => tell?.({ begins: true }),
  progress(simulatedMs) {
    if (real.monotonicMs() - toldAtMs < 500) return;
    toldAtMs = real.monotonicMs();
    tell?.({ simulatedMs });
  },
}).then(
  (result) => {
    writeFileSync(`${folder}/result.json`, JSON.stringify(result));
    exit(0);
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.stack : String(error));
    exit(3);
  },
);
