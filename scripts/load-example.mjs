import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from './install.mjs';

const require = createRequire(import.meta.url);

/**
 * Examples as they are deployed, bound to one built-in simulator and one endpoint: by their paths without `.json`. The
 * package must be built.
 */
export async function loadExamples(paths) {
  const { loadedExample, referencesOf } = require(`${root}dist/src/fields`);
  const { createSimulator } = require(`${root}dist/src/simulator`);
  const { systemClock } = require(`${root}dist/src/clock`);
  const simulator = await createSimulator({ clock: systemClock });
  const locations = simulator.snapshot().locations.map(({ id, details: { name } }) => ({ id, name }));
  const ids = referencesOf(simulator.controls.devices(), locations);
  await simulator.close();
  const configs = { account: 'a0c0000000000001', endpoint: 'a0c0000000000002' };
  const stored = paths.flatMap((path) => JSON.parse(readFileSync(`${root}examples/${path}.json`, 'utf8')));
  return loadedExample(stored, configs, ids);
}
