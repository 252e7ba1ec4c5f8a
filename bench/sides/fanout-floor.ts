import { serve } from '../harness/serve';
import { plainCalls } from '../load/plain-call';
import type { FanoutAccess } from './fanout-service';

/** So many requests at a time: half or twice as many are no quicker. */
const atOnce = 64;
const call = plainCalls(atOnce);

serve({
  /** Milliseconds to send each breaker its command, and to who is busy once more when it said. Nothing else. */
  async open({ baseUrl, apiKey, clientId, clientSecret, deviceIds }: FanoutAccess): Promise<number> {
    const startedAt = performance.now();
    const headers: Record<string, string> = { 'Em-Api-Subscription-Key': apiKey, 'Content-Type': 'application/json' };
    const { text } = await call('POST', `${baseUrl}/serviceAccount/authToken`, headers, { clientId, clientSecret });
    headers.Authorization = `Bearer ${(JSON.parse(text) as { data: { token: string } }).data.token}`;
    const again: Promise<void>[] = [];
    async function send(deviceId: string): Promise<void> {
      const url = `${baseUrl}/devices/${deviceId}/breaker/remoteHandle/position`;
      const answer = await call('POST', url, headers, { command: 'open', reason: 'bench' });
      if (answer.status !== 429) return;
      const afterMs = 1000 * Number(answer.headers['retry-after']);
      again.push(new Promise<void>((due) => setTimeout(due, afterMs)).then(() => send(deviceId)));
    }
    const waiting = [...deviceIds];
    const sender = async () => {
      for (let deviceId = waiting.shift(); deviceId !== undefined; deviceId = waiting.shift()) await send(deviceId);
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    for (const each of again) await each;
    return performance.now() - startedAt;
  },
});
