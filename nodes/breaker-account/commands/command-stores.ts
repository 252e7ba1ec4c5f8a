import type { NodeAPI } from 'node-red';
import { type CommandRecord, createCommandRecord, type Locks } from '../../../src/control';
import { clockOf, createTexts, sharedMemory } from '../../../src/runtime';
import { createCommandJournal } from './command-journal';
import { openLockFile } from './lock-file';

/** What is opened with the first account of the process, and then shared by all. */
interface Slot<T> {
  readonly file: string;
  opened?: T;
}

const recordSlot = sharedMemory<Slot<CommandRecord>>('breakerflow-commands.jsonl', (file) => ({ file }));
const lockSlot = sharedMemory<Slot<Locks>>('breakerflow-locks.json', (file) => ({ file }));

/** The record of commands in this runtime's user directory. */
export function commandRecordOf(RED: NodeAPI): CommandRecord {
  const slot = recordSlot(userDirOf(RED));
  slot.opened ??= openRecord(RED, slot.file);
  return slot.opened;
}

/** The lock-outs in this runtime's user directory. */
export function locksOf(RED: NodeAPI): Locks {
  const slot = lockSlot(userDirOf(RED));
  slot.opened ??= openLockFile(slot.file, clockOf(RED).now(), ({ code, ...params }) =>
    RED.log.warn(createTexts(RED)(`stores.locks.${code}`, params)),
  );
  return slot.opened;
}

function openRecord(RED: NodeAPI, file: string): CommandRecord {
  const texts = createTexts(RED);
  const record = createCommandRecord(
    clockOf(RED),
    createCommandJournal(file, {
      warn: ({ code, ...params }) => RED.log.warn(texts(`stores.record.${code}`, params)),
    }),
  );
  const count = record.damagedLines;
  if (count > 0) RED.log.warn(texts('stores.record.damaged', { file, count }));
  return record;
}

function userDirOf(RED: NodeAPI): string {
  return String(RED.settings.userDir ?? '.');
}
