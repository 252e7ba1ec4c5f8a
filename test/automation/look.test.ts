import assert from 'node:assert/strict';
import type { Movement } from '../../src/automation';
import { isOursToClose } from '../../src/automation/look';

const opened = { fromMs: 1_000_000, toMs: 1_002_000 };
const at = (atMs: number, to: Movement['to'] = 'open', handle: Movement['handle'] = 'remote'): Movement => ({
  ...{ atMs, to, handle },
});
const ours = at(1_001_000);
const judge = (movements: readonly Movement[] | undefined, more = {}, span: typeof opened | undefined = opened) =>
  isOursToClose(
    { deviceId: 'd', action: 1, heldByEvent: false, ...(movements === undefined ? {} : { movements }), ...more },
    span,
  );

describe('automation: whether an open circuit is ours to close', () => {
  for (const [title, movements, expected] of [
    ['Our open is the last movement', [at(1_000), at(2_000, 'closed'), ours], true],
    ['The histories come in any order', [ours, at(1_000), at(2_000, 'closed')], true],
    ['Somebody closed it since', [ours, at(1_020_000, 'closed')], false],
    ['Somebody closed and opened it since', [ours, at(1_020_000, 'closed'), at(1_040_000)], false],
    ['Somebody closed and opened it within our command', [ours, at(1_001_500, 'closed'), at(1_002_000)], false],
    ['The main handle was moved since', [ours, at(1_020_000, 'open', 'main'), at(1_030_000, 'closed', 'main')], false],
    ['An open before our command was sent', [at(997_000)], false],
    ['An open long after our command was answered', [at(1_018_000)], false],
    ['A movement shortly before our open', [at(960_000, 'closed'), ours], false],
    ['A movement without a time', [ours, at(Number.NaN)], false],
    ['An empty history', [], false],
    ['Only the main handle', [at(1_001_000, 'open', 'main')], false],
    ['A movement that our record knows not to be ours', [{ ...ours, ours: false }], false],
  ] as const)
    it(`${title}: ${expected ? 'it is' : 'a person closes it'}`, () => assert.equal(judge(movements), expected));

  it("What cannot be read, is in an event, or was opened at an unknown time is a person's to close", () => {
    assert.equal(judge(undefined), false);
    assert.equal(judge([ours], { heldByEvent: true }), false);
    assert.equal(isOursToClose({ deviceId: 'd', action: 1, heldByEvent: false, movements: [ours] }, undefined), false);
  });

  it('Our own close shortly before our open does not count against it', () => {
    const look = { deviceId: 'd', action: 1, heldByEvent: false, movements: [at(970_000, 'closed'), ours] };
    assert.equal(isOursToClose(look, opened), false);
    assert.equal(isOursToClose(look, opened, 970_500), true);
  });
});
