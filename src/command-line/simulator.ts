import { createAcceleratedClock, systemClock } from '../clock';
import { defined } from '../object';
import { createSimulator, type Simulator, StateFileError } from '../simulator';
import { type SimulatorStart, simulatorNotes, simulatorOptions, startOf } from './simulator-options';
import { exitCodes, FailedError, subcommand } from './subcommand';

export const simulator = subcommand({
  name: 'simulator',
  about:
    'Serves the simulator, and prints one line of JSON with its base URL and its credentials, until it is stopped.',
  options: simulatorOptions,
  notes: simulatorNotes,
  async run(values) {
    const start = startOf(values);
    const { served, baseUrl } = await serving(start);
    const second = start.secondHouse ? { secondHouse: served.controls.secondHouse() } : {};
    const ended = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    });
    process.stdout.write(`${JSON.stringify({ baseUrl, ...served.credentials, ...second })}\n`);
    await ended;
    try {
      await served.close();
    } catch (error) {
      throw new FailedError(`The state was not saved: ${(error as Error).message}`);
    }
    return exitCodes.done;
  },
});

async function serving(start: SimulatorStart): Promise<{ served: Simulator; baseUrl: string }> {
  try {
    const served = await createSimulator({
      clock: createAcceleratedClock(systemClock, start.speed),
      seed: start.seed,
      variants: start.variants,
      // Tokens live on the simulated clock: for a caller in real time they should still last an hour.
      tokenLifetimeMs: 3_600_000 * Math.max(1, start.speed),
      ...defined({ stateFile: start.state }),
      deliveries: { reach: 'anywhere', routes: start.deliverTo, acceptSelfSigned: start.acceptSelfSigned },
      onError: (error) => process.stderr.write(`${error.message}\n`),
    });
    return { served, ...(await served.serve(start)) };
  } catch (error) {
    throw failedStart(error, start);
  }
}

function failedStart(error: unknown, { host, port }: SimulatorStart): unknown {
  if (error instanceof StateFileError) return new FailedError(error.message);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new FailedError(`Port ${port} of ${host} is in use: choose another one with --port`);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new FailedError(`Cannot listen on port ${port} of ${host} (${code})`);
  return error;
}
