import assert from 'node:assert/strict';
import type { DeviceClaim, ListedLoad, ListedManager } from '../../src/admin-api';
import {
  claimText,
  limitText,
  loadLines,
  managerName,
  stateText,
  statusText,
} from '../../src/editor/sidebar/manager-words';
import type { Words } from '../../src/editor/sidebar/words';

/** A key and its parameters stand for the text. */
const words: Words = {
  text: (key, params = {}) => [key, ...Object.values(params)].join(' '),
  language: 'en-US',
};
const now = Date.UTC(2026, 6, 15, 12, 0);
const load = (more: Partial<ListedLoad> = {}): ListedLoad => ({
  deviceId: 'heater',
  phase: 'normal',
  comesBack: 'by-itself',
  waitsForOk: false,
  opensToday: 0,
  operations: 0,
  worn: false,
  others: [],
  ...more,
});
const manager = (more: Partial<ListedManager> = {}): ListedManager => ({
  id: 'n',
  dryRun: false,
  unit: 'A',
  status: 'calm',
  limits: [],
  loads: [],
  ...more,
});
const claim = (more: Partial<DeviceClaim> = {}): DeviceClaim => ({
  by: 'n',
  name: 'Garage',
  to: 'open',
  dryRun: false,
  gone: false,
  ...more,
});

describe('load managers in words', () => {
  it('a pause for a time names its end, any other none', () => {
    assert.match(
      statusText(manager({ status: 'paused', pausedForMs: 3_600_000 }), words, now),
      /^managers.pausedUntil .*\d\d:00/,
    );
    assert.match(statusText(manager({ status: 'paused' }), words, now), /^managers.status.paused /);
  });

  it('what is held is counted, whatever its phase', () => {
    const loads = [load(), load({ phase: 'shed' }), load({ phase: 'closing' })];
    assert.match(statusText(manager({ status: 'shed', loads }), words, now), / 2$/);
  });

  const limits: [string, Parameters<typeof limitText>[0], 'A' | 'W', string][] = [
    [
      'a current with its head room',
      { leg: 'A', total: 46.04, limit: 60, live: true },
      'A',
      'managers.limit.free 46 60 A 14 A',
    ],
    ['a power in kW', { total: 9_240, limit: 12_000, live: true }, 'W', 'managers.limit.free 9.2 12 kW 2.8 kW'],
    ['what is above the limit', { total: 68, limit: 60, live: true }, 'A', 'managers.limit.over 68 60 A 8 A'],
    ['no limit now', { total: 20, live: true }, 'A', 'managers.limit.none 20 A'],
    [
      'a total that is not read is never compared',
      { total: 20, limit: 60, live: false },
      'A',
      'managers.limit.stale 20 A',
    ],
  ];
  for (const [what, limit, unit, told] of limits) it(what, () => assert.equal(limitText(limit, unit, words), told));

  const states: [Partial<ListedLoad>, string][] = [
    [{}, 'managers.phase.normal'],
    [{ phase: 'shed' }, 'managers.phase.shed'],
    [{ phase: 'shed', claimA: 10 }, 'managers.charger.limited 10'],
    [{ phase: 'shed', claimA: 0 }, 'managers.charger.paused'],
    [{ phase: 'opening', claimA: 8 }, 'managers.charger.reducing 8'],
    [{ phase: 'closing', claimA: 16 }, 'managers.charger.raising'],
  ];
  for (const [given, told] of states)
    it(`${JSON.stringify(given)}: ${told}`, () => {
      assert.equal(stateText(load(given), false, words), told);
      if (given.phase !== undefined) assert.equal(stateText(load(given), true, words), `managers.dry ${told}`);
    });

  it('a load that is held says why, since when, and how it comes back', () => {
    const shed = { phase: 'shed', why: 'leg A carried 62 A, limit 60 A', offForMs: 180_000, drawsA: 0 } as const;
    const lines = (more: Partial<ListedLoad>) => loadLines(load({ ...shed, ...more }), words);
    assert.deepEqual(lines({ backInMs: 60_000 }), [
      'managers.why leg A carried 62 A, limit 60 A',
      'managers.since 3 min',
      'managers.back.earliest 1 min',
      'managers.draws 0',
    ]);
    assert(lines({ backInMs: 0 }).includes('managers.back.whenItFits'));
    assert(lines({ waitsForOk: true, comesBack: 'after-ok' }).includes('managers.back.ok'));
    assert(lines({ comesBack: 'never' }).includes('managers.back.never'));
  });

  it('a current that was not read is never 0 A', () => {
    assert.deepEqual(loadLines(load(), words), ['managers.notRead']);
  });

  it('opens are told where there are some, and wear last', () => {
    assert.deepEqual(loadLines(load({ drawsA: 3.14, opensToday: 2, operations: 1_600, worn: true }), words), [
      'managers.draws 3.1',
      'managers.opens 2 1600',
      'managers.worn',
    ]);
  });

  it('a claim names the node, what it wants and why, and whether the node is gone or only pretends', () => {
    assert.equal(claimText(claim(), words), 'claim.open Garage');
    assert.equal(claimText(claim({ to: 10 }), words), 'claim.limited Garage 10');
    assert.equal(claimText(claim({ why: 'w' }), words), 'claim.why claim.open Garage w');
    assert.equal(claimText(claim({ gone: true }), words), 'claim.gone claim.open Garage');
    assert.equal(claimText(claim({ dryRun: true }), words), 'claim.dryRun claim.open Garage');
    assert.deepEqual(
      [managerName('Garage'), managerName(''), managerName(undefined)],
      ['Garage', 'load manager', 'load manager'],
    );
  });
});
