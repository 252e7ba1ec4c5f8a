import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Row } from './harness/row';
import { single } from './harness/run';

const manifest = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
  readonly 'node-red': { readonly nodes: Readonly<Record<string, string>> };
};

/** The html of all nodes, which the palette asks for in one request. */
function paletteHtml(): string {
  const files = Object.values(manifest['node-red'].nodes).map((file) =>
    join(process.cwd(), file.replace(/js$/, 'html')),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

export const row: Row = {
  name: 'editor.html',
  title: 'what the palette loads at start, with the help',
  // Of fourteen nodes, each with a trial of its draft; 90 was the goal of eleven.
  goal: { atMost: 110 },
  // Bytes are counted.
  noise: 1,
  unit: 'KB gzip',
  async measure() {
    return single([gzipSync(paletteHtml()).length / 1000]);
  },
};
