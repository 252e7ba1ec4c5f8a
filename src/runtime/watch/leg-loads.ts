import {
  type Balance,
  balanceOf,
  type Hour,
  type LoadedCircuit,
  type MeasureName,
  meanOf,
  type Observation,
  type Silence,
  subjectOf,
  whole,
  withReading,
} from '../../watch';
import type { Account } from '..';

/** What the circuits of a watch draw on each leg. */
export interface LegLoads {
  /** A reading of a circuit, A a pole and epoch ms. */
  read(deviceId: string, amperes: readonly number[], atMs: number): void;
  /** Absent: no reason is known. */
  failed(deviceId: string, code?: string): void;
  /** By the means of the last hour. A silence where a circuit cannot be read; undefined: not all were read yet. */
  balance(nowMs: number): Balance | { readonly silence: { readonly code?: string } } | undefined;
  /** The same for a watch. */
  told(name: MeasureName, at: { readonly atMs: number; readonly gapMs: number }): Observation | Silence | undefined;
  keep(deviceIds: readonly string[]): void;
}

interface Load {
  readonly hour: Hour;
  readonly readMs?: number;
  readonly failure?: { readonly code?: string };
}

/** What was read longer ago is not what flows. */
const staleMs = 900_000;

export function createLegLoads({ circuits }: Pick<Account, 'circuits'>): LegLoads {
  const loads = new Map<string, Load>();
  const loadOf = (deviceId: string): Load => loads.get(deviceId) ?? { hour: [] };
  const legLoads: LegLoads = {
    read(deviceId, amperes, atMs) {
      loads.set(deviceId, { hour: withReading(loadOf(deviceId).hour, amperes, atMs), readMs: atMs });
    },
    failed(deviceId, code) {
      loads.set(deviceId, { ...loadOf(deviceId), failure: code === undefined ? {} : { code } });
    },
    balance(nowMs) {
      const directory = circuits.now();
      const loaded: LoadedCircuit[] = [];
      let isStarting = false;
      for (const [id, { hour, readMs, failure }] of loads) {
        const leg = directory.circuitOf(id)?.leg;
        const amperes = meanOf(hour, nowMs);
        const isStale = readMs === undefined || nowMs - readMs > staleMs;
        if (isStale && failure !== undefined) return { silence: failure };
        if (isStale && readMs !== undefined) return { silence: { code: 'OLD_READING' } };
        if (leg === undefined || amperes === undefined) isStarting = true;
        else loaded.push({ id, leg, amperes });
      }
      return isStarting || loaded.length === 0 ? undefined : balanceOf(loaded);
    },
    told(name, { atMs, gapMs }) {
      const balance = legLoads.balance(atMs);
      const subject = subjectOf(whole, name);
      if (balance === undefined) return undefined;
      if ('silence' in balance) return { subject, ...balance.silence };
      return { subject, value: name === 'imbalance' ? balance.difference : balance.percent, atMs, gapMs };
    },
    keep(deviceIds) {
      for (const deviceId of loads.keys()) if (!deviceIds.includes(deviceId)) loads.delete(deviceId);
      for (const deviceId of deviceIds) if (!loads.has(deviceId)) loads.set(deviceId, { hour: [] });
    },
  };
  return legLoads;
}
