import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWindowMemory, type KeptWindows } from '../../nodes/evse-config/window-memory';

const kept = (deviceId: string, nodeId: string): KeptWindows => ({
  service: 'service',
  deviceId,
  nodeId,
  zones: { drawn: 'Europe/Berlin', charger: 'UTC' },
  drawn: [{ start: { day: 'monday', time: '2200' }, stop: { day: 'tuesday', time: '0600' } }],
  sent: [{ start: { day: 'monday', time: '2100' }, stop: { day: 'tuesday', time: '0500' } }],
  shift: -60,
});

describe('the charge windows that nodes keep right', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'breakerflow-windows-'));
    file = join(folder, 'windows.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('outlive the process, one entry a charger, of the node that wrote last', async () => {
    const memory = createWindowMemory(file);
    await memory.remember(kept('a', 'one'));
    await memory.remember(kept('b', 'one'));
    await memory.remember(kept('A', 'two'));
    const again = createWindowMemory(file);
    assert.deepEqual(again.ofNode('one'), [kept('b', 'one')]);
    assert.deepEqual(again.ofCharger('service', 'a'), kept('A', 'two'));
    assert.equal(again.ofCharger('another service', 'a'), undefined);
  });

  it('are forgotten by charger and by node', async () => {
    const memory = createWindowMemory(file);
    await memory.remember(kept('a', 'one'));
    await memory.remember(kept('b', 'two'));
    await memory.forget('service', 'A');
    await memory.forgetNode('two');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { version: 1, windows: [] });
  });

  it('a file that holds something else is set aside', () => {
    writeFileSync(file, JSON.stringify({ version: 1, windows: [{ ...kept('a', 'one'), sent: 'all' }] }));
    const troubles: string[] = [];
    assert.deepEqual(createWindowMemory(file, ({ kind }) => troubles.push(kind)).ofNode('one'), []);
    assert.deepEqual(troubles, ['damaged']);
  });
});
