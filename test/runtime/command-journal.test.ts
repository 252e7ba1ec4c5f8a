import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandJournal, type JournalProblem } from '../../nodes/breaker-account/commands/command-journal';
import { createManualClock } from '../../src/clock';
import { createCommandRecord } from '../../src/control';

const service = 'https://service.example';

describe('the files of the record of commands', () => {
  let directory: string;
  let file: string;
  let problems: JournalProblem[];
  const clock = createManualClock();
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-commands-'));
    file = join(directory, 'breakerflow-commands.jsonl');
    problems = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const open = (options: { maxBytes?: number; files?: number } = {}) =>
    createCommandRecord(clock, createCommandJournal(file, { warn: (problem) => problems.push(problem), ...options }));
  const operate = (record: ReturnType<typeof open>, deviceId: string, command: 'open' | 'close' = 'open') => {
    const asked = {
      service,
      deviceId,
      operation: 'remoteHandle.setPosition',
      command,
      askedBy: { nodeId: 'n' },
    } as const;
    const begun = record.begin(asked);
    begun.sent();
    begun.end({ outcome: 'confirmed' });
    return begun.sequence;
  };

  it('are for this user only, one line of JSON each', () => {
    operate(open(), 'D1');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const kinds = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    assert.deepEqual(kinds, ['file', 'reserved', 'reserved', 'sent', 'ended']);
  });

  it('have a bounded size and number, and what is still open is known however long ago it was opened', () => {
    const options = { maxBytes: 20_000, files: 3 };
    const record = open(options);
    operate(record, 'Long-ago');
    const at = clock.now();
    for (let count = 0; count < 1_000; count += 1) {
      operate(record, 'D1', 'open');
      operate(record, 'D1', 'close');
    }
    assert.deepEqual(readdirSync(directory).sort(), [
      'breakerflow-commands.1.jsonl',
      'breakerflow-commands.2.jsonl',
      'breakerflow-commands.jsonl',
    ]);
    for (const name of readdirSync(directory)) assert(statSync(join(directory, name)).size <= 20_200, name);
    const again = open(options);
    assert(again.openedByUs(service, 'long-ago', at));
    assert.equal(again.openedByUs(service, 'D1', at), false);
    assert(operate(again, 'D1') > 2_001);
    assert.equal(again.damagedLines, 0);
  });

  it('are not begun anew with each line where more is still open than a file may hold', () => {
    const record = open({ maxBytes: 1_000, files: 3 });
    for (let count = 0; count < 300; count += 1) operate(record, `D${count}`);
    const lengths = ['.2', '.1', ''].map((age) => statSync(file.replace('.jsonl', `${age}.jsonl`)).size);
    assert(Math.min(...lengths) > 20_000, String(lengths));
    assert(open({ maxBytes: 1_000, files: 3 }).openedByUs(service, 'D0', clock.now()));
  });

  it('a last line without an end does not spoil the next one', () => {
    operate(open(), 'D1');
    writeFileSync(file, readFileSync(file).subarray(0, -10));
    operate(open(), 'D2');
    const record = open();
    assert.equal(record.damagedLines, 1);
    assert.deepEqual(
      record.recent().map(({ deviceId }) => deviceId),
      ['D2', 'D1'],
    );
  });

  it('a file that is no record is skipped line by line, and the commands go on', () => {
    writeFileSync(file, Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256)));
    const record = open();
    assert(record.damagedLines > 0);
    operate(record, 'D1');
    assert.equal(open().recent().length, 1);
    assert.deepEqual(problems, []);
  });

  it('a file of a newer version is set aside with its name, and a new record begins', () => {
    const newer = '{"kind":"file","version":2,"made":"otherwise"}\n{"what":"is this"}\n';
    writeFileSync(file, newer);
    const record = open();
    const setAside = `${file}.version-2`;
    assert.deepEqual(problems, [{ code: 'newer', file, setAside, version: 2 }]);
    assert.equal(readFileSync(setAside, 'utf8'), newer);
    operate(record, 'D1');
    assert.equal(open().recent().length, 1);
  });

  it('where nothing can be written, the record is kept in memory with one warning, and written again when it can be', () => {
    const blocker = join(directory, 'blocker');
    writeFileSync(blocker, '');
    const usual = file;
    file = join(blocker, 'commands.jsonl');
    const record = open();
    problems = [];
    operate(record, 'D1');
    operate(record, 'D2');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['unwritable'],
    );
    assert(record.openedByUs(service, 'D1', clock.now()));
    rmSync(blocker);
    operate(record, 'D3');
    const lines = readFileSync(file, 'utf8');
    assert.match(lines, /"kind":"gap"/);
    assert.match(lines, /"D3"/);
    // What could not be written and is still open is taken over into the new file.
    assert(open().openedByUs(service, 'D1', clock.now()));
    rmSync(blocker, { recursive: true });
    file = usual;
  });

  it('what cannot be read is named and left as it is', () => {
    mkdirSync(file);
    open();
    assert.deepEqual(problems, [{ code: 'unreadable', file, reason: 'EISDIR' }]);
    assert(existsSync(file));
  });

  it('a process that is killed has lost no command that it has sent', async () => {
    const script = `
      const { writeSync } = require('node:fs');
      const { systemClock } = require('./dist/src/clock');
      const { createCommandRecord } = require('./dist/src/control');
      const { createCommandJournal } = require('./dist/nodes/breaker-account/commands/command-journal');
      const journal = createCommandJournal(process.argv[1], { warn: () => {}, maxBytes: 50000 });
      const record = createCommandRecord(systemClock, journal);
      for (;;) {
        const asked = { service: '${service}', deviceId: 'D', operation: 'x', command: 'open', askedBy: {} };
        const begun = record.begin(asked);
        begun.sent();
        writeSync(1, begun.sequence + '\\n');
        begun.end({ outcome: 'confirmed' });
      }`;
    for (const lines of [1, 20, 300]) {
      const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      let told = '';
      child.stdout.on('data', (data) => {
        told += String(data);
        if (told.split('\n').length > lines) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const last = Number(told.trimEnd().split('\n').at(-1));
      const [newest] = open({ maxBytes: 50_000 }).recent({ sentOnly: true, limit: 1 });
      assert((newest?.sequence ?? 0) >= last, `${newest?.sequence} is before ${last}`);
    }
  });
});
