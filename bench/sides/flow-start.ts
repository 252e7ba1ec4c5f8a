import { join } from 'node:path';
import { build } from 'esbuild';
import type { OpenSubject } from '../harness/run';
import { startWorker } from '../harness/worker';
import type { FlowModules } from './flow-starter';

const packageName = '@breakerflow/node-red-breakers';

/** The types of the flow, as their flow files name them. */
const types = [
  'breaker-account',
  'breaker-control',
  'meter-read',
  'evse-config',
  'batch-schedule',
  'cloud-call',
] as const;

/** The code of these types and of the simulator in one file beside the installed package, and nothing else. */
export async function handBundle(modules: string): Promise<string> {
  const compiled = join(process.cwd(), 'dist');
  const nodes = types.map((type) => `  ${JSON.stringify(type)}: require('./nodes/${type}/${type}').default,`);
  const outfile = join(modules, 'bundled-by-hand.js');
  await build({
    stdin: {
      contents: `exports.nodes = {\n${nodes.join('\n')}\n};\nexports.createSimulator = require('./src/simulator').createSimulator;`,
      resolveDir: compiled,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
  });
  return outfile;
}

/** Each sample is a process of its own, that loads the package as it is installed, or what is bundled by hand. */
export function flowSubject(modules: string, byHand?: string): OpenSubject {
  const palette = join(modules, packageName);
  const { nodes } = require(join(palette, 'package.json'))['node-red'] as { nodes: Readonly<Record<string, string>> };
  const loaded: FlowModules =
    byHand === undefined
      ? { types, files: types.map((type) => join(palette, nodes[type] ?? '')), library: palette }
      : { types, bundle: byHand };
  return async () => ({
    async sample() {
      const worker = startWorker(require.resolve('./flow-starter'));
      try {
        await worker.ask('prepare');
        return await worker.ask<number>('start', loaded);
      } finally {
        await worker.stop();
      }
    },
    async close() {},
  });
}
