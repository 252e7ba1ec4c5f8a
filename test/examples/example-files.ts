import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadedExample } from '../../src/fields';
import type { FlowNode } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { siteIds } from './site-ids';

export const examples = join(packageRoot, 'examples');
/** The examples as version 0.1.0 stored them. */
export const olderExamples = join(packageRoot, 'test', 'fixtures', 'flows-0.1.0');
/** The flows of a folder, relative to it. */
export const pathsIn = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.json')).sort();
export const paths = pathsIn(examples);
export const readStored = (path: string, from = examples) =>
  JSON.parse(readFileSync(join(from, path), 'utf8')) as FlowNode[];
/** A flow as it is deployed: an example is bound to a simulator of its own. */
export const read = (path: string, from = examples): FlowNode[] => boundToSimulator(readStored(path, from));

/** Binds an example as the editor does when it is imported and there is no account. */
export function boundToSimulator(flow: readonly FlowNode[]): FlowNode[] {
  const idOf = (name: string) => createHash('sha256').update(`${name} ${flow[0]?.id}`).digest('hex').slice(0, 16);
  const configs = { account: idOf('account'), endpoint: idOf('endpoint') };
  return loadedExample(flow, configs, siteIds);
}
export const folderOf = (path: string) => path.split(/[\\/]/)[0] ?? '';

const hasNoDashboard = (path: string) => folderOf(path) !== 'dashboard';
/** The examples that run without a dashboard. */
export const runnable = paths.filter(hasNoDashboard);
export const olderRunnable = pathsIn(olderExamples).filter(hasNoDashboard);

/** Examples that need another system, which `npm run test:scale` starts. */
export const runWithEngines: Readonly<Record<string, string>> = {
  '08-integrations/01-home-assistant.json': 'home-assistant.scale.js',
};

/** The node types of this package. */
export const ours = Object.keys(nodes);

/** A compiled file of one of our node types. */
export const nodeFile = (type: string, name: string) =>
  require(join(__dirname, '..', '..', 'nodes', type, name)) as unknown;

/** Node-RED's own node types that examples use, and the file of each. */
export const core: Readonly<Record<string, string>> = {
  inject: 'common/20-inject',
  debug: 'common/21-debug',
  comment: 'common/90-comment',
  'link in': 'common/60-link',
  'link out': 'common/60-link',
  function: 'function/10-function',
  switch: 'function/10-switch',
  change: 'function/15-change',
  delay: 'function/89-delay',
  csv: 'parsers/70-CSV',
  json: 'parsers/70-JSON',
  split: 'sequence/17-split',
  'http in': 'network/21-httpin',
  'http response': 'network/21-httpin',
  'http request': 'network/21-httprequest',
  'mqtt in': 'network/10-mqtt',
  'mqtt out': 'network/10-mqtt',
  'mqtt-broker': 'network/10-mqtt',
  file: 'storage/10-file',
  'file in': 'storage/10-file',
};
