import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { readJson, root } from './install.mjs';

/** Settings that keep Node-RED to itself: loopback only, no telemetry, no palette from the internet. */
export function quietSettings({ port, adminRoot = '/', nodeRoot = '/', extra = '' }) {
  return `module.exports = {
  uiHost: '127.0.0.1',
  uiPort: ${port},
  httpAdminRoot: '${adminRoot}',
  httpNodeRoot: '${nodeRoot}',
  flowFile: 'flows.json',
  credentialSecret: 'demo',
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { palette: { allowInstall: false }, modules: { allowInstall: false } },
  editorTheme: { tours: false, projects: { enabled: false }, palette: { catalogues: [] } },
  logging: { console: { level: 'info', metrics: false, audit: false } },
  ${extra}
};
`;
}

/**
 * A user directory with this package (a link to `packageDirectory`, or none for null), what `modules` names, and a flow file.
 */
export function makeUserDirectory(directory, { settings, flows, modules = {}, packageDirectory = root }) {
  rmSync(directory, { recursive: true, force: true });
  const family =
    packageDirectory === null ? {} : { '@breakerflow/node-red-breakers': packageDirectory.replace(/\/$/, '') };
  const linked = { ...family, ...modules };
  mkdirSync(`${directory}/node_modules`, { recursive: true });
  for (const [name, target] of Object.entries(linked)) {
    const link = `${directory}/node_modules/${name}`;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
  const dependencies = Object.fromEntries(Object.keys(linked).map((name) => [name, '*']));
  writeFileSync(
    `${directory}/package.json`,
    JSON.stringify({ name: 'demo', private: true, dependencies }, undefined, 2),
  );
  writeFileSync(`${directory}/settings.js`, settings);
  if (flows !== undefined) writeFileSync(`${directory}/flows.json`, JSON.stringify(flows));
}

/** A free port on loopback. */
export async function freePort() {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** What a Node-RED says when its flows run and when it serves, in each of its languages: its user's system decides on that. */
function saidAtStart(script) {
  const locales = `${dirname(createRequire(script).resolve('@node-red/runtime/package.json'))}/locales`;
  const texts = readdirSync(locales).map((language) => readJson(`${locales}/${language}/runtime.json`));
  const oneOf = (said) =>
    new RegExp(
      said
        .filter((text) => text !== undefined)
        .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/__\w+?__/g, '.+'))
        .join('|'),
    );
  return {
    flowsStarted: oneOf(texts.map(({ nodes }) => nodes?.flows?.['started-flows'])),
    serverStarted: oneOf(texts.map(({ server }) => server?.['now-running'])),
  };
}

/**
 * Starts Node-RED on a user directory and resolves when it serves and its flows run. `wrapper` is a command that starts it in
 * its own place, such as `setpriv` and its options.
 */
export function startNodeRed(
  directory,
  { node = process.execPath, script = `${root}node_modules/node-red/red.js`, onLine, cwd, env = {}, wrapper = [] } = {},
) {
  const [command, ...args] = [
    ...wrapper,
    node,
    script,
    '--userDir',
    directory,
    '--settings',
    `${directory}/settings.js`,
  ];
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_RED_HOME: undefined, ...env },
  });
  const { flowsStarted, serverStarted } = saidAtStart(script);
  const lines = [];
  return new Promise((resolve, reject) => {
    let rest = '';
    let serves = false;
    let flowsRun = false;
    const read = (chunk) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        onLine?.(line);
        if (flowsStarted.test(line)) flowsRun = true;
        if (serverStarted.test(line)) serves = true;
        if (serves && flowsRun) resolve({ child, lines, stop: () => stop(child) });
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`Node-RED ended with ${code}\n${lines.join('\n')}`)));
  });
}

function stop(child) {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  });
}
