import assert from 'node:assert/strict';
import {
  type ArbiterState,
  afterDone,
  afterFailure,
  afterPerson,
  arbitrate,
  type Claim,
  type DeviceFacts,
  initialArbiter,
} from '../../src/automation';
import { createPanel } from './panel';

const reason = { key: 'over-limit', parameters: {} } as const;
const claim = (by: string, to: Claim['to'], action: number, kind: Claim['kind'] = 'limit'): Claim => ({
  ...{ deviceId: 'heater', by, kind, to, action, reason },
});
const closed: Record<string, DeviceFacts> = { heater: { kind: 'breaker', position: 'closed', meter: 'main' } };
const open: Record<string, DeviceFacts> = { heater: { kind: 'breaker', position: 'open', meter: 'main' } };
const heldBy = (...holders: string[]): ArbiterState => ({
  ...initialArbiter(),
  breakers: { heater: { holders, done: {} } },
});
const charger = (settingA: DeviceFacts['settingA']): Record<string, DeviceFacts> => ({
  heater: { kind: 'charger', ...(settingA === undefined ? {} : { settingA }) },
});
const tos = ({ commands }: ReturnType<typeof arbitrate>) => commands.map(({ to }) => to);
const outcomes = ({ answers }: ReturnType<typeof arbitrate>) => answers.map(({ by, outcome }) => [by, outcome]);

