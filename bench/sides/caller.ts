import { Agent } from 'node:http';
import { createClient } from '../../src/client';
import { systemClock } from '../../src/clock';
import { serve } from '../harness/serve';

export interface Calls {
  readonly baseUrl: string;
  readonly count: number;
}

export interface Pages {
  readonly baseUrl: string;
  readonly days: number;
}

const concurrency = 50;
const deviceIds = Array.from(
  { length: 200 },
  (_, index) => `62325dfc-1fc6-4525-9519-${String(index).padStart(12, '0')}`,
);
const credential = { clientId: 'client', secret1: 'secret' };
const apiKey = 'key';
const startMs = Date.UTC(2026, 0, 1);
const rangeOf = (days: number) => ({
  startTime: new Date(startMs).toISOString(),
  endTime: new Date(startMs + days * 86_400_000).toISOString(),
});

/** CPU microseconds a call, `count` calls side by side. */
async function costOfCalls(count: number, call: (deviceId: string) => Promise<unknown>): Promise<number> {
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < count; index = next++) await call(deviceIds[index % deviceIds.length] ?? '');
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, caller));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** CPU microseconds an item. */
async function costOfPages(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let items = 0;
  const before = process.cpuUsage();
  for await (const each of pages) items += each.length;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / items;
}

/** The most memory that was live after any of the pages looked at: bytes of heap. */
async function liveBytesOfPages(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let liveBytes = 0;
  let page = 0;
  for await (const _ of pages) {
    page += 1;
    if (page % 50 !== 1) continue;
    globalThis.gc?.();
    liveBytes = Math.max(liveBytes, process.memoryUsage().heapUsed);
  }
  return liveBytes;
}

const clients = new Map<string, ReturnType<typeof createClient>>();
function clientOf(baseUrl: string) {
  const known = clients.get(baseUrl);
  if (known !== undefined) return known;
  const settings = { baseUrl, apiKey, organization: credential };
  const client = createClient({ settings, clock: systemClock, random: Math.random });
  clients.set(baseUrl, client);
  return client;
}

/** The library as its own documentation tunes it: one instance, kept connections, no retries. */
async function tunedGot() {
  const { got } = await import('got');
  return got.extend({
    agent: { http: new Agent({ keepAlive: true, scheduling: 'lifo' }) },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    headers: { Accept: 'application/json', 'Em-Api-Subscription-Key': apiKey, Authorization: 'Bearer token' },
  });
}
let bare: ReturnType<typeof tunedGot> | undefined;
function bareGot(): ReturnType<typeof tunedGot> {
  bare ??= tunedGot();
  return bare;
}

async function* gotPages(baseUrl: string, days: number): AsyncGenerator<readonly unknown[]> {
  const got = await bareGot();
  const { startTime, endTime } = rangeOf(days);
  const query = new URLSearchParams({ startTime, endTime, offset: '0', limit: '1000' });
  let url: string | undefined = `${baseUrl}/devices/${deviceIds[0]}/data/telemetry/meter?${query}`;
  while (url !== undefined) {
    const { body } = await got(url);
    const { data, page } = JSON.parse(body) as { data: { results: unknown[] }; page: { next?: string } };
    yield data.results;
    url = page.next === undefined ? undefined : new URL(page.next, url).href;
  }
}

async function* ourPages(baseUrl: string, days: number): AsyncGenerator<readonly unknown[]> {
  const input = { path: { deviceId: deviceIds[0] ?? '' }, query: rangeOf(days), page: { offset: 0, limit: 1000 } };
  for await (const { items } of clientOf(baseUrl).pages('meter.history', input)) yield items;
}

serve({
  ourCalls({ baseUrl, count }: Calls) {
    const client = clientOf(baseUrl);
    return costOfCalls(count, (deviceId) => client.call('devices.get', { path: { deviceId } }));
  },
  async gotCalls({ baseUrl, count }: Calls) {
    const got = await bareGot();
    return costOfCalls(count, async (deviceId) => {
      const { body } = await got(`${baseUrl}/devices/${deviceId}`);
      return (JSON.parse(body) as { data: unknown }).data;
    });
  },
  ourPages: ({ baseUrl, days }: Pages) => costOfPages(ourPages(baseUrl, days)),
  gotPages: ({ baseUrl, days }: Pages) => costOfPages(gotPages(baseUrl, days)),
  liveBytesOfOurPages: ({ baseUrl, days }: Pages) => liveBytesOfPages(ourPages(baseUrl, days)),
});
