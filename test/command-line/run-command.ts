import { spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { variables } from '../../src/command-line/account';
import type { SimulatedService } from '../support/simulated-service';

const command = join(__dirname, '../../src/command-line/breakerflow.js');

/** What a program left when it ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `breakerflow` to its end. */
export function runCommand(
  args: readonly string[],
  { environment = {}, input = '' }: { readonly environment?: Record<string, string>; readonly input?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  });
  // One that ends without reading it closes the pipe.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

/** The account of a service as environment variables. */
export function environmentOf({ settings }: SimulatedService): Record<string, string> {
  const { baseUrl, apiKey, application, organization } = settings;
  return {
    [variables.baseUrl]: baseUrl,
    [variables.apiKey]: apiKey,
    [variables.applicationId]: application?.clientId ?? '',
    [variables.applicationSecret]: application?.secret1 ?? '',
    [variables.organizationId]: organization?.clientId ?? '',
    [variables.organizationSecret]: organization?.secret1 ?? '',
  };
}

/** The account of a service as a file. */
export async function accountFile({ settings }: SimulatedService, folder: string, mode: number): Promise<string> {
  const path = join(folder, 'account.json');
  await writeFile(path, JSON.stringify(settings));
  await chmod(path, mode);
  return path;
}
