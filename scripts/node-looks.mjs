import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readJson, root } from './install.mjs';

/** The colours of the node types of others that examples use, as the editor draws them. */
const colorsOfOthers = {
  inject: '#a6bbcf',
  debug: '#87a980',
  catch: '#e49191',
  comment: '#ffffff',
  'link in': '#dddddd',
  'link out': '#dddddd',
  function: '#fdd0a2',
  switch: '#e2d96e',
  change: '#e2d96e',
  delay: '#e6e0f8',
  split: '#e2d96e',
  csv: '#debd5c',
  'http in': '#e7e7ae',
  'http response': '#e7e7ae',
  'http request': '#e7e7ae',
  'mqtt in': '#d8bfd8',
  'mqtt out': '#d8bfd8',
  file: '#deb887',
  'file in': '#deb887',
  'ui-button': '#a0e6ec',
  'ui-chart': '#63c8d4',
  'ui-template': '#26b3c4',
};

/** Of others that nothing leads to. */
const withoutInput = new Set(['inject', 'catch', 'comment', 'link in', 'http in', 'mqtt in']);

/** How the editor draws a node type: `color`, `hasInput`, and of our own the content of its `icon`. */
export function looksOf(outDir) {
  const require = createRequire(import.meta.url);
  const looks = new Map(
    Object.entries(colorsOfOthers).map(([type, color]) => [type, { color, hasInput: !withoutInput.has(type) }]),
  );
  for (const type of Object.keys(readJson(`${root}package.json`)['node-red'].nodes)) {
    const { palette } = require(join(outDir, 'nodes', type, `${type}.fields.js`));
    if (palette.color !== undefined)
      looks.set(type, { color: palette.color, hasInput: palette.inputs > 0, icon: iconOf(palette.icon) });
  }
  return looks;
}

function iconOf(file) {
  return readFileSync(`${root}icons/${file}`, 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
}
