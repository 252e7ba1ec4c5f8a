import assert from 'node:assert/strict';
import { dimFloorOf } from '../../nodes/load-manager/dim-floor';

describe('what a dimmed connection may draw at least', () => {
  it('is 4.2 kW, or the amperes a leg that are not more', () => {
    assert.equal(dimFloorOf({ isCurrent: false, legs: 2, volts: 120 }), 4.2);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 2, volts: 120 }), 17.5);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 3, volts: 230 }), 6);
    assert.equal(dimFloorOf({ isCurrent: true, legs: 1, volts: 230 }), 18.2);
  });
});
