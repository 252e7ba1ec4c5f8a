import type { SiteDevice } from '../../admin-api';
import type { Client } from '../../client';
import type { Clock } from '../../clock';
import type { Account } from '..';
import { readTree } from './site-tree';

/** A run ends this long after somebody has last asked for it. */
const leaseMs = 15_000;
/** The most devices of one run. */
const maxDevices = 200;
/** The devices that are read at once; how fast they are is decided by the account's call budget. */
const atOnce = 3;

interface RunState<T> {
  readonly finished: boolean;
  /** How many devices are read: of more than that, only the first ones. */
  readonly total: number;
  /** How many devices the account has. */
  readonly devices: number;
  readonly read: readonly T[];
}

export interface DeviceRun<T> {
  /** Starts a run where none is known, or after the last one with `again`, and tells how far it has come. */
  look(again: boolean): RunState<T>;
}

interface Run<T> {
  finished: boolean;
  failure?: unknown;
  total: number;
  devices: number;
  lookedAtMs: number;
  readonly read: T[];
}

/** Reads every device of an account once, while somebody asks how far it has come. */
export function createDeviceRun<T>(
  account: Account,
  clock: Clock,
  readDevice: (client: Client, device: SiteDevice) => Promise<T>,
): DeviceRun<T> {
  let run: Run<T> | undefined;

  function start(): Run<T> {
    const begun: Run<T> = { finished: false, total: 0, devices: 0, lookedAtMs: clock.monotonicMs(), read: [] };
    readAll(begun)
      .catch((failure: unknown) => {
        begun.failure = failure;
      })
      .finally(() => {
        begun.finished = true;
      });
    return begun;
  }

  async function readAll(begun: Run<T>): Promise<void> {
    const client = await account.client();
    const tree = await readTree(account);
    const left = tree.devices.slice(0, maxDevices);
    begun.total = left.length;
    begun.devices = tree.total;
    const isWanted = () =>
      !account.ended.aborted && clock.monotonicMs() - begun.lookedAtMs <= leaseMs && left.length > 0;
    async function worker(): Promise<void> {
      while (isWanted()) {
        const device = left.shift();
        if (device !== undefined) begun.read.push(await readDevice(client, device));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker));
    // Nobody has asked for long enough: the next one begins anew.
    if (left.length > 0 && run === begun) run = undefined;
  }

  return {
    look(again) {
      if (run === undefined || (again && run.finished)) run = start();
      run.lookedAtMs = clock.monotonicMs();
      const { finished, failure, total, devices, read } = run;
      if (failure !== undefined) {
        run = undefined;
        throw failure;
      }
      return { finished, total, devices, read: [...read] };
    },
  };
}
