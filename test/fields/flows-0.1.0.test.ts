import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfig, currentVersion, readConfig, type StoredConfig, upgradeConfig } from '../../src/fields';
import type { FlowNode } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { nodeFields, nodes } from '../support/palette-html';

const folder = join(packageRoot, 'test', 'fixtures', 'flows-0.1.0');
const flows = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.json')).sort();
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as FlowNode[];

/** Properties that have had another name since 0.1.0. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'batch-schedule': { operation: 'action' },
  'breaker-account': { world: 'site' },
  'evse-config': { operation: 'action' },
  'meter-read': { operation: 'action' },
  'waveform-capture': { operation: 'action' },
};

/** Values that meant something else in the version of a node. */
function withNewValues(stored: StoredConfig): StoredConfig {
  if (stored.type === 'evse-config' && stored.configVersion === undefined && stored.resumeAfter === 30)
    return { ...stored, resumeAfter: 60 };
  return stored;
}

function withNewNames(stored: StoredConfig): StoredConfig {
  const names = renamed[String(stored.type)] ?? {};
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [names[name] ?? name, value]));
}

describe('the flows of 0.1.0', () => {
  it('are the 44 examples that it had', () => assert.equal(flows.length, 44));

  for (const path of flows)
    describe(path, () => {
      const stored = read(path).filter(({ type }) => type in nodes);

      it('lose no value of a node when they are upgraded', () => {
        for (const node of stored) {
          const { fields } = nodeFields(node.type);
          const { configVersion: _, ...expected } = withNewNames(withNewValues(node));
          const { configVersion, ...upgraded } = upgradeConfig(fields, Object.freeze(node));
          assert.deepEqual(upgraded, expected, node.id);
          if (configVersion !== undefined) assert.equal(configVersion, currentVersion(fields));
        }
      });
      it('have nothing to correct', () => {
        for (const node of stored) {
          const { fields } = nodeFields(node.type);
          assert.deepEqual(checkConfig(fields, node), [], node.id);
        }
      });
      it('read as the action that was stored', () => {
        for (const node of stored) {
          const action = renamed[node.type] === undefined ? node.action : node.operation;
          const { fields } = nodeFields(node.type);
          if ('action' in fields) assert.equal(readConfig(fields, node).action, action, node.id);
        }
      });
    });
});
