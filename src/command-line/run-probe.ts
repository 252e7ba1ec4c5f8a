import { type ClientSettings, createClient, type Transport } from '../client';
import type { Clock } from '../clock';
import { defined } from '../object';
import { createProbe, type ProbeReport } from '../probe';

/** How long the service is left alone after it could not be read, before the probe goes on. */
const pauseMs = 60_000;

interface ProbeRun {
  readonly settings: ClientSettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly transport?: Transport;
  /** Hears how far it has come whenever it pauses or ends. */
  readonly onProgress: (report: ProbeReport) => void;
}

/**
 * Probes an account until everything was tried, pausing where the service cannot be read. Ends with what it has after a pause in
 * which nothing has become better. Rejects with a `ClientError` where the settings cannot be used.
 */
export async function runProbe({ settings, clock, random, transport, onProgress }: ProbeRun): Promise<ProbeReport> {
  const client = createClient({ settings, clock, random, ...defined({ transport }) });
  const probe = createProbe({
    call: (operation, input, options) => client.call(operation, input, { ...options, priority: 'poll' }),
    nowMs: () => clock.now(),
  });
  const triedOf = ({ operations }: ProbeReport) => operations.filter(({ result }) => result !== 'waiting').length;
  try {
    for (let before = -1; ; ) {
      await probe.run(new AbortController().signal);
      const report = probe.report();
      onProgress(report);
      const tried = triedOf(report);
      if (report.finished || tried === before) return report;
      before = tried;
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  } finally {
    await client.close();
  }
}
