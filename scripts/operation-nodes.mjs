import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readJson, root } from './install.mjs';

const require = createRequire(import.meta.url);

/** The node types that call an operation for their user, as nodes/<type>/<type>.operations.ts say; cloud-call is last. */
export function nodesOf(outDir, id) {
  const types = Object.keys(readJson(`${root}package.json`)['node-red'].nodes);
  const callers = types.filter((type) => {
    const file = join(outDir, 'nodes', type, `${type}.operations.js`);
    return existsSync(file) && require(file).operations.includes(id);
  });
  return [...callers.filter((type) => type !== 'cloud-call'), ...callers.filter((type) => type === 'cloud-call')];
}