describe('automation: arbiter, breakers', () => {
  it('A breaker that one limit claims open is opened once, however long the claim stands', () => {
    const first = arbitrate(initialArbiter(), [claim('a', 'open', 1)], closed, 0);
    assert.deepEqual(tos(first), ['open']);
    assert.deepEqual(tos(arbitrate(first.state, [claim('a', 'open', 1)], closed, 1)), []);
    assert.deepEqual(tos(arbitrate(first.state, [claim('a', 'open', 2)], closed, 1)), ['open']);
  });

  it('Two limits that claim it open make one command, and both get its outcome', () => {
    const { commands } = arbitrate(initialArbiter(), [claim('a', 'open', 1), claim('b', 'open', 7)], closed, 0);
    assert.deepEqual(
      commands.map((command) => command.for),
      [
        [
          { by: 'a', action: 1 },
          { by: 'b', action: 7 },
        ],
      ],
    );
  });

  it('An open breaker is not opened again', () => {
    assert.deepEqual(outcomes(arbitrate(initialArbiter(), [claim('a', 'open', 1)], open, 0)), [['a', 'unchanged']]);
  });

  it('It is closed only when each node for which it is open lets it come back', () => {
    const waits = arbitrate(heldBy('a', 'b'), [claim('a', 'closed', 2), claim('b', 'open', 1)], open, 0);
    assert.deepEqual(tos(waits), []);
    assert.deepEqual(outcomes(waits), [
      ['a', 'waiting'],
      ['b', 'unchanged'],
    ]);
    const both = arbitrate(waits.state, [claim('a', 'closed', 2), claim('b', 'closed', 2)], open, 1);
    assert.deepEqual(tos(both), ['closed']);
  });

  it('A node that is gone never lets it come back: it stays open, and is listed', () => {
    const step = arbitrate(heldBy('a', 'gone'), [claim('a', 'closed', 2)], open, 0);
    assert.deepEqual(tos(step), []);
    assert.deepEqual(outcomes(step), [['a', 'confirmation-needed']]);
    assert.deepEqual(step.heldByGone, [{ deviceId: 'heater', by: ['gone'] }]);
  });

  it('The claims of a removed node end, and nothing is commanded for it', () => {
    const step = arbitrate(heldBy('a'), [], open, 0);
    assert.deepEqual(tos(step), []);
    assert.deepEqual(step.heldByGone, [{ deviceId: 'heater', by: ['a'] }]);
  });

  it('A node does not close what it has not opened', () => {
    assert.deepEqual(outcomes(arbitrate(initialArbiter(), [claim('a', 'closed', 1)], open, 0)), [
      ['a', 'confirmation-needed'],
    ]);
    assert.deepEqual(tos(arbitrate(heldBy('b'), [claim('a', 'closed', 1)], open, 0)), []);
  });

  it('A locked breaker is not closed', () => {
    const locked = { heater: { kind: 'breaker', position: 'open', locked: true } as const };
    assert.deepEqual(outcomes(arbitrate(heldBy('a'), [claim('a', 'closed', 1)], locked, 0)), [['a', 'locked']]);
  });

  it('All managers that share a meter close one breaker a minute', () => {
    const state = { ...heldBy('a'), lastRestoreAt: { main: 1_000 } };
    const early = arbitrate(state, [claim('a', 'closed', 1)], open, 60_999);
    assert.deepEqual(outcomes(early), [['a', 'waiting']]);
    assert.deepEqual(tos(arbitrate(early.state, [claim('a', 'closed', 1)], open, 61_000)), ['closed']);
  });

  it('Nothing is sent to a device while a command to it is under way', () => {
    const busy = { heater: { kind: 'breaker', position: 'closed', underWay: true } as const };
    assert.deepEqual(tos(arbitrate(initialArbiter(), [claim('a', 'open', 1)], busy, 0)), []);
  });

  it('A limit goes before a wish, and a wish leaves alone what a person switched', () => {
    const wish = claim('w', 'closed', 1, 'wish');
    assert.deepEqual(tos(arbitrate(heldBy('w'), [claim('a', 'open', 1), wish], closed, 0)), ['open']);
    const manual = { heater: { kind: 'breaker', position: 'open', manual: true } as const };
    assert.deepEqual(tos(arbitrate(heldBy('w'), [wish], manual, 0)), []);
    assert.deepEqual(tos(arbitrate(heldBy('w'), [wish], open, 0)), ['closed']);
    assert.deepEqual(tos(arbitrate(initialArbiter(), [wish], open, 0)), [], 'somebody else opened it');
  });

  it('A close that failed leaves the breaker ours, and an open that failed does not make it ours', () => {
    const shut = arbitrate(heldBy('a'), [claim('a', 'closed', 1)], open, 0);
    const [command] = shut.commands;
    assert(command);
    assert.deepEqual(shut.state.breakers.heater?.holders, ['a'], 'the process may end before it is carried out');
    assert.deepEqual(afterFailure(shut.state, command).breakers.heater?.holders, ['a']);
    assert.deepEqual(afterDone(shut.state, command).breakers.heater?.holders, []);
    const opened = arbitrate(initialArbiter(), [claim('a', 'open', 1)], closed, 0);
    const [opening] = opened.commands;
    assert(opening);
    assert.deepEqual(afterFailure(opened.state, opening).breakers.heater?.holders, []);
  });

  it("What a person switched is nobody's any more", () => {
    assert.deepEqual(afterPerson(heldBy('a'), 'heater').breakers.heater?.holders, []);
  });
});

