import assert from 'node:assert/strict';
import { parseCommand } from '../../src/control';

describe('messages of breaker-control', () => {
  const commands: [unknown, unknown][] = [
    ['open', { command: 'open' }],
    ['close', { command: 'close' }],
    [true, { command: 'close' }],
    ['true', { command: 'close' }],
    ['on', { command: 'close' }],
    [1, { command: 'close' }],
    ['1', { command: 'close' }],
    [false, { command: 'open' }],
    ['false', { command: 'open' }],
    ['off', { command: 'open' }],
    [0, { command: 'open' }],
    ['0', { command: 'open' }],
    [' Open ', { command: 'open' }],
    [{ command: 'open' }, { command: 'open' }],
    [
      { command: 'open', secondsUntilReset: 60, reason: 'peak' },
      { command: 'open', secondsUntilReset: 60, reason: 'peak' },
    ],
    [
      { command: 'open', secondsUntilReset: 0 },
      { command: 'open', secondsUntilReset: 0 },
    ],
  ];
  for (const [value, command] of commands)
    it(`${JSON.stringify(value)} is ${JSON.stringify(command)}`, () => {
      assert.deepEqual(parseCommand(value), { command });
    });

  const problems: [unknown, string[]][] = [
    ['toggle', ['command']],
    ['closed', ['command']],
    ['', ['command']],
    ['toString', ['command']],
    [2, ['command']],
    [Number.NaN, ['command']],
    [undefined, ['command']],
    [null, ['command']],
    [[], ['command']],
    [['open'], ['command']],
    [{}, ['command']],
    [{ command: 'on' }, ['command']],
    [{ command: true }, ['command']],
    [{ command: 'open', seconds: 60 }, ['seconds']],
    [{ command: 'open', secondsUntilReset: '60' }, ['secondsUntilReset']],
    [{ command: 'open', secondsUntilReset: 10.5 }, ['secondsUntilReset']],
    [
      { command: 'toggle', secondsUntilReset: 'x', reason: 7, extra: 1 },
      ['extra', 'command', 'secondsUntilReset', 'reason'],
    ],
  ];
  for (const [value, fields] of problems)
    it(`${JSON.stringify(value) ?? 'nothing'} is not a command, and every problem is reported by field`, () => {
      const parsed = parseCommand(value);
      assert('problems' in parsed);
      assert.deepEqual(
        parsed.problems.map(({ field }) => field),
        fields,
      );
    });
});
