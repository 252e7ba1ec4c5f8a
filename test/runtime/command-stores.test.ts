import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import { commandRecordOf, locksOf } from '../../nodes/breaker-account/commands/command-stores';
import { nodeText } from '../support/node-texts';

describe('the record and the lock-outs of a user directory', () => {
  let userDir: string;
  let warned: string[];
  let RED: NodeAPI;
  beforeEach(() => {
    userDir = mkdtempSync(join(tmpdir(), 'breakerflow-stores-'));
    warned = [];
    const log = { warn: (text: string) => warned.push(text) };
    RED = { settings: { userDir }, log, _: nodeText } as unknown as NodeAPI;
  });
  afterEach(() => rmSync(userDir, { recursive: true }));

  it('are one for all accounts of the process', () => {
    assert.equal(commandRecordOf(RED), commandRecordOf(RED));
    assert.equal(locksOf(RED), locksOf(RED));
    assert.deepEqual(warned, []);
  });

  it('describe the problem of a file and its remedy in one sentence', () => {
    const record = join(userDir, 'breakerflow-commands.jsonl');
    const locks = join(userDir, 'breakerflow-locks.json');
    writeFileSync(record, '{"kind":"file","version":2}\n');
    writeFileSync(join(userDir, 'breakerflow-commands.1.jsonl'), 'x\ny\n');
    writeFileSync(locks, '{');
    commandRecordOf(RED);
    locksOf(RED);
    assert.equal(warned.length, 3);
    for (const [index, expected] of [
      `${record} was written by a newer version of the package (format 2)`,
      '2 damaged lines',
      `The lock-outs of ${locks} cannot be read (JSON)`,
    ].entries())
      assert(warned[index]?.includes(expected), warned[index]);
    assert.doesNotMatch(warned.join(), /__/);
  });

  it('work without a writable directory, with a warning', () => {
    const blocker = join(userDir, 'blocker');
    writeFileSync(blocker, '');
    RED.settings.userDir = blocker;
    const record = commandRecordOf(RED);
    for (let count = 0; count < 5; count += 1)
      record.begin({ service: 's', operation: 'x', askedBy: {}, deviceId: 'D', command: 'open' }).sent();
    assert.equal(warned.filter((text) => text.includes('cannot be written')).length, 1);
    assert(record.openedByUs('s', 'd', Date.now()));
  });
});