describe('automation: arbiter, chargers', () => {
  it('The smallest claimed current counts', () => {
    const claims = [claim('a', 16, 1), claim('b', 10, 1)];
    assert.deepEqual(tos(arbitrate(initialArbiter(), claims, charger('no-limit'), 0)), [10]);
  });

  it('A wish counts where it is lower, and never above a limit', () => {
    assert.deepEqual(
      tos(arbitrate(initialArbiter(), [claim('a', 16, 1), claim('w', 8, 1, 'wish')], charger(32), 0)),
      [8],
    );
    assert.deepEqual(
      tos(arbitrate(initialArbiter(), [claim('a', 16, 1), claim('w', 20, 1, 'wish')], charger(32), 0)),
      [16],
    );
  });

  it('A charger that nothing limits any more gets what it had before', () => {
    const limited = arbitrate(initialArbiter(), [claim('a', 10, 1)], charger(20), 0);
    const freed = arbitrate(limited.state, [claim('a', 'free', 2)], charger(10), 1);
    assert.deepEqual(tos(freed), [20]);
  });

  it('What a charger had before is known until it is set so again, and forgotten then', () => {
    const limited = arbitrate(initialArbiter(), [claim('a', 10, 1)], charger(20), 0);
    const freed = arbitrate(limited.state, [claim('a', 'free', 2)], charger(10), 1);
    const [release] = freed.commands;
    assert(release);
    const failed = afterFailure(freed.state, release);
    const again = arbitrate(failed, [claim('a', 10, 2)], charger(10), 2);
    assert.deepEqual(tos(arbitrate(again.state, [claim('a', 'free', 3)], charger(10), 3)), [20]);
    assert.deepEqual(afterDone(freed.state, release).chargers.heater, { done: { a: 2 } });
    const [reduction] = limited.commands;
    assert(reduction);
    assert.deepEqual(afterDone(limited.state, reduction), limited.state);
  });

  it('A charger that nothing has limited is left alone', () => {
    assert.deepEqual(tos(arbitrate(initialArbiter(), [claim('a', 'free', 1)], charger('no-limit'), 0)), []);
  });

  it('The limit of a node that is gone holds', () => {
    const limited = arbitrate(initialArbiter(), [claim('gone', 8, 1), claim('a', 10, 1)], charger(20), 0);
    const later = arbitrate(limited.state, [claim('a', 'free', 2)], charger(8), 1);
    assert.deepEqual(tos(later), []);
  });

  it('What a person has set lower than the limit is not raised when the limit ends', () => {
    const limited = arbitrate(initialArbiter(), [claim('a', 16, 1)], charger('no-limit'), 0);
    const freed = arbitrate(limited.state, [claim('a', 'free', 2)], charger(10), 1);
    assert.deepEqual(tos(freed), []);
    assert.deepEqual(outcomes(freed), [['a', 'unchanged']]);
  });

  it('A pause is never sent as 0 A, which means no limit', () => {
    assert.deepEqual(tos(arbitrate(initialArbiter(), [claim('a', 'paused', 1)], charger(20), 0)), ['paused']);
  });
});

describe('automation: two managers', () => {
  const heater = { heater: { draws: 20 } };

  it('Two managers on one breaker that release one after the other: it comes back when both let it', () => {
    const other = { limit: 60, base: [50, 20], loads: ['heater'] };
    const panel = createPanel({ base: [50, 20], limit: 60, loads: heater, other });
    panel.run(60);
    assert.equal(panel.isOpen('heater'), true);
    panel.base[0] = 10;
    panel.run(900);
    assert.deepEqual(panel.closes(), [], 'the other limit has no room');
    other.base[0] = 10;
    panel.run(900);
    assert.equal(panel.opens().length, 1);
    assert.equal(panel.closes().length, 1);
    assert(Math.max(...panel.total(), ...panel.otherTotal()) <= 60);
  });

  it('A release that waits for another manager is taken back when it does not fit any more', () => {
    const other = { limit: 60, base: [50, 20], loads: ['heater'] };
    const panel = createPanel({ base: [50, 20], limit: 60, loads: heater, other });
    panel.run(60);
    panel.base[0] = 10;
    panel.run(900);
    panel.base[0] = 50;
    panel.run(30);
    other.base[0] = 10;
    panel.run(900);
    assert.deepEqual(panel.closes(), []);
  });

  it('A breaker that one manager has opened does not come back where it would exceed the limit of another', () => {
    const other = { limit: 40, base: [30, 10], loads: ['heater'] };
    const panel = createPanel({ base: [50, 20], limit: 60, loads: heater, other });
    // Only the first is above its limit until the heater is open.
    other.base[0] = 15;
    panel.run(60);
    assert.equal(panel.isOpen('heater'), true);
    other.base[0] = 30;
    panel.base[0] = 10;
    panel.run(7_200);
    assert.deepEqual(panel.closes(), []);
    other.base[0] = 5;
    panel.run(900);
    assert.equal(panel.closes().length, 1);
  });
});
