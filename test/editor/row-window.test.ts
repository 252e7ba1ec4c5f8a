import assert from 'node:assert/strict';
import { rowWindow } from '../../src/editor/sidebar/row-window';

describe('the rows that are drawn', () => {
  it('are those in view and a few beyond', () => {
    assert.deepEqual(rowWindow({ scrollTop: 2600, height: 260 }, 26, 5000), { start: 94, end: 116 });
  });
  it('end with the list', () => {
    assert.deepEqual(rowWindow({ scrollTop: 0, height: 260 }, 26, 3), { start: 0, end: 3 });
    assert.deepEqual(rowWindow({ scrollTop: 0, height: 260 }, 26, 0), { start: 0, end: 0 });
  });
  it('are none too many when the list became shorter than the scroll position', () => {
    const { start, end } = rowWindow({ scrollTop: 130_000, height: 260 }, 26, 20);
    assert(start >= 0 && start <= end && end === 20, `${start} ${end}`);
  });
});
