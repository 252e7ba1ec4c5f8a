#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { ClientError } from '../client';
import { systemClock } from '../clock';
import type { ProbeReport } from '../probe';
import { CredentialsError, settingsFromEnvironment, settingsFromFile, variables } from './credentials';
import { runProbe } from './run-probe';

const usage = `Usage: breakerflow probe [--credentials FILE]

  Reads everything that can be read of an account, changes nothing, and prints a
  report as JSON of where its service differs from the specification. The report
  holds no secret, no id and no name.

  --credentials FILE  JSON with baseUrl, apiKey, application and organization, each
                      of the last two with clientId and secret1; only its owner may
                      read it (mode 0600)

Without a file the environment variables count:
${Object.values(variables)
  .map((name) => `  ${name}`)
  .join('\n')}
`;

function end(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function credentialsFile(): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { credentials: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    if (positionals.join(' ') !== 'probe') end(usage, 2);
    return values.credentials;
  } catch (error) {
    return end(`${(error as Error).message}\n\n${usage}`, 2);
  }
}

function tell({ operations, stopped }: ProbeReport): void {
  const tried = operations.filter(({ result }) => result !== 'waiting').length;
  const why = stopped === undefined ? '' : `, stopped by ${stopped}`;
  process.stderr.write(`${tried} of ${operations.length} operations tried${why}\n`);
}

async function main(): Promise<void> {
  const file = credentialsFile();
  const settings = file === undefined ? settingsFromEnvironment(process.env) : settingsFromFile(file);
  const report = await runProbe({ settings, clock: systemClock, random: Math.random, onProgress: tell });
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = report.finished ? 0 : 1;
}

main().catch((error: unknown) => {
  if (error instanceof CredentialsError) end(error.message, 2);
  // Its message names the problems of the settings, and none of their values.
  if (error instanceof ClientError) end(error.message, 2);
  throw error;
});
