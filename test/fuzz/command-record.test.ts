import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createCommandJournal } from '../../nodes/breaker-account/commands/command-journal';
import { createManualClock } from '../../src/clock';
import { createCommandRecord } from '../../src/control';
import { text } from './fuzzing';
import { announceSeed, tries } from './tries';

const service = 'https://service.example';
const name = 'breakerflow-commands.jsonl';

const command = fc.record({
  deviceId: fc.constantFrom('A', 'a', 'B'),
  command: fc.constantFrom('open' as const, 'close' as const),
  reason: text,
  sent: fc.boolean(),
  ended: fc.boolean(),
  waitMs: fc.integer({ min: 1, max: 100_000 }),
});

describe('fuzz: the record of commands', () => {
  before(announceSeed);

  it('a process that ends at any byte of the file leaves a record that is read, right as far as it goes, and goes on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), fc.nat(), async (commands, cut) => {
        const directory = mkdtempSync(join(tmpdir(), 'breakerflow-record-'));
        const file = join(directory, name);
        const clock = createManualClock();
        const warned: unknown[] = [];
        const open = () =>
          createCommandRecord(clock, createCommandJournal(file, { warn: (each) => warned.push(each) }));
        try {
          // After each command: how long the file was then, and what a reader must know.
          const states: { bytes: number; sequence: number; opened: readonly [boolean, boolean] }[] = [];
          const record = open();
          const opened = (of: typeof record) =>
            (['A', 'B'] as const).map((id) => of.openedByUs(service, id, clock.now())) as [boolean, boolean];
          for (const { sent, ended, waitMs, ...given } of commands) {
            const begun = record.begin({ service, operation: 'x', askedBy: {}, ...given });
            if (sent) begun.sent();
            if (ended) begun.end(sent ? { outcome: 'confirmed' } : { error: 'MUTED' });
            const bytes = readdirSync(directory).includes(name) ? readFileSync(file).length : 0;
            states.push({ bytes, sequence: begun.sequence, opened: opened(record) });
            if (states.length < commands.length) await clock.advance(waitMs);
          }
          const whole = readFileSync(file);
          const kept = cut % (whole.length + 1);
          writeFileSync(file, whole.subarray(0, kept));

          const again = open();
          assert(again.damagedLines <= 1);
          const known = states.filter(({ bytes }) => bytes <= kept);
          const last = known.at(-1);
          for (const entry of again.recent()) assert.deepEqual(entry.service, service);
          const next = again.begin({ service, operation: 'x', askedBy: {}, deviceId: 'B', command: 'open' });
          assert(next.sequence > (last?.sequence ?? 0));
          // Only where the whole file is there is the clock still that of the last command.
          if (kept === whole.length) assert.deepEqual(opened(again), last?.opened);
          next.sent();
          next.end({ outcome: 'confirmed' });
          const third = open();
          assert(third.openedByUs(service, 'b', clock.now()));
          assert.equal(third.recent()[0]?.sequence, next.sequence);
          assert(third.damagedLines <= 1);
          assert.deepEqual(warned, []);
        } finally {
          rmSync(directory, { recursive: true });
        }
      }),
      tries(200),
    );
  });

  it('a file with any bytes in it is read, and written to', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.json()), { maxLength: 10 }), (lines) => {
        const directory = mkdtempSync(join(tmpdir(), 'breakerflow-record-'));
        try {
          const file = join(directory, name);
          writeFileSync(file, lines.join('\n'));
          const open = () => createCommandRecord(createManualClock(), createCommandJournal(file, { warn: () => {} }));
          const begun = open().begin({ service, operation: 'x', askedBy: {}, deviceId: 'A', command: 'open' });
          begun.sent();
          assert.equal(open().recent()[0]?.deviceId, 'A');
        } finally {
          rmSync(directory, { recursive: true });
        }
      }),
      tries(100),
    );
  });
});
