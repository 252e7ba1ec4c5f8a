import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChargerMemory, createSceneMemory } from '../../src/runtime/scenes';

const scene = { service: 'https://s.example', name: 'node n' };
const alarms = [
  { subject: 'a', lasts: true, at: 5 },
  { subject: 'b', lasts: false },
];

describe('what scenes remember on disk', () => {
  let userDir: string;
  let file: string;
  const troubles: unknown[] = [];
  const onTrouble = (trouble: unknown) => troubles.push(trouble);

  beforeEach(() => {
    userDir = mkdtempSync(join(tmpdir(), 'breakerflow-memory-'));
    file = join(userDir, 'memory.json');
    troubles.length = 0;
  });
  afterEach(() => rmSync(userDir, { recursive: true, force: true }));

  it('another process finds chargers and alarms as they were, doubtful ones too', async () => {
    const before = { mode: 'no-restrictions', enabled: true, maxCurrent: 0 };
    const sure = { deviceId: 'c', before, to: { mode: 'cloud-api', enabled: true, maxCurrent: 10 } };
    const paused = { mode: 'cloud-api', enabled: false };
    const doubtful = { deviceId: 'd', before: { mode: 'charge-windows', enabled: true }, to: paused, doubtful: true };
    const memory = createChargerMemory(file, onTrouble);
    await memory.remember(scene, sure);
    await memory.remember(scene, doubtful as never);
    await memory.keepAlarms(scene, alarms);
    const next = createChargerMemory(file, onTrouble);
    assert.deepEqual([next.circuits(scene), next.alarms(scene)], [[sure, doubtful], alarms]);
    assert.deepEqual(troubles, []);
  });

  it('alarms stay when the circuits are forgotten, and what is empty is dropped', async () => {
    const circuit = { deviceId: 'c', before: 'closed', to: 'open', at: 1, serviceAt: 1 } as const;
    const memory = createSceneMemory(file, onTrouble);
    await memory.remember(scene, circuit);
    await memory.keepAlarms(scene, alarms);
    await memory.forget(scene, ['c']);
    assert.deepEqual(createSceneMemory(file, onTrouble).alarms(scene), alarms);
    await memory.keepAlarms(scene, []);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).scenes, []);
  });

  it('a file of an older version, without alarms, is read as it is', () => {
    const circuit = { deviceId: 'c', before: 'closed', to: 'open', at: 1, serviceAt: 1 };
    writeFileSync(file, JSON.stringify({ version: 1, scenes: [{ ...scene, circuits: [circuit] }] }));
    const memory = createSceneMemory(file, onTrouble);
    assert.deepEqual([memory.circuits(scene), memory.alarms(scene), troubles], [[circuit], [], []]);
  });

  it('a charger whose setting is not whole makes the file unusable, and never a guess', () => {
    const charger = { deviceId: 'c', before: { mode: 'cloud-api' }, to: { mode: 'cloud-api', enabled: false } };
    writeFileSync(file, JSON.stringify({ version: 1, scenes: [{ ...scene, circuits: [charger] }] }));
    assert.deepEqual(createChargerMemory(file, onTrouble).circuits(scene), []);
    assert.equal(troubles.length, 1);
  });
});
