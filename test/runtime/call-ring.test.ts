import assert from 'node:assert/strict';
import type { CallRecord } from '../../src/client';
import { createCallRing } from '../../src/runtime/accounts/call-ring';

const base = 'https://api.example.com/api/v1';
const record = (parts: Partial<CallRecord> = {}): CallRecord => ({
  operation: 'devices.list',
  method: 'GET',
  path: '/devices',
  url: `${base}/devices`,
  startedAt: 1_000,
  durationMs: 20,
  attempt: 1,
  statusCode: 200,
  ...parts,
});

describe('the last calls of an account', () => {
  it('are limited to the newest', () => {
    const ring = createCallRing(3);
    for (let index = 1; index <= 5; index += 1) ring.add(record({ startedAt: index }));
    assert.deepEqual(
      ring.entries().map(({ startedAt, sequence }) => [startedAt, sequence]),
      [
        [3, 3],
        [4, 4],
        [5, 5],
      ],
    );
    assert.equal(ring.sequence(), 5);
  });

  it('a retry replaces the previous attempt', () => {
    const ring = createCallRing();
    ring.add(record({ statusCode: 429, code: 'RATE_LIMITED' }));
    ring.add(record({ operation: 'locations.list', path: '/locations', url: `${base}/locations` }));
    ring.add(record({ attempt: 2, startedAt: 3_000 }));
    assert.deepEqual(
      ring.entries().map(({ operation, retries, statusCode }) => [operation, retries, statusCode]),
      [
        ['locations.list', 0, 200],
        ['devices.list', 1, 200],
      ],
    );
  });

  it('invite and share codes are masked, because anyone who knows them may use them', () => {
    const ring = createCallRing();
    ring.add(
      record({
        operation: 'shareDeviceCodes.claim',
        method: 'POST',
        path: '/shareDeviceCodes/TOPSECRET/claim',
        url: `${base}/shareDeviceCodes/TOPSECRET/claim`,
      }),
    );
    assert(!JSON.stringify(ring.entries()).includes('TOPSECRET'));
    assert.equal(ring.entries()[0]?.url, `${base}/shareDeviceCodes/$CODE/claim`);
  });

  it('reads of the sidebar are omitted, unless they fail or another reader uses them later', () => {
    const ring = createCallRing();
    const one = ring.exclude(record().url);
    const other = ring.exclude(record().url);
    ring.add(record());
    one();
    one();
    ring.add(record());
    assert.equal(ring.entries().length, 0);
    ring.add(record({ statusCode: 503, code: 'DEVICE_OFFLINE' }));
    other();
    ring.add(record());
    assert.deepEqual(
      ring.entries().map(({ statusCode }) => statusCode),
      [503, 200],
    );
  });

  it('listeners receive every attempt until they are removed', () => {
    const ring = createCallRing();
    const heard: number[] = [];
    const end = ring.onCall(({ attempt }) => heard.push(attempt));
    ring.add(record());
    ring.add(record({ attempt: 2 }));
    end();
    ring.add(record());
    assert.deepEqual(heard, [1, 2]);
  });
});
