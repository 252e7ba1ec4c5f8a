import type { ManualClock } from '../../src/clock';
import type { RedisClient } from '../../src/receiver';
import { acknowledgeScript, takeScript } from '../../src/receiver/queue/group-scripts';
import { appendScript } from '../../src/receiver/queue/queue-writer';

interface Pending {
  consumer: string;
  sinceMs: number;
}

interface Group {
  lastRead: number;
  readonly pending: Map<number, Pending>;
}

interface Stream {
  lastAdded: number;
  readonly entries: Map<number, readonly [id: string, at: string, body: string]>;
  readonly groups: Map<string, Group>;
}

const scripts = [appendScript, takeScript, acknowledgeScript];
const entryId = (sequence: number) => `${sequence}-0`;
const sequenceOf = (id: string) => Number(id.split('-')[0]);

/** A Redis that knows the scripts of a queue, as test/scale has them from a real one, on the test's clock. */
export function fakeQueueRedis(clock: ManualClock) {
  const records = new Map<string, string>();
  const streams = new Map<string, Stream>();
  const commands: (readonly string[])[] = [];
  let state: 'up' | 'down' | 'full' | 'silent' = 'up';
  let losesAnswers = false;
  let isPersistent = true;
  let writes = { name: '', number: 0 };

  function streamOf(name: string): Stream {
    const stream = streams.get(name) ?? { lastAdded: 0, entries: new Map(), groups: new Map() };
    streams.set(name, stream);
    return stream;
  }

  function append(keys: readonly string[], [, newName = '', ...rest]: readonly string[]): string {
    const stream = streamOf(keys.at(-2) ?? '');
    const letters = keys.slice(0, -2).map((key, index) => {
      const [hash = '', id = '', at = '', body = ''] = rest.slice(index * 4, index * 4 + 4);
      const held = records.get(key);
      if (held !== undefined && held !== hash) return held.startsWith(hash) ? 'c' : 'r';
      if (held === hash) return 'd';
      if (state === 'full') return 'e';
      records.set(key, hash);
      stream.lastAdded += 1;
      stream.entries.set(stream.lastAdded, [id, at, body]);
      return 'n';
    });
    writes = { name: writes.name || newName, number: writes.number + 1 };
    const failure = letters.includes('e') ? "OOM command not allowed when used memory > 'maxmemory'." : '';
    return `${letters.join('')}${writes.name} ${writes.number} ${failure}`;
  }

  function groupOf(name: string, group: string): [Stream, Group] {
    const stream = streams.get(name);
    const found = stream?.groups.get(group);
    if (stream === undefined || found === undefined)
      throw new Error(`NOGROUP No such key '${name}' or consumer group '${group}' script: 1234`);
    return [stream, found];
  }

  function take([key = '']: readonly string[], args: readonly string[]): unknown {
    const [name = '', consumer = '', most, idleMs = '', cursor = ''] = args;
    const [stream, group] = groupOf(key, name);
    const taken: unknown[] = [];
    const give = (sequence: number, held: string) => {
      group.pending.set(sequence, { consumer, sinceMs: clock.monotonicMs() });
      taken.push([entryId(sequence), held, ...(stream.entries.get(sequence) ?? ['', '', ''])]);
    };
    const hasRoom = () => taken.length < Number(most);
    if (idleMs !== '')
      for (const [sequence, { sinceMs }] of [...group.pending].sort(([a], [b]) => a - b))
        if (hasRoom() && clock.monotonicMs() - sinceMs >= Number(idleMs)) give(sequence, 'held');
    for (const sequence of stream.entries.keys())
      if (sequence > group.lastRead && hasRoom()) {
        group.lastRead = sequence;
        give(sequence, 'new');
      }
    return [idleMs === '' ? cursor : '0-0', taken];
  }

  function acknowledge([key = '']: readonly string[], [name = '', ...ids]: readonly string[]): number {
    const stream = streams.get(key);
    const group = stream?.groups.get(name);
    const acknowledged = ids.map(sequenceOf).filter((sequence) => group?.pending.delete(sequence));
    if (stream === undefined) return 0;
    const oldest = Math.min(
      ...[...stream.groups.values()].map(({ lastRead, pending }) => Math.min(lastRead + 1, ...pending.keys())),
    );
    for (const sequence of stream.groups.size === 1 ? acknowledged : [...stream.entries.keys()])
      if (stream.groups.size === 1 || sequence < oldest) stream.entries.delete(sequence);
    return acknowledged.length;
  }

  function answer([command = '', ...rest]: readonly string[]): unknown {
    if (command === 'INFO') return `# Persistence\r\naof_enabled:${isPersistent ? 1 : 0}\r\n`;
    if (command === 'XGROUP') {
      const [, key = '', group = ''] = rest;
      const { groups } = streamOf(key);
      if (groups.has(group)) throw new Error('BUSYGROUP Consumer Group name already exists');
      groups.set(group, { lastRead: 0, pending: new Map() });
      return 'OK';
    }
    const [name, count, ...given] = rest;
    const keys = given.slice(0, Number(count));
    const args = given.slice(Number(count));
    const script = scripts.find(({ digest }) => digest === name);
    if (script === appendScript) return append(keys, args);
    if (script === takeScript) return take(keys, args);
    if (script === acknowledgeScript) return acknowledge(keys, args);
    throw new Error(`unknown command ${command} ${name}`);
  }

  const client: RedisClient = {
    async sendCommand(command) {
      commands.push(command);
      if (state === 'down') throw new Error('connection lost');
      if (state === 'silent') return new Promise(() => {});
      const reply = answer(command);
      if (losesAnswers) throw new Error('connection lost');
      return reply;
    },
  };

  return {
    client,
    records,
    commands,
    /** The bodies that lie in a queue. */
    bodies: (queue = 'publishes') =>
      [...(streams.get(`breakers:queue:${queue}`)?.entries.values() ?? [])].map(([, , body]) => body),
    /** What a group holds without an acknowledgement. */
    pending: (group = 'workers', queue = 'publishes') =>
      streams.get(`breakers:queue:${queue}`)?.groups.get(group)?.pending.size,
    set: (next: typeof state) => (state = next),
    /** Commands are carried out, but their answers are lost. */
    setLosesAnswers: (next: boolean) => (losesAnswers = next),
    setPersistent: (next: boolean) => (isPersistent = next),
    /** Comes back empty. */
    restartEmpty() {
      records.clear();
      streams.clear();
      writes = { name: '', number: 0 };
    },
  };
}
