import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../harness/serve';

// Answers what it is asked for at hardly any cost, so that the callers are what is measured.

const prefix = '/api/v1';
const perPage = 1000;
const counts = new Map<string, number>();

const data = (value: unknown) => JSON.stringify({ data: value });
const token = data({ token: 'token', expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
const device = data({
  id: '62325dfc-1fc6-4525-9519-674da6e2c4aa',
  hardwareType: 'emcb',
  serialNumber: '30627073940',
  sku: 'BREM1020',
  locationId: '17f3b474-a8ff-4da8-ab8a-e710b430cfdc',
  organizationId: '4c10a1b1-759b-49e3-adc5-8aa8b09a9daf',
});
const reading = data({
  currentA: 1138,
  voltageAN: 120_830,
  frequency: 59_999,
  energy: 708_899,
  updateNum: 7,
  period: 60,
});
const item = (index: number) => ({
  ts: 1_780_000_000 + index * 60,
  currentA: { val: 1.138, min: 0.037, max: 1.144, avg: 0.915 },
  voltageAN: { val: 120.83, min: 120.29, max: 120.83, avg: 120.57 },
  energyDelta: { delivered: 0.008, generated: 0, deltaTime: 60 },
});
const items = JSON.stringify(Array.from({ length: perPage }, (_, index) => item(index)));

/** A page of a history that is `total` items long, as its query asks for. */
function history(url: URL, pages: number): string {
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const total = pages * perPage;
  const next = new URL(url);
  next.searchParams.set('offset', String(offset + perPage));
  const link = offset + perPage < total ? { next: `${next.pathname}${next.search}` } : {};
  const page = JSON.stringify({ count: perPage, totalCount: total, offset, ...link });
  return `{"data":{"results":${items}},"page":${page}}`;
}

function answer(target: string): string {
  if (target.startsWith(`${prefix}/serviceAccount`)) return token;
  if (target.includes('/meter?')) {
    const url = new URL(target, 'http://127.0.0.1');
    const days =
      Date.parse(url.searchParams.get('endTime') ?? '') - Date.parse(url.searchParams.get('startTime') ?? '');
    return history(url, Math.max(1, Math.round((days / 86_400_000) * 1.44)));
  }
  return target.endsWith('/reading') ? reading : device;
}

const server = createServer((request, response) => {
  request.resume();
  const target = request.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  counts.set(path, (counts.get(path) ?? 0) + 1);
  const body = answer(target);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}).listen(0, '127.0.0.1');
server.keepAliveTimeout = 75_000;

serve({
  baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
  /** Requests since the last time, for paths that end so. */
  count(end: string) {
    let found = 0;
    for (const [path, count] of counts) if (path.endsWith(end)) found += count;
    counts.clear();
    return found;
  },
});
