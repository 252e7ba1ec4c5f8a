import { writeFileSync } from 'node:fs';
import { type ClientSettings, createClient } from '../client';
import { systemClock } from '../clock';
import { defined } from '../object';
import { describeSite, gapSentence, type NamedCircuit, type SiteProgress, type SiteReading } from '../rehearsal';
import type { SiteDescription } from '../simulator';
import { accountNotes, accountOption, accountSettings } from './account';
import { readFlow } from './read-json';
import { exitCodes, subcommand, UsageError } from './subcommand';

export const site = subcommand({
  name: 'site',
  about:
    'Reads the site of an account, changes nothing, and prints a description of it, as `breakerflow rehearse --site` takes it: devices, what each drew in the last week, and the cars of that week. It holds no secret.',
  options: {
    account: accountOption,
    out: { value: 'FILE', about: 'writes the description there' },
    zone: {
      value: 'ZONE',
      about: 'by whose clock the site lives, such as Europe/Berlin; that of this machine by default',
    },
    names: { value: 'FLOWS', about: 'a flow file: the names of its circuit directories are those of the devices' },
  },
  notes: accountNotes,
  async run({ account, out, zone, names }) {
    const settings = accountSettings(account);
    requireZone(zone);
    const circuits = names === undefined ? [] : namedCircuits(names);
    const described = await readSite(settings, { circuits, onProgress: tell, ...defined({ zone }) });
    for (const gap of described.gaps ?? []) process.stderr.write(`${gapSentence(gap)}\n`);
    const text = `${JSON.stringify(described)}\n`;
    if (out === undefined) process.stdout.write(text);
    else writeFileSync(out, text);
    return exitCodes.done;
  },
});

/** Describes the site of an account; rejects with a `ClientError` where its devices cannot be listed. */
async function readSite(
  settings: ClientSettings,
  reading: Pick<SiteReading, 'circuits' | 'zone' | 'onProgress'>,
): Promise<SiteDescription> {
  const clock = systemClock;
  const client = createClient({ settings, clock, random: Math.random });
  try {
    const now = () => clock.now() + (client.clockSkewMs() ?? 0);
    return await describeSite({ client, now, name: new URL(settings.baseUrl).hostname, ...reading });
  } finally {
    await client.close();
  }
}

function requireZone(zone: string | undefined): void {
  try {
    new Intl.DateTimeFormat('en', zone === undefined ? {} : { timeZone: zone });
  } catch {
    throw new UsageError(`--zone cannot be ${zone}`);
  }
}

/** The rows of all circuit directories of a flow file. */
function namedCircuits(file: string): NamedCircuit[] {
  return readFlow(file).flatMap(({ type, circuits }) =>
    type === 'breaker-directory' && Array.isArray(circuits) ? (circuits as NamedCircuit[]) : [],
  );
}

function tell({ read, devices }: SiteProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} of ${devices} devices read${read === devices ? '\n' : ''}`);
}
