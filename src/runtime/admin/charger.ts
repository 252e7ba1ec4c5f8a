import type { ChargerState } from '../../admin-api';
import { readCharger } from '../../control';
import type { Account } from '..';

export async function readChargerState(account: Account, deviceId: string, nowMs: number): Promise<ChargerState> {
  const client = await account.client();
  const state = await readCharger(client, deviceId);
  return { ...state, atMs: nowMs + (client.clockSkewMs() ?? 0) };
}
