import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowMemory } from '../../nodes/evse-config/window-memory';
import { siteMemory } from '../../src/rehearsal';
import type { OnStateTrouble, StateTrouble } from '../../src/runtime';
import { automationMemory } from '../../src/runtime/automation/memory';
import { madeMemory } from '../../src/runtime/made/made-memory';
import { receiverMemory } from '../../src/runtime/made/receivers/receiver-memory';
import { scheduleMemory } from '../../src/runtime/made/schedules/schedule-memory';
import { chargerMemory, sceneMemory } from '../../src/runtime/scenes/scene-memory';
import { watchMemory } from '../../src/runtime/watch/memory';
import { sourceFiles } from '../architecture/imports';
import { packageRoot } from '../support/node-texts';

type Open = (userDir: string, onTrouble: OnStateTrouble) => unknown;

/** Every state file of the user directory, and what reads it. */
const formats: Readonly<Record<string, Open>> = {
  'breakerflow-automation.json': (userDir, onTrouble) => automationMemory(userDir, onTrouble).of('service'),
  'breakerflow-scenes.json': (userDir, onTrouble) => sceneMemory(userDir, onTrouble).circuits(scene),
  'breakerflow-charger-scenes.json': (userDir, onTrouble) => chargerMemory(userDir, onTrouble).circuits(scene),
  'breakerflow-watch.json': (userDir, onTrouble) => watchMemory(userDir, onTrouble).of('node'),
  'breakerflow-made.json': (userDir, onTrouble) => madeMemory(userDir, onTrouble).all(),
  'breakerflow-schedules.json': (userDir, onTrouble) =>
    scheduleMemory(userDir, onTrouble).with('service', async () => {}),
  'breakerflow-receivers.json': (userDir, onTrouble) => receiverMemory(userDir, onTrouble).fingerprint('text'),
  'breakerflow-sites.json': (userDir, onTrouble) => siteMemory(userDir, onTrouble).named('House'),
  'breakerflow-charge-windows.json': (userDir, onTrouble) => windowMemory(userDir, onTrouble).ofNode('node'),
};

const scene = { service: 'service', name: 'evening' };

/** Files with formats and tests of their own: command-journal.test.ts, lock-file.test.ts. */
const withOwnTests = ['breakerflow-commands.jsonl', 'breakerflow-locks.json'];

describe('the state files of a user directory', () => {
  it('are all in the table, and on the page about moving', () => {
    const named = sourceFiles.flatMap((file) =>
      [...readFileSync(join(packageRoot, file), 'utf8').matchAll(/\bsharedMemory(?:<.+>)?\(\s*'([^']+)'/g)].flatMap(
        ([, name]) => name ?? [],
      ),
    );
    assert.deepEqual(named.sort(), [...Object.keys(formats), ...withOwnTests].sort());
    const page = readFileSync(join(packageRoot, 'docs/moving.md'), 'utf8');
    for (const name of named) assert(page.includes(`\`${name}\``), name);
  });

  for (const [name, open] of Object.entries(formats))
    it(`${name} of a newer version is set aside as it is, with a warning, and is not misread`, async () => {
      const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-formats-'));
      try {
        const file = join(userDir, name);
        const text = JSON.stringify({ version: 1_000, whatever: ['is in it'] });
        writeFileSync(file, text);
        const troubles: StateTrouble[] = [];
        await open(userDir, (trouble) => troubles.push(trouble));
        assert.deepEqual(
          troubles.map(({ kind, aside }) => [kind, aside]),
          [['newer', `${file}.newer`]],
        );
        assert.equal(readFileSync(`${file}.newer`, 'utf8'), text);
        if (existsSync(file)) assert.equal(JSON.parse(readFileSync(file, 'utf8')).version, 1);
      } finally {
        rmSync(userDir, { recursive: true, force: true });
      }
    });
});
