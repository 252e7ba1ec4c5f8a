import type { CheckedDevice, SiteCheck, SiteDevice } from '../../admin-api';
import type { Client } from '../../client';
import type { Clock } from '../../clock';
import { readHeldDevices } from '../../control';
import { defined } from '../../object';
import { type Account, presentError, type Texts } from '..';
import { readHandleSources } from './handle-sources';
import { readLiveDevice } from './live-device';
import { readTree } from './site-tree';
import { unlistedCall } from './unlisted-call';

/** The check ends this long after somebody has last asked for it. */
export const siteCheckLeaseMs = 15_000;
/** The most devices of one check: three calls each. */
const maxDevices = 200;
const days = 7;
const dayMs = 86_400_000;
/** A device and the lists that all share are not read twice within a check. */
const maxAgeMs = 10_000;
/** The devices that are read at once; how fast they are is decided by the account's call budget. */
const atOnce = 3;

export interface SiteChecks {
  /** Starts a check where none is known, or after the last one with `again`, and tells how far it has come. */
  look(again: boolean): SiteCheck;
}

interface Run {
  finished: boolean;
  failure?: unknown;
  total: number;
  devices: number;
  lookedAtMs: number;
  readonly checked: CheckedDevice[];
}

/** Reads every device of an account once, for the check list before the first automation; polls wait for its calls. */
export function createSiteChecks(account: Account, clock: Clock, texts: Texts): SiteChecks {
  let run: Run | undefined;

  function start(): Run {
    const begun: Run = { finished: false, total: 0, devices: 0, lookedAtMs: clock.monotonicMs(), checked: [] };
    checkAll(begun)
      .catch((failure: unknown) => {
        begun.failure = failure;
      })
      .finally(() => {
        begun.finished = true;
      });
    return begun;
  }

  async function checkAll(begun: Run): Promise<void> {
    const client = await account.client();
    const tree = await readTree(account);
    const left = tree.devices.slice(0, maxDevices);
    begun.total = left.length;
    begun.devices = tree.total;
    const isWanted = () =>
      !account.ended.aborted && clock.monotonicMs() - begun.lookedAtMs <= siteCheckLeaseMs && left.length > 0;
    async function worker(): Promise<void> {
      while (isWanted()) {
        const device = left.shift();
        if (device !== undefined) begun.checked.push(await checkDevice(client, device));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker));
    // Nobody has asked for long enough: the next one begins anew.
    if (left.length > 0 && run === begun) run = undefined;
  }

  async function checkDevice(client: Client, device: SiteDevice): Promise<CheckedDevice> {
    // As polls: the calls of nodes go before, and the rest waits for the account's budget.
    const call = unlistedCall(account, client, { maxAgeMs, priority: 'poll' });
    const serviceNowMs = () => clock.now() + (client.clockSkewMs() ?? 0);
    try {
      const live = await readLiveDevice(call, device, {
        serviceNowMs,
        monotonicMs: () => clock.monotonicMs(),
        sharedMaxAgeMs: maxAgeMs,
        held: readHeldDevices(client, clock, { call, maxAgeMs }),
      });
      const nowMs = serviceNowMs();
      const sources = await readHandleSources(call, device.id, { fromMs: nowMs - days * dayMs, nowMs }).catch(
        () => undefined,
      );
      return { device, live, ...defined({ sources }) };
    } catch (error) {
      return { device, live: { error: presentError(error, texts).message } };
    }
  }

  return {
    look(again) {
      if (run === undefined || (again && run.finished)) run = start();
      run.lookedAtMs = clock.monotonicMs();
      const { finished, failure, total, devices, checked } = run;
      if (failure !== undefined) {
        run = undefined;
        throw failure;
      }
      return { finished, total, devices, days, checked: [...checked] };
    },
  };
}
