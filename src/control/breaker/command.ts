import { type Problem, problem } from '../../schema';

/** A command to a breaker, as a message contains it. */
export interface Command {
  readonly command: 'open' | 'close';
  readonly secondsUntilReset?: number;
  readonly reason?: string;
}

const commandOfWord: Readonly<Record<string, Command['command']>> = {
  open: 'open',
  close: 'close',
  on: 'close',
  off: 'open',
  true: 'close',
  false: 'open',
  '1': 'close',
  '0': 'open',
};
const fields = ['command', 'secondsUntilReset', 'reason'];

/**
 * Reads a command from a message: `open`, `close`, an object with `command`, or `true`/`on`/`1` = close (energised) and
 * `false`/`off`/`0` = open. Everything else is reported as problems, never guessed.
 */
export function parseCommand(value: unknown): { command: Command } | { problems: Problem[] } {
  const word = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof word === 'string') {
    const key = word.trim().toLowerCase();
    const command = Object.hasOwn(commandOfWord, key) ? commandOfWord[key] : undefined;
    return command === undefined
      ? {
          problems: [
            problem('command', 'enum', 'must be open, close, on, off, true, false, 1 or 0', {
              values: 'open, close, on, off, true, false, 1, 0',
            }),
          ],
        }
      : { command: { command } };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: [problem('command', 'required', 'must be open or close')] };
  const { command, secondsUntilReset, reason } = value as Record<string, unknown>;
  const problems = [
    ...Object.keys(value)
      .filter((name) => !fields.includes(name))
      .map((name) => problem(name, 'unknown', 'is not a field of a command')),
    ...(command === 'open' || command === 'close'
      ? []
      : [problem('command', 'enum', 'must be open or close', { values: 'open, close' })]),
    ...(secondsUntilReset === undefined || Number.isInteger(secondsUntilReset)
      ? []
      : [problem('secondsUntilReset', 'type', 'must be an integer', { type: 'integer' })]),
    ...(reason === undefined || typeof reason === 'string'
      ? []
      : [problem('reason', 'type', 'must be a string', { type: 'string' })]),
  ];
  if (problems.length > 0) return { problems };
  return {
    command: {
      command: command as Command['command'],
      ...(secondsUntilReset === undefined ? {} : { secondsUntilReset: secondsUntilReset as number }),
      ...(reason === undefined ? {} : { reason: reason as string }),
    },
  };
}
