import assert from 'node:assert/strict';
import { exitCodes, parseArguments, subcommand, UsageError, usageOf } from '../../src/command-line/subcommand';
import { subcommands } from '../../src/command-line/subcommands';
import { runCommand } from './run-command';

describe('the command breakerflow', () => {
  it('lists its subcommands and its exit codes', async () => {
    const { code, output } = await runCommand(['--help']);
    assert.equal(code, 0);
    for (const { name } of subcommands) assert.match(output, new RegExp(`^  ${name} `, 'm'));
    for (const exitCode of Object.values(exitCodes)) assert.match(output, new RegExp(`^  ${exitCode} `, 'm'));
  });

  it('each --help has every option of the table', async () => {
    for (const { name, options } of subcommands) {
      const { code, output } = await runCommand([name, '--help']);
      assert.equal(code, 0);
      assert(output.startsWith(`Usage: breakerflow ${name} `), output);
      for (const option of Object.keys(options)) assert.match(output, new RegExp(`^  --${option}\\b`, 'm'));
      for (const line of output.split('\n')) assert(line.length <= 120, line);
    }
  });

  it('knows no other subcommand', async () => {
    for (const args of [[], ['prob']]) {
      const { code, output, errors } = await runCommand(args);
      assert.deepEqual([code, output], [2, '']);
      assert.match(errors, /Usage: breakerflow SUBCOMMAND/);
    }
  });
});

describe('the arguments of a subcommand', () => {
  const declared = subcommand({
    name: 'example',
    about: 'An example.',
    argument: 'THING',
    options: {
      file: { value: 'FILE', about: 'a file' },
      many: { value: 'N', multiple: true, about: 'numbers' },
      flag: { about: 'a flag' },
    },
    run: async () => exitCodes.done,
  });

  it('are read by its table', () => {
    assert.deepEqual(parseArguments(declared, ['thing', '--file', 'f', '--many=1', '--many', '2', '--flag']), {
      values: { file: 'f', many: ['1', '2'], flag: true },
      argument: 'thing',
    });
    assert.equal(parseArguments(declared, ['--help']), undefined);
    assert.match(usageOf(declared), /^Usage: breakerflow example \[THING\] \[options\]/);
  });

  it('are refused where they are no options, hold nothing or are too many', () => {
    for (const args of [['--other'], ['--file'], ['--file='], ['--flag=1'], ['thing', 'another']])
      assert.throws(() => parseArguments(declared, args), UsageError, args.join(' '));
    const { argument: _, ...without } = declared;
    assert.throws(() => parseArguments(without, ['thing']), UsageError);
  });
});
