import assert from 'node:assert/strict';
import { type AlarmEvent, lastingAlarms, type RememberedAlarm, takeAlarm } from '../../src/scene';

const told = (
  kind: AlarmEvent['kind'],
  subject: string,
  at: number,
  more: Partial<AlarmEvent> & { readonly hasChanged?: boolean } = {},
) => ({ kind, subject, at, repeated: false, ...more });

/** What each event does, one after another. */
function decided(...events: readonly ReturnType<typeof told>[]): string[] {
  let alarms: readonly RememberedAlarm[] = [];
  return events.map(({ hasChanged = true, ...event }) => {
    const step = takeAlarm(alarms, event, hasChanged);
    alarms = step.alarms;
    return step.do;
  });
}

describe('alarms that set and restore', () => {
  it('the first alarm sets, and only the last all-clear restores', () => {
    const events = [told('alarm', 'a', 1), told('alarm', 'b', 2), told('all-clear', 'a', 3), told('all-clear', 'b', 4)];
    assert.deepEqual(decided(...events), ['set', 'set', 'nothing', 'restore']);
  });

  it('an all-clear restores also while the alarm before it is still being worked on', () => {
    const hasChanged = false;
    assert.deepEqual(decided(told('alarm', 'a', 1, { hasChanged }), told('all-clear', 'a', 2, { hasChanged })), [
      'set',
      'restore',
    ]);
  });

  it('an all-clear without an alarm does nothing, and is not remembered', () => {
    const step = takeAlarm([], told('all-clear', 'a', 1), false);
    assert.deepEqual(step, { do: 'nothing', alarms: [] });
  });

  it('an all-clear tries again what could not be restored, once no alarm lasts', () => {
    const events = [told('alarm', 'a', 1), told('all-clear', 'a', 2), told('all-clear', 'b', 3)];
    assert.deepEqual(decided(...events), ['set', 'restore', 'restore']);
  });

  it('an alarm that is told again after its all-clear does nothing', () => {
    const repeated = true;
    const hasChanged = false;
    assert.deepEqual(
      decided(
        told('alarm', 'a', 1),
        told('all-clear', 'a', 2),
        told('alarm', 'a', 1, { repeated }),
        told('all-clear', 'a', 2, { repeated, hasChanged }),
      ),
      ['set', 'restore', 'nothing', 'nothing'],
    );
  });

  it('an all-clear that is told again after the next alarm does nothing', () => {
    const events = [told('alarm', 'a', 1), told('all-clear', 'a', 2), told('alarm', 'a', 3)];
    assert.deepEqual(decided(...events, told('all-clear', 'a', 2, { repeated: true })).at(-1), 'nothing');
  });

  it('an event that is told again counts where it never came before', () => {
    const repeated = true;
    const events = [told('alarm', 'a', 1, { repeated }), told('all-clear', 'a', 2, { repeated })];
    assert.deepEqual(decided(...events), ['set', 'restore']);
  });

  it('alarms that last are never forgotten; of ended ones the newest are kept', () => {
    let alarms: readonly RememberedAlarm[] = takeAlarm([], told('alarm', 'lasts', 0), true).alarms;
    for (let number = 1; number <= 300; number += 1) {
      alarms = takeAlarm(alarms, told('alarm', `s${number}`, number), true).alarms;
      alarms = takeAlarm(alarms, told('all-clear', `s${number}`, number + 0.5), true).alarms;
    }
    assert.deepEqual([alarms.length, lastingAlarms(alarms)], [201, 1]);
    assert(alarms.some(({ subject }) => subject === 'lasts') && alarms.some(({ subject }) => subject === 's300'));
    assert(!alarms.some(({ subject }) => subject === 's1'));
  });
});
