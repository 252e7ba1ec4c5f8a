import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FlowDay } from './flow-day';
import { tableOf } from './report';
import { type SeasonResult, seasons } from './season';

const daysASeason = 30;

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, days: { type: 'string' } },
});

/** Runs one of the programs beside this one, whose last line is its result. */
function result<T>(program: string, ...given: readonly string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    // Most of what a day makes is short-lived: a larger nursery is collected less often.
    const argv = ['--max-semi-space-size=64', join(__dirname, `${program}.js`), ...given];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) reject(new Error(`${program} ${given.join(' ')} ended with ${code}`));
      else resolve(JSON.parse(text.trim().split('\n').at(-1) ?? '') as T);
    });
  });
}

/** As many at a time as there are processors. */
async function sideBySide<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const left = [...work.entries()];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

async function main(): Promise<void> {
  const names = Object.keys(seasons).filter((name) => values.only === undefined || name === values.only);
  if (names.length === 0) throw new Error(`there is no season ${values.only}`);
  const days = values.days ?? (values.short ? '1' : String(daysASeason));
  const startMs = Date.now();
  const results = await sideBySide(names.map((name) => () => result<SeasonResult>('season-run', name, days)));
  const flows = values.short ? [] : await sideBySide(names.map((name) => () => result<FlowDay>('flow-day-run', name)));
  console.log(tableOf(results, flows));
  for (const { name, failures } of results)
    for (const failure of failures.slice(0, 20)) console.log(`${name}: ${failure}`);
  const seconds = Math.round((Date.now() - startMs) / 1_000);
  console.log(JSON.stringify({ days: Number(days) * names.length, seconds, seasons: results, flows }));
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
