import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  junitReport,
  type Rehearsal,
  RehearsalError,
  rehearse as rehearseFlow,
  ScenarioError,
  siteMemory,
  textReport,
} from '../rehearsal';
import type { SiteDescription } from '../simulator';
import { readFlow, readJson } from './read-json';
import { exitCodes, FailedError, subcommand, UsageError } from './subcommand';

export const rehearse = subcommand({
  name: 'rehearse',
  about:
    'Runs the flows of a file through simulated hours, on a simulated copy of the site, and tells what they would have switched and what is wrong with them. Nothing real is reached.',
  argument: 'FLOWS',
  options: {
    scenario: { value: 'FILE', about: 'JSON with start, hours, steps, answers and what is expected' },
    site: {
      value: 'SITE',
      about:
        'a description by `breakerflow site`, or the name of an account whose site Node-RED has read; before that of the scenario',
    },
    hours: { value: 'N', about: 'without a scenario: how long, from the last midnight on; 24 by default' },
    budget: { value: 'SECONDS', about: 'of real time; 60 by default' },
    junit: { value: 'FILE', about: 'writes the expectations as test cases of JUnit there' },
    json: { value: 'FILE', about: 'writes all that was seen there' },
  },
  notes: `FLOWS is a flow file of Node-RED, such as flows.json. Node-RED is that of the directory in which the
command is run. It ends with 1 where an expectation was not met, or the hours did not come to their end.`,
  async run({ scenario, site, hours, budget, junit, json }, file) {
    if (file === undefined) throw new UsageError('Name the file with the flows.');
    const flow = readFlow(file);
    const given = scenario === undefined ? lastMidnight(numberOf('hours', hours, 24)) : readJson(scenario);
    // The scenario names its site from where it lies itself.
    const folder = site === undefined && scenario !== undefined ? dirname(scenario) : process.cwd();
    const rehearsal = await rehearsed({
      flow,
      scenario: site === undefined || typeof given !== 'object' ? given : { ...given, site },
      siteNamed: (name) => siteNamed(name, folder),
      budgetMs: numberOf('budget', budget, 60) * 1000,
      nodeRedFrom: join(process.cwd(), 'package.json'),
      onProgress: tell,
    });
    process.stdout.write(textReport(rehearsal));
    if (junit !== undefined) writeFileSync(junit, junitReport(file, rehearsal));
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(rehearsal)}\n`);
    const isMet = rehearsal.verdicts.every(({ met }) => met);
    return isMet && rehearsal.result.ending === 'done' ? exitCodes.done : exitCodes.refused;
  },
});

async function rehearsed(options: Parameters<typeof rehearseFlow>[0]): Promise<Rehearsal> {
  try {
    return await rehearseFlow(options);
  } catch (error) {
    if (error instanceof ScenarioError) throw new UsageError(error.message);
    if (error instanceof RehearsalError) throw new FailedError(error.message);
    throw error;
  }
}

/** A description in a file, or that of an account as Node-RED, in whose user directory the command is run, has read it. */
function siteNamed(name: string, folder: string): SiteDescription | undefined {
  const file = resolve(folder, name);
  return existsSync(file) ? (readJson(file) as SiteDescription) : siteMemory(process.cwd()).named(name);
}

function numberOf(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!(number > 0)) throw new UsageError(`--${name} must be a number above 0`);
  return number;
}

function lastMidnight(hours: number): object {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  return { start: start.toISOString(), hours };
}

function tell(simulatedMs: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${(simulatedMs / 3_600_000).toFixed(1)} h `);
}
