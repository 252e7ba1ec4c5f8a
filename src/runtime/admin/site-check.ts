import type { CheckedDevice, SiteCheck, SiteDevice } from '../../admin-api';
import type { Client } from '../../client';
import type { Clock } from '../../clock';
import { readHeldDevices } from '../../control';
import { defined } from '../../object';
import { type Account, namesOfAccount, presentError, type Texts } from '..';
import { createDeviceRun } from './device-run';
import { readHandleSources } from './handle-sources';
import { readLiveDevice } from './live-device';
import { unlistedCall } from './unlisted-call';

const days = 7;
const dayMs = 86_400_000;
/** A device and the lists that all share are not read twice within a check. */
const maxAgeMs = 10_000;

export interface SiteChecks {
  /** Starts a check where none is known, or after the last one with `again`, and tells how far it has come. */
  look(again: boolean): SiteCheck;
}

/** Reads every device of an account once, for the check list before the first automation; polls wait for its calls. */
export function createSiteChecks(account: Account, clock: Clock, texts: Texts): SiteChecks {
  const run = createDeviceRun(account, clock, checkDevice);

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
      return { device, live: { error: presentError(error, texts, namesOfAccount(account)).message } };
    }
  }

  return {
    look(again) {
      const { read, ...progress } = run.look(again);
      return { ...progress, days, checked: read };
    },
  };
}
