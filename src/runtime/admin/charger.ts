import { type ChargerView, readCharger } from '../../control';
import type { Account } from '..';

/** What a dialog shows of one charger; `atMs` is the service's time, which a simulator may have ahead of ours. */
export async function readChargerView(
  account: Account,
  deviceId: string,
  nowMs: number,
): Promise<ChargerView & { readonly atMs: number }> {
  const client = await account.client();
  const view = await readCharger(client, deviceId);
  return { ...view, atMs: nowMs + (client.clockSkewMs() ?? 0) };
}
