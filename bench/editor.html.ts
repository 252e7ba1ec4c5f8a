import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Row } from './harness/row';
import { single } from './harness/run';

const nodes = join(process.cwd(), 'dist/nodes');

/** The html of all nodes, which the palette asks for in one request. */
function paletteHtml(): string {
  const types = readdirSync(nodes, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return types.map(({ name }) => readFileSync(join(nodes, name, `${name}.html`), 'utf8')).join('\n');
}

export const row: Row = {
  name: 'editor.html',
  title: 'what the palette loads at start, with the help',
  goal: { atMost: 90 },
  unit: 'KB gzip',
  async measure() {
    return single([gzipSync(paletteHtml()).length / 1000]);
  },
};
