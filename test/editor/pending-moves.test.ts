import assert from 'node:assert/strict';
import { createPendingMoves } from '../../src/editor/circuits/pending-moves';
import { circuit } from '../directory/circuits';

describe('circuit table: names that move', () => {
  const [pump, oven] = [circuit('d-1', 'Pump'), circuit('d-2', 'Oven')];
  const swapped = [circuit('d-1', 'Oven'), circuit('d-2', 'Pump')];

  it('a swap asks twice, and without an answer both devices keep their rows', () => {
    const moves = createPendingMoves([pump, oven]);
    assert.equal(moves.open(swapped).length, 2);
    assert.deepEqual(moves.settled(swapped), [pump, oven]);
  });

  it('a confirmed swap is stored', () => {
    const moves = createPendingMoves([pump, oven]);
    for (const move of moves.open(swapped)) moves.confirm(move);
    assert.deepEqual(moves.settled(swapped), swapped);
  });

  it('a confirmation holds for that move only', () => {
    const moves = createPendingMoves([pump]);
    const [move] = moves.open([circuit('d-3', 'Pump')]);
    assert(move !== undefined);
    moves.confirm(move);
    assert.deepEqual(moves.open([circuit('d-3', 'Pump')]), []);
    assert.equal(moves.open([circuit('d-4', 'Pump')]).length, 1);
    assert.deepEqual(moves.settled([circuit('d-4', 'Pump')]), [circuit('d-4', ''), pump]);
  });

  it('what is protected is protected at once, whatever its name waits for', () => {
    const moves = createPendingMoves([pump, oven]);
    const isCritical = swapped.map((row) => ({ ...row, critical: true }));
    assert.deepEqual(moves.settled(isCritical), [
      { ...pump, critical: true },
      { ...oven, critical: true },
    ]);
  });

  it('what was stored before is not asked again', () => {
    const moves = createPendingMoves([pump, oven], swapped);
    assert.deepEqual(moves.open(swapped), []);
    assert.deepEqual(moves.settled(swapped), swapped);
    assert.equal(createPendingMoves(swapped).open([pump, oven]).length, 2);
  });

  it('other changes need no word', () => {
    const moves = createPendingMoves([pump]);
    const renamed = [circuit('d-1', 'Well pump'), circuit('d-2', '')];
    assert.deepEqual(moves.settled(renamed), renamed);
  });
});
