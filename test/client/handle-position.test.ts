import assert from 'node:assert/strict';
import { normalizePosition } from '../../src/client';

describe('decisions: position values read', () => {
  it('letter case and the spelling close do not matter', () => {
    for (const value of ['open', 'OPEN', 'Open', ' open ']) assert.equal(normalizePosition(value), 'open');
    for (const value of ['closed', 'CLOSED', 'close', 'Close']) assert.equal(normalizePosition(value), 'closed');
  });
  it('true is closed, false is open', () => {
    assert.equal(normalizePosition(true), 'closed');
    assert.equal(normalizePosition(false), 'open');
  });
  it('anything else is unknown, never closed', () => {
    for (const value of [
      '',
      'feedback mismatch',
      'opened',
      'not closed',
      'closed?',
      'true',
      0,
      1,
      2,
      null,
      undefined,
      {},
      ['closed'],
      { val: true },
    ])
      assert.equal(normalizePosition(value), 'unknown');
  });
});
