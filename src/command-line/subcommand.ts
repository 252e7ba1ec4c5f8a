import { parseArgs } from 'node:util';

/** One option of a subcommand. */
export interface Option {
  /** What stands for its value in the usage, such as `FILE`; absent: it takes none. */
  readonly value?: string;
  /** It can be given more than once. */
  readonly multiple?: true;
  readonly about: string;
}

type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly multiple: true }
  ? readonly string[]
  : O extends { readonly value: string }
    ? string
    : boolean;

/** The options that were given. */
export type Values<O extends Options> = { readonly [Name in keyof O]?: ValueOf<O[Name]> };

/** How a program ended, for scripts. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unknown: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done, or shown what would be sent',
  refused: 'refused by the service or by an interlock, not reached, or not as it was expected',
  usage: 'arguments, input, credentials or a confirmation to be corrected; nothing was sent',
  unknown: 'sent, but whether it was carried out is not known: read before you send it again',
};

/** One subcommand: its row in the list of all, its usage, and what it does. */
export interface Subcommand<O extends Options = Options> {
  readonly name: string;
  /** One line. */
  readonly about: string;
  /** What may stand beside the options, such as `OPERATION`. */
  readonly argument?: string;
  readonly options: O;
  /** What its usage says below the options. */
  readonly notes?: string;
  run(values: Values<O>, argument: string | undefined): Promise<ExitCode>;
}

/** Declares a subcommand, whose `run` gets the options that it names. */
export function subcommand<const O extends Options>(declared: Subcommand<O>): Subcommand<O> {
  return declared;
}

/** Arguments that cannot be used; the message says why. */
export class UsageError extends Error {}

/** What ends a subcommand with 1, told to people in its message. */
export class FailedError extends Error {}

/** The options and the argument that are given; undefined where help is asked for. Throws a {@link UsageError}. */
export function parseArguments<O extends Options>(
  { argument, options }: Pick<Subcommand<O>, 'argument' | 'options'>,
  args: readonly string[],
): { readonly values: Values<O>; readonly argument: string | undefined } | undefined {
  const { values, positionals } = parsedBy(options, args);
  if (Object.hasOwn(values, 'help')) return undefined;
  const surplus = positionals[argument === undefined ? 0 : 1];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument ${surplus}`);
  for (const [name, value] of Object.entries(values))
    if (value === '') throw new UsageError(`--${name} must not be empty`);
  return { values: { ...values } as Values<O>, argument: positionals[0] };
}

function parsedBy(options: Options, args: readonly string[]) {
  const types = Object.entries({ ...options, ...help }).map(([name, { value, multiple = false }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple },
  ]);
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(types) });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const help: Options = { help: { about: 'show this text' } };

/** The text of `--help`. */
export function usageOf({ name, about, argument, options, notes }: Subcommand): string {
  const rows = Object.entries({ ...options, ...help }).map(([option, { value, about: text }]) => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    text,
  ]);
  const head = `Usage: breakerflow ${name}${argument === undefined ? '' : ` [${argument}]`} [options]`;
  return `${[head, wrapped(about, 2), table(rows), ...(notes === undefined ? [] : [notes])].join('\n\n')}\n`;
}

/** The list of all subcommands. */
export function usageOfAll(subcommands: readonly Subcommand[]): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => [
    String(code),
    meanings[name as keyof typeof exitCodes],
  ]);
  return `Usage: breakerflow SUBCOMMAND [options]

${table(subcommands.map(({ name, about }) => [name, about]))}

breakerflow SUBCOMMAND --help shows the options.

Exit codes:

${table(codes)}
`;
}

const lineLength = 96;

/** Two columns; where the first one is too long, the second one begins on the next line. */
export function table(rows: readonly (readonly string[])[]): string {
  const widest = Math.min(24, Math.max(...rows.map(([first = '']) => first.length)));
  const indent = widest + 4;
  return rows
    .map(([first = '', second = '']) => {
      const text = wrapped(second, indent);
      return first.length > widest ? `  ${first}\n${text}` : `  ${first.padEnd(widest)}${text.slice(widest + 2)}`;
    })
    .join('\n');
}

function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + 1 + word.length <= lineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`).join('\n');
}
