import { type BatchOperator, type BatchRequest, createBatchOperator, type SafetySettings } from '../../src/control';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

/** The address of the demo site; its panel and garage are below it. */
export const addressId = '85f2ef98-7b76-44c3-bc08-1acef84e0a73';
/** The region around the address: it has no coordinates, and lies nowhere. */
export const regionId = '673aeeb0-8cfb-400b-91e5-e3c60b5ba318';
export const garageId = '6669b848-2999-4fdc-af11-e5e9a07caffa';
export const panelId = '492ab00b-be71-4b09-8c80-c473346ab211';
export const handle = '/breaker/remoteHandle/position' as const;

/** A simulated site with an operator of batches. */
export interface BatchSite extends OperatedSite {
  batches(safety?: Partial<SafetySettings>): BatchOperator;
  batchRequest(change?: Partial<BatchRequest>): BatchRequest;
  /** The instant `seconds` from now as ISO 8601, as in the service. */
  inSeconds(seconds: number): string;
}

export async function startBatchSite(): Promise<BatchSite> {
  const site = await startSite();
  const { clock } = site;
  return {
    ...site,
    batches: (safety = {}) => createBatchOperator(site.client(), clock, { ...usualSafety, ...safety }),
    batchRequest: (change = {}) => ({
      ...site.arrived(),
      confirmed: false,
      confirmClose: true,
      picked: true,
      ...change,
    }),
    inSeconds: (seconds) => new Date(clock.now() + seconds * 1000).toISOString(),
  };
}
