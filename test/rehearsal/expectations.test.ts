import assert from 'node:assert/strict';
import { judge } from '../../src/rehearsal/expectations';
import type { Samples } from '../../src/rehearsal/job';
import type { LoggedEvent } from '../../src/rehearsal/log';
import type { Expectation } from '../../src/rehearsal/scenario';

const startMs = Date.parse('2026-06-15T05:00:00Z');
const minute = 60_000;
const mail = { id: 'm', type: 'e-mail', name: 'mail' };
const known = {
  devices: [
    { id: 'p', label: 'Pool pump', serialNumber: '1' },
    { id: 'q', label: 'Main', serialNumber: '2' },
  ],
  nodes: [mail],
};
const samples: Samples = {
  ...{ fromMs: startMs, stepMs: minute },
  devices: [
    { id: 'p', label: 'Pool pump', ratedA: 30, poles: 2 },
    { id: 'q', label: 'Main', ratedA: 100, poles: 2 },
  ],
  watts: [
    [0, 1000, 1000, 0],
    [500, 500, 3000, 500],
  ],
  limits: [],
};
const mailed = (minutes: number, payload: string): LoggedEvent => ({
  ...{ kind: 'stand-in', at: startMs + minutes * minute, node: mail, payload },
});
const opened = (minutes: number, deviceId: 'p' | 'q'): LoggedEvent => ({
  ...{ kind: 'world', type: 'handle-changed', at: startMs + minutes * minute, deviceId, position: 'open' },
  device: deviceId === 'p' ? 'Pool pump' : 'Main',
});
const at = (minutes: number) => new Date(startMs + minutes * minute).toISOString();

const events = [mailed(1, 'tripped: freezer'), opened(2, 'p'), opened(2, 'q'), opened(3, 'p'), mailed(30, 'well')];
const met = (expected: object) =>
  judge([{ text: 'x', ...expected } as Expectation], { events, samples, startMs, known })[0];

describe('what a scenario expects', () => {
  for (const [why, expected, isMet] of [
    ['at least one, and there are two', { kind: 'stand-in', atLeast: 1 }, true],
    ['at most one, and there are two', { kind: 'stand-in', atMost: 1 }, false],
    ['none of a kind that did not happen', { kind: 'error', atMost: 0 }, true],
    ['one before a time', { kind: 'stand-in', before: at(10), atLeast: 1, atMost: 1 }, true],
    [
      'one between two times at which there is none',
      { kind: 'stand-in', after: at(5), before: at(10), atLeast: 1 },
      false,
    ],
    ['a text within the payload', { kind: 'stand-in', match: { payload: 'freezer' }, atLeast: 1, atMost: 1 }, true],
    ['a node by its name', { kind: 'stand-in', match: { node: 'mail' }, atLeast: 2 }, true],
    ['a node by its type', { kind: 'stand-in', match: { node: 'type:e-mail' }, atLeast: 2 }, true],
    ['another type', { kind: 'stand-in', match: { node: 'type:file' }, atLeast: 1 }, false],
    ['a device by its name', { kind: 'world', match: { device: 'Pool pump' }, atLeast: 2, atMost: 2 }, true],
    ['of each device no more than one', { kind: 'world', perDevice: 'yes', atMost: 1 }, false],
    ['of each device no more than two', { kind: 'world', perDevice: 'yes', atMost: 2 }, true],
    ['a power that is exceeded for one minute', { kind: 'power', of: 'all', below: 2000 }, false],
    ['that is allowed for two minutes', { kind: 'power', of: 'all', below: 2000, forSeconds: 120 }, true],
    ['a power of one circuit', { kind: 'power', of: 'Pool pump', below: 1001 }, true],
    ['a power that is held', { kind: 'power', of: 'Main', above: 499 }, true],
    ['a power at a time that was not rehearsed', { kind: 'power', of: 'Main', below: 9999, after: at(600) }, false],
  ] as const)
    it(`${isMet ? 'is met' : 'is not met'}: ${why}`, () => assert.equal(met(expected)?.met, isMet));

  it('tells the first instant that speaks against it', () => {
    assert.equal(met({ kind: 'power', of: 'all', below: 2000 })?.at, startMs + 2 * minute);
    assert.equal(met({ kind: 'stand-in', atMost: 1 })?.at, startMs + 30 * minute);
    assert.equal(met({ kind: 'stand-in', atMost: 1 })?.nodeId, 'm');
  });

  it('names the node that commanded what moved, and the one to which nothing came', () => {
    const command: LoggedEvent = {
      ...{ kind: 'command', at: startMs + 2 * minute, node: { id: 'c', type: 'breaker-control', name: '' } },
      ...{ command: 'open', outcome: 'confirmed', devices: ['Pool pump'], way: [] },
    };
    const moved = { ...opened(2, 'p'), source: 'remote-command' } as LoggedEvent;
    const tripped = { ...opened(2, 'p'), source: 'trip' } as LoggedEvent;
    const nodeOf = (event: LoggedEvent) => {
      const never = { text: 'x', kind: 'world', atMost: 0 } as Expectation;
      return judge([never], { events: [command, event], samples, startMs, known })[0]?.nodeId;
    };
    assert.deepEqual([nodeOf(moved), nodeOf(tripped)], ['c', undefined]);
    assert.equal(met({ kind: 'stand-in', match: { node: 'mail' }, after: at(40), atLeast: 1 })?.nodeId, 'm');
  });
});
