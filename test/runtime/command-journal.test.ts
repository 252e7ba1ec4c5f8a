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

describe('the files of the command record', () => {
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

  const openRecord = (options: { maxBytes?: number; files?: number } = {}) =>
    createCommandRecord(clock, createCommandJournal(file, { warn: (problem) => problems.push(problem), ...options }));
  const operate = (record: ReturnType<typeof openRecord>, deviceId: string, position: 'open' | 'close' = 'open') => {
    const request = {
      service,
      deviceId,
      operation: 'remoteHandle.setPosition',
      command: position,
      askedBy: { nodeId: 'n' },
    } as const;
    const command = record.begin(request);
    command.sent();
    command.end({ outcome: 'confirmed' });
    return command.sequence;
  };

  it('are readable by this user only and hold one JSON object per line', () => {
    operate(openRecord(), 'D1');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const kinds = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    assert.deepEqual(kinds, ['file', 'reserved', 'reserved', 'sent', 'ended']);
  });

  it('are limited in size and number, and a breaker still open is known regardless of the age of its open command', () => {
    const options = { maxBytes: 20_000, files: 3 };
    const record = openRecord(options);
    operate(record, 'Long-ago');
    const openedAtMs = clock.now();
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
    const reopened = openRecord(options);
    assert(reopened.openedByUs(service, 'long-ago', openedAtMs));
    assert.equal(reopened.openedByUs(service, 'D1', openedAtMs), false);
    assert(operate(reopened, 'D1') > 2_001);
    assert.equal(reopened.damagedLines, 0);
  });

  it('do not rotate on every line when the open breakers alone exceed the file size limit', () => {
    const record = openRecord({ maxBytes: 1_000, files: 3 });
    for (let count = 0; count < 300; count += 1) operate(record, `D${count}`);
    const sizes = ['.2', '.1', ''].map((suffix) => statSync(file.replace('.jsonl', `${suffix}.jsonl`)).size);
    assert(Math.min(...sizes) > 20_000, String(sizes));
    assert(openRecord({ maxBytes: 1_000, files: 3 }).openedByUs(service, 'D0', clock.now()));
  });

  it('a truncated last line does not damage the next line', () => {
    operate(openRecord(), 'D1');
    writeFileSync(file, readFileSync(file).subarray(0, -10));
    operate(openRecord(), 'D2');
    const record = openRecord();
    assert.equal(record.damagedLines, 1);
    assert.deepEqual(
      record.recent().map(({ deviceId }) => deviceId),
      ['D2', 'D1'],
    );
  });

  it('a file with arbitrary content counts as damaged lines, and recording continues', () => {
    writeFileSync(file, Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256)));
    const record = openRecord();
    assert(record.damagedLines > 0);
    operate(record, 'D1');
    assert.equal(openRecord().recent().length, 1);
    assert.deepEqual(problems, []);
  });

  it('a file of a newer version is renamed with the version as suffix, and a new file begins', () => {
    const newer = '{"kind":"file","version":2,"made":"otherwise"}\n{"what":"is this"}\n';
    writeFileSync(file, newer);
    const record = openRecord();
    const setAside = `${file}.version-2`;
    assert.deepEqual(problems, [{ code: 'newer', file, setAside, version: 2 }]);
    assert.equal(readFileSync(setAside, 'utf8'), newer);
    operate(record, 'D1');
    assert.equal(openRecord().recent().length, 1);
  });

  it('if nothing can be written, the record stays in memory after one warning, and writing resumes when it is possible', () => {
    const blocker = join(directory, 'blocker');
    writeFileSync(blocker, '');
    const originalFile = file;
    file = join(blocker, 'commands.jsonl');
    const record = openRecord();
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
    // Open commands that could not be written are copied into the new file.
    assert(openRecord().openedByUs(service, 'D1', clock.now()));
    rmSync(blocker, { recursive: true });
    file = originalFile;
  });

  it('an unreadable file is reported and not changed', () => {
    mkdirSync(file);
    openRecord();
    assert.deepEqual(problems, [{ code: 'unreadable', file, reason: 'EISDIR' }]);
    assert(existsSync(file));
  });

  it('killing the process loses no sent command', async () => {
    const script = `
      const { writeSync } = require('node:fs');
      const { systemClock } = require('./dist/src/clock');
      const { createCommandRecord } = require('./dist/src/control');
      const { createCommandJournal } = require('./dist/nodes/breaker-account/commands/command-journal');
      const journal = createCommandJournal(process.argv[1], { warn: () => {}, maxBytes: 50000 });
      const record = createCommandRecord(systemClock, journal);
      for (;;) {
        const request = { service: '${service}', deviceId: 'D', operation: 'x', command: 'open', askedBy: {} };
        const command = record.begin(request);
        command.sent();
        writeSync(1, command.sequence + '\\n');
        command.end({ outcome: 'confirmed' });
      }`;
    for (const lines of [1, 20, 300]) {
      const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (data) => {
        output += String(data);
        if (output.split('\n').length > lines) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const lastSequence = Number(output.trimEnd().split('\n').at(-1));
      const [newest] = openRecord({ maxBytes: 50_000 }).recent({ sentOnly: true, limit: 1 });
      assert((newest?.sequence ?? 0) >= lastSequence, `${newest?.sequence} is before ${lastSequence}`);
    }
  });
});
