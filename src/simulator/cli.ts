#!/usr/bin/env node
import { createAcceleratedClock, systemClock } from '../clock';
import { defined } from '../object';
import { ArgumentError, type CliArguments, parseCliArguments, usage } from './cli-arguments';
import type { Simulator } from './interface';
import { createSimulator } from './simulator';
import { StateFileError } from './state-file';

function fail(message: string, exitCode: 1 | 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

function readArguments(): CliArguments {
  try {
    const given = parseCliArguments(process.argv.slice(2));
    if (given !== undefined) return given;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    if (error instanceof ArgumentError) fail(`${error.message}\n\n${usage}`, 2);
    throw error;
  }
}

function failedStart(error: unknown, { host, port }: CliArguments): never {
  if (error instanceof StateFileError) fail(error.message, 1);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') fail(`Port ${port} of ${host} is in use: choose another one with --port`, 1);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    fail(`Cannot listen on port ${port} of ${host} (${code})`, 1);
  throw error;
}

async function main(): Promise<void> {
  const given = readArguments();
  let simulator: Simulator;
  let baseUrl: string;
  try {
    simulator = await createSimulator({
      clock: createAcceleratedClock(systemClock, given.speed),
      seed: given.seed,
      variants: given.variants,
      // Tokens live on the simulated clock: for a caller in real time they should still last an hour.
      tokenLifetimeMs: 3_600_000 * Math.max(1, given.speed),
      ...defined({ stateFile: given.state }),
      deliveries: { reach: 'anywhere', routes: given.deliverTo, acceptSelfSigned: given.acceptSelfSigned },
      onError: (error) => process.stderr.write(`${error.message}\n`),
    });
    ({ baseUrl } = await simulator.serve(given));
  } catch (error) {
    failedStart(error, given);
  }
  const second = given.secondHouse ? { secondHouse: simulator.controls.secondHouse() } : {};
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    simulator.close().then(
      () => process.exit(0),
      (error: Error) => fail(`The state was not saved: ${error.message}`, 1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.stdout.write(`${JSON.stringify({ baseUrl, ...simulator.credentials, ...second })}\n`);
}

main().catch((error: unknown) => fail(error instanceof Error ? (error.stack ?? error.message) : String(error), 1));
