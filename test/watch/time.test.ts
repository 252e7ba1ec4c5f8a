import assert from 'node:assert/strict';
import type { Condition } from '../../src/watch';
import { tableOf } from '../../src/watch';
import { minute, settingsWith, startMs, watched } from './watched';

const above: Condition = { kind: 'above', value: 16, wellAt: 14 };
const lever: Condition = { kind: 'is', states: ['open'] };
const each = (from: number, to: number, read: (at: number) => void) => {
  for (let at = from; at <= to; at += 1) read(at);
};

describe('watch: gaps, order and silence', () => {
  it('a time does not count across a gap in the readings', () => {
    const watch = watched(settingsWith({ condition: above, forMs: 10 * minute }));
    for (const at of [0, 3, 12, 15, 18, 21]) watch.read(at, 17);
    assert.deepEqual(watch.told(), []);
    watch.read(24, 17);
    assert.deepEqual(watch.told(), ['alarm 24']);
  });

  it('an alarm lasts over a gap', () => {
    const watch = watched(settingsWith({ condition: above, wellForMs: minute }));
    watch.read(0, 17);
    watch.read(60, 17);
    watch.read(61, 10);
    watch.read(62, 10);
    assert.deepEqual(watch.told(), ['alarm 0', 'all-clear 62']);
  });

  it('nobody knows of a run how long it lasts before the gap', () => {
    const watch = watched(
      settingsWith({ condition: { kind: 'cycles', runsAbove: 1, restsBelow: 0.5, longestRunMs: 30 * minute } }),
    );
    each(0, 20, (at) => watch.read(at, 5));
    each(40, 60, (at) => watch.read(at, 5));
    assert.deepEqual(watch.told(), []);
  });

  it('a gap is no end of a rest that was too long', () => {
    const watch = watched(
      settingsWith({ condition: { kind: 'cycles', runsAbove: 1, restsBelow: 0.5, longestRestMs: 10 * minute } }),
    );
    each(0, 10, (at) => watch.read(at, 0));
    each(40, 45, (at) => watch.read(at, 0));
    watch.read(46, 5);
    assert.deepEqual(watch.told(), ['alarm 10', 'all-clear 46']);
    assert.deepEqual(
      watch.events.map(({ isRunning }) => isRunning),
      [false, true],
    );
  });

  it('a value that was pushed holds until the next one', () => {
    const watch = watched(settingsWith({ condition: lever, forMs: 30 * minute }));
    watch.read(0, 'open', { holds: true });
    watch.wait(29);
    assert.deepEqual(watch.told(), []);
    watch.wait(30);
    assert.deepEqual(watch.told(), ['alarm 30']);
  });

  it('a pushed value does not hold while its source is silent', () => {
    const watch = watched(settingsWith({ condition: lever, forMs: 30 * minute }));
    watch.read(0, 'open', { holds: true });
    watch.silent(10);
    watch.wait(40);
    assert.deepEqual(watch.told(), []);
    watch.read(41, 'open', { holds: true });
    watch.wait(70);
    assert.deepEqual(watch.told(), []);
    watch.wait(71);
    assert.deepEqual(watch.told(), ['alarm 71']);
  });

  it('an old reading changes nothing, and one far back is told once', () => {
    const watch = watched(settingsWith({ condition: above }));
    watch.read(10, 10);
    for (const [now, at] of [
      [11, 9.5],
      [12, 2],
      [13, 3],
    ] as const)
      watch.read(now, 17, { atMs: startMs + at * minute });
    assert.deepEqual(watch.told(), ['backwards 12']);
  });

  it('readings that arrive together are taken in the order in which they were true', () => {
    const watch = watched(settingsWith({ condition: { kind: 'changes' } }));
    watch.read(0, 'open');
    watch.read(1, 'closed');
    watch.read(1, 'open', { atMs: startMs + minute });
    assert.deepEqual(watch.told(), ['changed 1', 'changed 1']);
  });

  it('a reading from the future does not hide those that follow', () => {
    const watch = watched(settingsWith({ condition: above }));
    watch.read(0, 10, { atMs: startMs + 1_000_000 * minute });
    watch.read(1, 17);
    assert.deepEqual(watch.told(), ['alarm 1']);
  });

  it('what cannot be read is told once, with its reason, and once when it is read again', () => {
    const watch = watched(settingsWith({ condition: above, unreadMs: 10 * minute }));
    watch.read(0, 10);
    each(1, 30, (at) => watch.silent(at, 'DEVICE_OFFLINE'));
    watch.read(31, 10);
    assert.deepEqual(watch.told(), ['unread 11', 'read-again 31']);
    assert.equal(watch.events[0]?.code, 'DEVICE_OFFLINE');
  });

  it('one reading ends the time of a silence', () => {
    const watch = watched(settingsWith({ condition: above, unreadMs: 10 * minute }));
    for (let at = 0; at < 60; at += 1) at % 9 === 0 ? watch.read(at, 10) : watch.silent(at);
    assert.deepEqual(watch.told(), []);
  });

  it('a silence is no all-clear, and no alarm', () => {
    const watch = watched(settingsWith({ condition: above }));
    watch.read(0, 17);
    each(1, 200, (at) => watch.silent(at));
    assert.deepEqual(watch.told(), ['alarm 0']);
  });
});

