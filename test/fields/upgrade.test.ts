import assert from 'node:assert/strict';
import {
  checkConfig,
  currentVersion,
  droppedProperties,
  type FieldTable,
  readConfig,
  type StoredConfig,
  upgradeConfig,
} from '../../src/fields';
import { nodeFields, nodes } from '../support/palette-html';

/** A table whose minutes were once seconds, and whose mode was once a tick. */
const table = {
  minutes: { kind: 'number', default: 1 },
  mode: { kind: 'choice', default: 'slow', options: ['slow', 'fast'] },
  configVersion: {
    kind: 'version',
    upgrades: [
      {
        apply: (stored) => ('seconds' in stored ? { ...stored, minutes: Number(stored.seconds) / 60 } : stored),
        drops: ['seconds'],
      },
      { apply: (stored) => ({ ...stored, mode: stored.fast === true ? 'fast' : 'slow' }), drops: ['fast'] },
    ],
  },
} as const satisfies FieldTable;

/** What each older version of a node stored, and what that is today. */
const history: Readonly<Record<string, readonly { version: number; stored: StoredConfig; today: StoredConfig }[]>> = {
  'batch-schedule': [
    { version: 1, stored: { operation: 'declare', command: 'open' }, today: { action: 'declare', command: 'open' } },
    { version: 1, stored: { command: 'open' }, today: { command: 'open' } },
  ],
  'breaker-account': [
    {
      version: 1,
      stored: { startMute: 30, commandExpiry: 10 },
      today: { startMute: 9, commandExpiry: 10 },
    },
    { version: 1, stored: { startMute: 10 }, today: { startMute: 9 } },
    { version: 1, stored: { startMute: 5, commandExpiry: 10 }, today: { startMute: 5, commandExpiry: 10 } },
    { version: 1, stored: { startMute: 30, commandExpiry: 60 }, today: { startMute: 30, commandExpiry: 60 } },
    { version: 2, stored: { world: 'story', seed: 7 }, today: { site: 'story', seed: 7 } },
    // The editor fills defaults into a flow that is imported, beside what the flow stores.
    { version: 2, stored: { world: 'story', site: 'Maple Street 12' }, today: { site: 'story' } },
    { version: 2, stored: { world: '', seed: 1 }, today: { seed: 1 } },
    { version: 2, stored: { world: '', seed: '' }, today: { seed: '' } },
    { version: 2, stored: { world: '', seed: 7 }, today: { seed: 7, site: 'Maple Street 12, seed 7' } },
    { version: 2, stored: { site: 'The cabin', seed: 7 }, today: { site: 'The cabin', seed: 7 } },
  ],
  'evse-config': [
    { version: 1, stored: { below: 'pause', resumeAfter: 30 }, today: { below: 'pause', resumeAfter: 60 } },
    { version: 1, stored: { below: 'pause', resumeAfter: 5 }, today: { below: 'pause', resumeAfter: 5 } },
    { version: 1, stored: { operation: 'readState' }, today: { action: 'readState' } },
    {
      version: 2,
      stored: { operation: 'setCurrent', resumeAfter: 30 },
      today: { action: 'setCurrent', resumeAfter: 30 },
    },
  ],
  'meter-read': [
    { version: 1, stored: { operation: 'history', range: 'week' }, today: { action: 'history', range: 'week' } },
    // The editor fills defaults into a flow that is imported, beside what the flow stores.
    { version: 1, stored: { operation: 'latest', action: 'reading' }, today: { action: 'latest' } },
    { version: 1, stored: { operation: undefined, action: 'reading' }, today: { action: 'reading' } },
  ],
  'stream-receiver': [
    { version: 1, stored: { output: 'channel', byException: true }, today: { output: 'channel', byException: false } },
    { version: 1, stored: { output: 'publish', byException: true }, today: { output: 'publish', byException: false } },
    { version: 1, stored: { byException: true }, today: { byException: false } },
    { version: 1, stored: { output: 'reading', byException: true }, today: { output: 'reading', byException: true } },
  ],
  'waveform-capture': [
    { version: 1, stored: { operation: 'wait', waitSeconds: 60 }, today: { action: 'wait', waitSeconds: 60 } },
  ],
};

const types = Object.keys(nodes).map((type) => {
  const { fields } = nodeFields(type);
  return { type, fields };
});

describe('stored flows upgrade', () => {
  it('a configuration without a version is of version 1 and takes every step', () => {
    assert.deepEqual(upgradeConfig(table, { seconds: 120, fast: true }), {
      minutes: 2,
      mode: 'fast',
      configVersion: 3,
    });
  });
  it('one of a later version takes the later steps only', () => {
    assert.deepEqual(upgradeConfig(table, { minutes: 2, fast: false, configVersion: 2 }), {
      minutes: 2,
      mode: 'slow',
      configVersion: 3,
    });
  });
  it("today's is not touched", () => {
    const today = { minutes: 2, mode: 'fast', configVersion: 3 };
    assert.equal(upgradeConfig(table, today), today);
  });
  it('upgrading is pure and ends: what is upgraded stays as it is', () => {
    const stored = Object.freeze({ seconds: 60 });
    const once = upgradeConfig(table, stored);
    assert.equal(upgradeConfig(table, once), once);
  });
  it('reading upgrades, and so does checking', () => {
    assert.deepEqual(readConfig(table, { seconds: 120 }), { minutes: 2, mode: 'slow', configVersion: 3 });
    assert.deepEqual(checkConfig(table, { seconds: 'x' }), [{ field: 'minutes', key: 'number' }]);
  });
  it('what a newer version wrote is refused as a whole', () => {
    assert.deepEqual(checkConfig(table, { minutes: 'x', configVersion: 4 }), [
      { field: '', key: 'newerVersion', params: { version: 4, known: 3 } },
    ]);
  });
  it('the editor keeps what older versions stored', () => {
    assert.deepEqual(droppedProperties(table), ['seconds', 'fast']);
  });

  for (const { type, fields } of types) {
    describe(type, () => {
      const known = history[type] ?? [];
      for (const { version, stored, today } of known)
        it(`version ${version}: ${JSON.stringify(stored)}`, () => {
          const old = version === 1 ? stored : { ...stored, configVersion: version };
          assert.deepEqual(upgradeConfig(fields, Object.freeze(old)), {
            ...today,
            configVersion: currentVersion(fields),
          });
        });
      it('has an example of each older version', () => {
        const older = Array.from({ length: currentVersion(fields) - 1 }, (_, index) => index + 1);
        assert.deepEqual([...new Set(known.map(({ version }) => version))].sort(), older);
      });
      it('drops no property that it still has', () => {
        assert.deepEqual(
          droppedProperties(fields).filter((name) => name in fields),
          [],
        );
      });
    });
  }
});
