import { spawn } from 'node:child_process';
import { bin, executable, installMissing, root } from './install.mjs';

const chromium = executable('chromium');
if (chromium === undefined) {
  console.error('The end-to-end tests need the browser Chromium: apt-get install chromium');
  process.exit(1);
}

installMissing();
const { build } = await import('./build.mjs');
const { prepareLanes, prepareOldestLane } = await import('./lanes.mjs');
await build();
const examples = 'dist/test/e2e/examples.e2e.js';
const rest = ['dist/test/e2e/**/*.e2e.js', '--ignore', examples];
const [four, five] = prepareLanes();
const results = (await Promise.all([runInOrder(four, rest, [examples]), runInOrder(five, [examples], rest)])).flat();
// The oldest Node-RED that the package allows: its editor is tried in no browser, but the tarball must load and run there.
const installing = ['packed', 'installed-layouts'].map((name) => `dist/test/e2e/${name}.e2e.js`);
results.push(await runPart(prepareOldestLane(), installing));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

/**
 * Examples listen on the ports that they name, so only one of the runtimes tries them at a time: one begins with them, the other
 * ends with them, and the rest takes far longer.
 */
async function runInOrder(lane, first, second) {
  return [await runPart(lane, first), await runPart(lane, second)];
}

function runPart(lane, files) {
  const env = { ...process.env, E2E_CHROMIUM: chromium, E2E_LANES: JSON.stringify([lane]) };
  // Once again, and named in the report: a browser on a busy machine drops a click or a frame now and then.
  const options = ['--no-config', '--timeout', '60000', '--retries', '1', '--reporter', 'dist/test/reporter.js'];
  const child = spawn(bin('mocha'), [...options, ...files, ...process.argv.slice(2)], { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
      // A run that broke off has no last line, or an exit code that its failures do not explain.
      const broken = failed === undefined || (code !== 0 && failed === '0') ? 1 : 0;
      console.log(`Node-RED ${lane.name}\n${output.trimEnd()}\n`);
      resolve({ passed: Number(passed ?? 0), failed: Number(failed ?? 0) + broken });
    });
  });
}
