import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installInto, readJson, root, run } from './install.mjs';
import { freePort, makeUserDirectory, quietSettings, startNodeRed } from './red.mjs';

// Installs a tarball beside a version of Node-RED as its users do, starts it, and ends with 1 where a node type is not there:
// node scripts/installed.mjs TARBALL VERSION

const [tarball, version] = process.argv.slice(2);
if (tarball === undefined || version === undefined) throw new Error('node scripts/installed.mjs TARBALL VERSION');
const { name, 'node-red': wanted } = readJson(`${root}package.json`);
const directory = mkdtempSync(join(tmpdir(), 'breakerflow-installed-'));
const user = join(directory, 'user');
const port = await freePort();
installInto(join(directory, 'node-red'), { 'node-red': version });
makeUserDirectory(user, { settings: quietSettings({ port }), flows: [], packageDirectory: null });
run('npm', ['install', '--prefix', user, '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict', tarball]);
const script = join(directory, 'node-red/node_modules/node-red/red.js');
const red = await startNodeRed(user, { node: process.execPath, script });
try {
  const answer = await fetch(`http://127.0.0.1:${port}/nodes`, { headers: { Accept: 'application/json' } });
  const sets = (await answer.json()).filter(({ module }) => module === name);
  const there = sets.filter(({ enabled, err }) => enabled && err === undefined).flatMap(({ types }) => types);
  const missing = Object.keys(wanted.nodes).filter((type) => !there.includes(type));
  console.log(`Node-RED ${version}: ${there.length} node types, missing: ${missing.join(', ') || 'none'}`);
  if (missing.length > 0) process.exitCode = 1;
} finally {
  await red.stop();
  rmSync(directory, { recursive: true, force: true });
}
