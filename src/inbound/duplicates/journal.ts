import { type FileHandle, open, rename } from 'node:fs/promises';
import type { Clock } from '../../clock';
import { bitsOf } from './fingerprint-table';
import { createGenerations, type Generations } from './generations';
import { checkedWindowMs, DEFAULT_MAX_ENTRIES, type DuplicateStore, type DuplicateWindow, reportShort } from './store';

export interface JournalOptions extends DuplicateWindow {
  /** The younger generation; the older one lies beside it as `<file>.previous`. One process a file. */
  readonly file: string;
  /**
   * What a record survives: `crash`, also kill -9, for it was handed to the operating system; `power-loss`, for it was
   * also flushed to the disk. `crash` is the default: what it can lose needs a resend of an answered publish.
   */
  readonly survives?: 'crash' | 'power-loss';
  /**
   * The disk failed: what was delivered is remembered in memory only until it recovers. Or a {@link ShortMemoryError}.
   */
  readonly onError: (error: Error) => void;
}

/**
 * A memory store that is written down: `record` resolves when its line is in the file, so that whatever was answered is
 * known after a restart. Rejects where the files cannot be read; RangeError for a window under 31 minutes.
 */
export async function createJournalDuplicates(clock: Clock, options: JournalOptions): Promise<DuplicateStore> {
  const { file, maxEntries = DEFAULT_MAX_ENTRIES } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const generations = await load(file, (startMs) => createGenerations(windowMs, maxEntries, startMs), clock.now());
  const writer = createWriter(options);

  return {
    check(key, bodyHash) {
      const nowMs = clock.now();
      if (generations.isDue(nowMs)) {
        reportShort(generations.turn(nowMs), options.onError);
        writer.turn();
      }
      const known = generations.find(key);
      if (known === -1) return 'new';
      return known === bitsOf(bodyHash) ? 'duplicate' : 'reused';
    },
    record(key, bodyHash) {
      generations.add(key, bitsOf(bodyHash));
      return writer.append(formatLine(clock.now(), key, bodyHash));
    },
    forget() {},
    close: writer.close,
  };
}

const LINE = /^(\d{13}) ([0-9a-f]{24}) ([0-9a-f]{8})$/;

function formatLine(atMs: number, key: string, bodyHash: string): string {
  return `${String(atMs).padStart(13, '0')} ${key.slice(0, 24)} ${bodyHash.slice(0, 8)}\n`;
}

/** Generations with what both files hold; lines that a crash or a full disk cut short are passed over. */
async function load(file: string, create: (startMs: number) => Generations, nowMs: number): Promise<Generations> {
  let generations: Generations | undefined;
  for (const each of [`${file}.previous`, file]) {
    let first = true;
    for await (const [atMs, key, bodyBits] of readEntries(each)) {
      if (generations === undefined) generations = create(atMs);
      else if (first) generations.turn(atMs);
      first = false;
      generations.add(key, bodyBits);
    }
  }
  return generations ?? create(nowMs);
}

async function* readEntries(file: string): AsyncGenerator<readonly [atMs: number, key: string, bodyBits: number]> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const line of handle.readLines({ encoding: 'latin1' })) {
    const [, atMs, key, body] = LINE.exec(line) ?? [];
    if (atMs !== undefined && key !== undefined && body !== undefined) yield [Number(atMs), key, bitsOf(body)];
  }
}

interface Batch {
  text: string;
  /** Whether the file becomes the previous one before `text` is written. */
  readonly turn: boolean;
  readonly written: (() => void)[];
}

/** Appends lines, all that wait in one write, and swaps files at a turn. */
function createWriter({ file, survives = 'crash', onError }: JournalOptions) {
  const batches: Batch[] = [];
  let handle: FileHandle | undefined;
  let draining: Promise<void> | undefined;

  async function write({ text, turn }: Batch): Promise<void> {
    if (turn) {
      await closeHandle();
      // Where that fails, the lines go on in the same file, which grows until the next turn.
      await rename(file, `${file}.previous`).catch((error) => {
        if (!isMissing(error)) onError(error);
      });
    }
    if (text === '') return;
    // Whatever was cut short at the end of the file must not swallow the next line.
    const start = handle === undefined ? '\n' : '';
    handle ??= await open(file, 'a');
    await handle.appendFile(start + text);
    if (survives === 'power-loss') await handle.datasync();
  }

  async function closeHandle(): Promise<void> {
    const open = handle;
    handle = undefined;
    await open?.close();
  }

  async function drain(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      try {
        await write(batch);
      } catch (error) {
        onError(error as Error);
        await closeHandle().catch(onError);
      }
      for (const written of batch.written) written();
    }
    draining = undefined;
  }

  function add(text: string, turn: boolean): Batch {
    let last = batches.at(-1);
    if (last === undefined || turn) {
      last = { text: '', turn, written: [] };
      batches.push(last);
    }
    last.text += text;
    draining ??= drain();
    return last;
  }

  return {
    append: (line: string) => new Promise<void>((written) => add(line, false).written.push(written)),
    turn: () => void add('', true),
    async close(): Promise<void> {
      await draining;
      await closeHandle();
    },
  };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
