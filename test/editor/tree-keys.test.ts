import assert from 'node:assert/strict';
import { createSiteRows } from '../../src/editor/sidebar/site-rows';
import { treeMove } from '../../src/editor/sidebar/tree-keys';

const site = {
  locations: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', parentId: 'a' },
  ],
  devices: [
    { id: 'd1', locationId: 'b' },
    { id: 'd2', locationId: 'b' },
  ],
  total: 2,
  version: '',
};
const rows = createSiteRows(site, 'en-US', '').rows('', new Set());
const folded = createSiteRows(site, 'en-US', '').rows('', new Set(['b']));

describe('the keys of the site tree (WAI-ARIA tree pattern)', () => {
  const cases: [string, number, ReturnType<typeof treeMove>][] = [
    ['ArrowDown', 0, { to: 1 }],
    ['ArrowDown', 3, { to: 3 }],
    ['ArrowUp', 0, { to: 0 }],
    ['Home', 2, { to: 0 }],
    ['End', 0, { to: 3 }],
    ['PageDown', 0, { to: 2 }],
    ['PageUp', 3, { to: 1 }],
    ['ArrowRight', 1, { to: 2 }],
    ['ArrowLeft', 1, { fold: 'b' }],
    ['ArrowLeft', 3, { to: 1 }],
    ['ArrowRight', 3, undefined],
    ['x', 1, undefined],
  ];
  for (const [key, at, move] of cases)
    it(`${key} on row ${at}: ${JSON.stringify(move)}`, () => assert.deepEqual(treeMove(key, rows, at, 2), move));

  it('ArrowRight unfolds, ArrowLeft on a folded one goes to its parent', () => {
    assert.deepEqual(treeMove('ArrowRight', folded, 1, 2), { unfold: 'b' });
    assert.deepEqual(treeMove('ArrowLeft', folded, 1, 2), { to: 0 });
  });
});
