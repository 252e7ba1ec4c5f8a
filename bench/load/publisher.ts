import { serve } from '../harness/serve';
import { type Connection, openConnection } from './connection';
import { publishBody } from './publish-body';
import { signedPublish } from './signed-publish';

/** What the load generator is asked to send; no publish is ever sent twice. */
export interface Load {
  readonly port: number;
  readonly target: string;
  readonly count: number;
  readonly devices: number;
  readonly connections: number;
}

export interface ClosedLoad extends Load {
  /** Whether the generator sleeps between answers, for those that need its core too. */
  readonly sleeps?: boolean;
}

export interface OpenLoad extends Load {
  readonly perSecond: number;
}

export interface Sent {
  readonly wallMs: number;
  /** From when a publish was due until it was answered. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

let made = 0;
const idle = new Map<number, Connection[]>();

function prepare({ target, count, devices }: Load): Buffer[] {
  return Array.from({ length: count }, () => {
    made += 1;
    return signedPublish(target, publishBody(made, devices));
  });
}

function take(port: number): Connection {
  const kept = idle.get(port) ?? [];
  for (let connection = kept.pop(); connection !== undefined; connection = kept.pop())
    if (connection.isOpen()) return connection;
  return openConnection(port);
}

function giveBack(port: number, connection: Connection): void {
  const all = idle.get(port) ?? [];
  all.push(connection);
  idle.set(port, all);
}

function sentIn(wallMs: number, latencies: Float64Array): Sent {
  latencies.sort();
  const at = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? Number.NaN;
  return { wallMs, p50Ms: at(0.5), p99Ms: at(0.99) };
}

let prepared: Buffer[] = [];

/** Stays awake until `isDone`: waking a core that sleeps costs the one that answers more than answering. */
function stayAwake(isDone: () => boolean): void {
  if (!isDone()) setImmediate(stayAwake, isDone);
}

serve({
  /** Makes and signs them beforehand, and leaves no garbage of it. */
  prepare(load: Load) {
    prepared = prepare(load);
    globalThis.gc?.();
  },

  /** As fast as the answers come, on so many connections. */
  closed({ port, count, connections, sleeps = false }: ClosedLoad): Promise<Sent> {
    const requests = prepared;
    const latencies = new Float64Array(count);
    const startedAt = performance.now();
    let next = 0;
    let done = 0;
    let failed = false;
    return new Promise((resolve, reject) => {
      const sender = () => {
        let connection = take(port);
        const sendNext = () => {
          if (!connection.isOpen()) connection = take(port);
          const index = next;
          const request = requests[index];
          if (request === undefined) {
            giveBack(port, connection);
            return;
          }
          next += 1;
          const sentAt = performance.now();
          connection.send(request, (status) => {
            if (status !== 200) {
              failed = true;
              reject(new Error(`a publish got ${status}`));
              return;
            }
            latencies[index] = performance.now() - sentAt;
            done += 1;
            sendNext();
            if (done === count) resolve(sentIn(performance.now() - startedAt, latencies));
          });
        };
        sendNext();
      };
      for (let each = 0; each < Math.min(connections, count); each++) sender();
      if (!sleeps) stayAwake(() => done === count || failed);
    });
  },

  /**
   * At a steady rate, whatever the answers do: what finds no connection free waits, and its waiting counts. To open one for each
   * that waits would fill the queue of those to be accepted, and a full one costs a second.
   */
  open({ port, count, connections, perSecond }: OpenLoad): Promise<Sent> {
    const requests = prepared;
    const latencies = new Float64Array(count);
    const free = Array.from({ length: connections }, () => take(port));
    const startedAt = performance.now();
    let next = 0;
    let done = 0;
    return new Promise((resolve, reject) => {
      const sendNext = (kept: Connection) => {
        const connection = kept.isOpen() ? kept : take(port);
        const index = next;
        next += 1;
        connection.send(requests[index] as Buffer, (status) => {
          if (status !== 200) {
            reject(new Error(`a publish got ${status}`));
            return;
          }
          latencies[index] = performance.now() - startedAt - (index * 1000) / perSecond;
          done += 1;
          if (next < dueNow()) sendNext(connection);
          else free.push(connection);
          if (done < count) return;
          for (const each of free) giveBack(port, each);
          resolve(sentIn(performance.now() - startedAt, latencies));
        });
      };
      const dueNow = () => Math.min(count, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
      const sendDue = () => {
        const due = dueNow();
        while (next < due) {
          const connection = free.pop();
          if (connection === undefined) break;
          sendNext(connection);
        }
        // A timer would come at most once a millisecond.
        if (next < count) setImmediate(sendDue);
      };
      sendDue();
    });
  },
});
