import type { NodeAPI } from 'node-red';
import type { Value, WatchRow } from '../../watch';
import { type Account, stateTroubleLog, userDirOf } from '..';
import { watchMemory } from './memory';
import type { WatchRun } from './watch-run';

/** A watch that runs, and how it tells of what it watches in the language of Node-RED. */
export interface RunningWatch {
  /** The id of the node. */
  readonly id: string;
  /** The name of the node; empty where it has none. */
  readonly name: string;
  readonly account: Account;
  readonly run: Pick<WatchRun, 'rows' | 'now' | 'acknowledge'>;
  /** What a subject is called that is no device. */
  readonly nameOf: (row: WatchRow) => string | undefined;
  /** What is watched, such as `current`. */
  readonly measure: (subject: string) => string;
  /** `18.2 A`, or a state in words. */
  readonly value: (subject: string, value: Value) => string;
}

const running = new WeakMap<object, Map<string, RunningWatch>>();

/** The watches of one user directory are those of one Node-RED. */
function watchesOf(RED: NodeAPI): Map<string, RunningWatch> {
  const memory = watchMemory(userDirOf(RED), stateTroubleLog(RED));
  const known = running.get(memory) ?? new Map<string, RunningWatch>();
  running.set(memory, known);
  return known;
}

/** Lets the sidebar know of a watch until what is returned is called. */
export function announceWatch(RED: NodeAPI, watch: RunningWatch): () => void {
  const watches = watchesOf(RED).set(watch.id, watch);
  return () => {
    if (watches.get(watch.id) === watch) watches.delete(watch.id);
  };
}

/** The watches that run, of every account. */
export const runningWatches = (RED: NodeAPI): readonly RunningWatch[] => [...watchesOf(RED).values()];
