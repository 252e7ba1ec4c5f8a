import type { Captures } from '../../admin-api';
import { defined } from '../../object';
import { type Account, listCaptures, readCapture } from '..';

/** How many of the newest captures a dialog offers. */
const maxCaptures = 20;

/** Only reads, without making a capture: no admin route operates a device. */
export async function readCaptures(account: Account, deviceId: string, waveformId: string): Promise<Captures> {
  const client = await account.client();
  const [listed, thresholds] = await Promise.all([
    listCaptures(client, deviceId, { type: 'waveform' }),
    client.call('waveformConfiguration.get', { path: { deviceId } }).then(
      ({ data }) => data,
      () => undefined,
    ),
  ]);
  const captures = listed.slice(0, maxCaptures);
  const wanted = waveformId === '' ? captures[0]?.id : waveformId;
  const record = wanted === undefined ? undefined : await readCapture(client, deviceId, wanted);
  return {
    captures,
    ...defined({ record, thresholds }),
  };
}
