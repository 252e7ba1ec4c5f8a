import assert from 'node:assert/strict';
import fc from 'fast-check';
import { instantsOfWall, isoInZone, wallTextAt, zoneNamed } from '../../src/schedule';

function zone(name: string) {
  const found = zoneNamed(name);
  assert(found);
  return found;
}

describe('a date and time of a zone', () => {
  it('is every instant at which its clock shows that', () => {
    const names = fc.constantFrom(
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Asia/Kolkata',
      'Pacific/Apia',
      'UTC',
    );
    const seconds = fc.integer({ min: Date.UTC(2015, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 });
    fc.assert(
      fc.property(names, seconds, (name, second) => {
        const atMs = second * 1000;
        assert(instantsOfWall(wallTextAt(atMs, zone(name)), zone(name)).includes(atMs));
        assert.equal(Date.parse(isoInZone(atMs, zone(name))), atMs);
      }),
    );
  });

  it('does not exist where the clock skips it, and exists twice where it goes back', () => {
    const berlin = zone('Europe/Berlin');
    assert.deepEqual(instantsOfWall('2026-03-29T02:30', berlin), []);
    assert.deepEqual(
      instantsOfWall('2026-10-25T02:30', berlin).map((atMs) => isoInZone(atMs, berlin)),
      ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
    );
    assert.deepEqual(instantsOfWall('nonsense', berlin), []);
  });

  it('is written with its offset, and Z in UTC', () => {
    assert.equal(isoInZone(Date.UTC(2026, 0, 31, 12), zone('UTC')), '2026-01-31T12:00:00Z');
    assert.equal(isoInZone(Date.UTC(2026, 0, 31, 12), zone('America/Chicago')), '2026-01-31T06:00:00-06:00');
    assert.equal(wallTextAt(Date.UTC(2026, 0, 31, 12, 0, 5), zone('Asia/Kolkata')), '2026-01-31T17:30:05');
  });
});
