import { systemClock } from '../clock';
import type { ProbeReport } from '../probe';
import { accountNotes, accountOption, accountSettings } from './account';
import { runProbe } from './run-probe';
import { exitCodes, subcommand } from './subcommand';

export const probe = subcommand({
  name: 'probe',
  about:
    'Reads everything that can be read of an account, changes nothing, and prints a report as JSON of where its service differs from the specification. The report holds no secret, no id and no name.',
  options: { account: accountOption },
  notes: accountNotes,
  async run({ account }) {
    const settings = accountSettings(account);
    const report = await runProbe({ settings, clock: systemClock, random: Math.random, onProgress: tell });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    return report.finished ? exitCodes.done : exitCodes.refused;
  },
});

function tell({ operations, stopped }: ProbeReport): void {
  const tried = operations.filter(({ result }) => result !== 'waiting').length;
  const why = stopped === undefined ? '' : `, stopped by ${stopped}`;
  process.stderr.write(`${tried} of ${operations.length} operations tried${why}\n`);
}
