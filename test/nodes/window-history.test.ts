import assert from 'node:assert/strict';
import { createHistory } from '../../nodes/evse-config/window-history';

describe('undo in the week grid', () => {
  it('goes back step by step; what changed nothing is no step', () => {
    const history = createHistory<readonly number[]>();
    history.remember([]);
    history.remember([]);
    history.remember([1]);
    assert.deepEqual(history.undo([1]), []);
    assert.equal(history.undo([]), undefined);
  });

  it('is possible as long as a kept state differs', () => {
    const history = createHistory<readonly number[]>();
    assert.equal(history.canUndo([]), false);
    history.remember([1]);
    assert.equal(history.canUndo([1]), false);
    assert.equal(history.canUndo([2]), true);
  });

  it('keeps the last hundred steps', () => {
    const history = createHistory<number>();
    for (let step = 0; step < 150; step += 1) history.remember(step);
    let state: number | undefined = 150;
    let steps = 0;
    for (let before = history.undo(state); before !== undefined; before = history.undo(before)) {
      state = before;
      steps += 1;
    }
    assert.deepEqual([steps, state], [100, 50]);
  });
});
