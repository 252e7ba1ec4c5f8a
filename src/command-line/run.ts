import { ClientError, type ErrorCode } from '../client';
import { CredentialsError } from './account';
import {
  type ExitCode,
  exitCodes,
  FailedError,
  parseArguments,
  type Subcommand,
  UsageError,
  usageOf,
  usageOfAll,
} from './subcommand';
import { subcommands } from './subcommands';

/** What is wrong with what was given, and not with the service: nothing was sent. */
const usageCodes: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'INVALID_ID', 'CONFIRMATION_NEEDED']);

/** Runs what the arguments name, prints, and resolves with the exit code. */
export async function run([name, ...args]: readonly string[]): Promise<ExitCode> {
  const chosen = subcommands.find((one) => one.name === name);
  if (chosen !== undefined) return runChosen(chosen, args);
  const isHelp = name === '--help' || name === 'help';
  if (name !== undefined && !isHelp) tell(`There is no subcommand ${name}.\n`);
  (isHelp ? process.stdout : process.stderr).write(usageOfAll(subcommands));
  return isHelp ? exitCodes.done : exitCodes.usage;
}

async function runChosen(chosen: Subcommand, args: readonly string[]): Promise<ExitCode> {
  try {
    const given = parseArguments(chosen, args);
    if (given !== undefined) return await chosen.run(given.values, given.argument);
    process.stdout.write(usageOf(chosen));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      tell(`${error.message}\n\n${usageOf(chosen)}`.trimEnd());
      return exitCodes.usage;
    }
    if (error instanceof ClientError) return toldError(error);
    if (error instanceof CredentialsError || error instanceof FailedError) tell(error.message);
    else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return error instanceof CredentialsError ? exitCodes.usage : exitCodes.refused;
  }
}

/** Its message names every problem, and no secret. */
function toldError({ code, message, cause }: ClientError): ExitCode {
  const unnamed = cause.validations.filter((problem) => !message.includes(problem.message));
  const lines = unnamed.map((problem) => `  ${problem.field} ${problem.message}`);
  tell([`${code}: ${message}`, ...lines].join('\n').replaceAll('msg.confirm', '--confirm'));
  if (code === 'UNKNOWN_OUTCOME') return exitCodes.unknown;
  return usageCodes.has(code) ? exitCodes.usage : exitCodes.refused;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
