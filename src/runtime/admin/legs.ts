import type { LegSearch, SiteDevice } from '../../admin-api';
import type { ItemOf } from '../../catalog';
import type { Client } from '../../client';
import type { Clock } from '../../clock';
import { type DeviceVoltages, findLegs, type VoltageSample, voltageSteps } from '../../directory';
import { defined } from '../../object';
import { type Account, namesOfAccount, presentError, type Texts } from '..';
import { createDeviceRun } from './device-run';
import { unlistedCall } from './unlisted-call';

const dayMs = 86_400_000;
const pageSize = 1_000;
/** A day of reports every 15 s; of a device that reports faster, the first hours are enough. */
const maxItems = 6_000;
/** V; less is an outage, or a pole that the device does not have. */
const leastV = 60;

type Item = ItemOf<'meter.history'>;
type Unread = { readonly deviceId: string; readonly error: string };

export interface LegSearches {
  /** Starts a search where none is known, or after the last one with `again`, and tells how far it has come. */
  look(again: boolean): LegSearch;
}

/** Reads the voltages of every device of an account over the last day, and tells on which leg each of them is. */
export function createLegSearches(account: Account, clock: Clock, texts: Texts): LegSearches {
  const run = createDeviceRun(account, clock, readVoltages);

  async function readVoltages(client: Client, { id: deviceId }: SiteDevice): Promise<DeviceVoltages | Unread> {
    const call = unlistedCall(account, client, { priority: 'poll' });
    const nowMs = clock.now() + (client.clockSkewMs() ?? 0);
    const query = { startTime: new Date(nowMs - dayMs).toISOString(), endTime: new Date(nowMs).toISOString() };
    const items: Item[] = [];
    try {
      while (items.length < maxItems) {
        const page = { offset: items.length, limit: pageSize };
        const { results } = (await call('meter.history', { path: { deviceId }, query, page })).data;
        items.push(...results);
        if (results.length < pageSize) break;
      }
    } catch (error) {
      return { deviceId, error: presentError(error, texts, namesOfAccount(account)).message };
    }
    const b = voltageSteps(samplesOf(items, 'voltageBN'));
    return { deviceId, a: voltageSteps(samplesOf(items, 'voltageAN')), ...defined({ b: b.size > 0 ? b : undefined }) };
  }

  return {
    look(again) {
      const { read, ...progress } = run.look(again);
      const found = progress.finished ? findLegs(read.flatMap((one) => ('error' in one ? [] : [one]))) : [];
      const unread = progress.finished ? read.flatMap((one) => ('error' in one ? [one] : [])) : [];
      return { ...progress, read: read.length, legs: [...found, ...unread] };
    },
  };
}

/** The average of each report, in the middle of the time that it is of. */
function samplesOf(items: readonly Item[], metric: 'voltageAN' | 'voltageBN'): VoltageSample[] {
  return items.flatMap(({ ts, energyDelta, [metric]: voltage }) => {
    const volts = voltage?.avg;
    if (ts === undefined || typeof volts !== 'number' || volts < leastV) return [];
    return [{ atMs: (ts - (energyDelta?.deltaTime ?? 0) / 2) * 1000, volts }];
  });
}