describe('watch: repeats, quiet hours and restarts', () => {
  it('an alarm is repeated until somebody acknowledges it', () => {
    const watch = watched(settingsWith({ condition: above, repeatMs: 60 * minute }));
    each(0, 130, (at) => watch.read(at, 17));
    watch.acknowledge();
    each(131, 400, (at) => watch.read(at, 17));
    assert.deepEqual(watch.told(), ['alarm 0', 'repeat 60', 'repeat 120']);
  });

  it('the next incident is repeated again', () => {
    const watch = watched(settingsWith({ condition: above, repeatMs: 60 * minute }));
    watch.read(0, 17);
    watch.acknowledge();
    watch.read(1, 10);
    each(2, 70, (at) => watch.read(at, 17));
    assert.deepEqual(watch.told(), ['alarm 0', 'all-clear 1', 'alarm 2', 'repeat 62']);
  });

  it('what happens in quiet hours is told when they end', () => {
    const quiet = [{ days: ['monday'], from: '1230', to: '1300' }] as const;
    const watch = watched(settingsWith({ condition: above, quiet, repeatMs: 5 * minute }));
    each(0, 29, (at) => watch.read(at, 10));
    each(30, 40, (at) => watch.read(at, 17));
    each(41, 59, (at) => watch.read(at, 10));
    assert.deepEqual(watch.told(), []);
    watch.read(60, 10);
    assert.deepEqual(watch.told(), ['alarm 30', 'all-clear 41']);
  });

  it('an alarm that has waited for the end of quiet hours is repeated its whole time later', () => {
    const quiet = [{ days: ['monday'], from: '1230', to: '1300' }] as const;
    const watch = watched(settingsWith({ condition: above, quiet, repeatMs: 20 * minute }));
    each(0, 34, (at) => watch.read(at, 10));
    each(35, 100, (at) => watch.read(at, 17));
    assert.deepEqual(watch.told(), ['alarm 35', 'repeat 80', 'repeat 100']);
  });

  it('an incident goes on over a restart, and what has changed meanwhile is told', () => {
    const watch = watched(settingsWith({ condition: { kind: 'changes' } }));
    watch.read(0, 'online');
    watch.restart();
    watch.read(30, 'offline');
    watch.restart();
    watch.read(31, 'offline');
    assert.deepEqual(watch.told(), ['changed 30']);
  });

  it('another condition times anew, and keeps the alarm that is under way', () => {
    const watch = watched(settingsWith({ condition: above, forMs: 10 * minute }));
    each(0, 9, (at) => watch.read(at, 17));
    watch.change(settingsWith({ condition: { ...above, value: 15 }, forMs: 10 * minute }));
    each(10, 19, (at) => watch.read(at, 17));
    assert.deepEqual(watch.told(), []);
    watch.read(20, 17);
    watch.change(settingsWith({ condition: above }));
    watch.read(21, 10);
    assert.deepEqual(watch.told(), ['alarm 20', 'all-clear 21']);
  });

  it('the table shows what counts, and how long it must go on', () => {
    const settings = settingsWith({ condition: above, forMs: 10 * minute, wellForMs: 4 * minute });
    const watch = watched(settings);
    const look = (atMinutes: number) => {
      const [{ look: name, remainsMs = 0 } = { look: 'none' }] = tableOf(
        watch.state(),
        settings,
        startMs + atMinutes * minute,
      );
      return `${name} ${remainsMs / minute}`;
    };
    watch.wait(0);
    assert.equal(look(0), 'unknown 0');
    watch.read(1, 10);
    assert.equal(look(1), 'well 0');
    each(2, 5, (at) => watch.read(at, 17));
    assert.equal(look(5), 'counting 7');
    each(6, 13, (at) => watch.read(at, 17));
    assert.equal(look(13), 'alarm 0');
    watch.read(14, 10);
    assert.equal(look(15), 'recovering 3');
    watch.silent(16);
    assert.equal(look(16), 'alarm 0');
    each(17, 30, (at) => watch.read(at, 10));
    watch.silent(31);
    assert.equal(look(31), 'unread 0');
  });
});
