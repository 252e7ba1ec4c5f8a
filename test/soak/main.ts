import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ResourceUse, SoakResult, SoakScenario } from './scenario';
import { clock } from './scenarios/clock';
import { killedReceiver } from './scenarios/kills';
import { messages } from './scenarios/messages';
import { mutants } from './scenarios/mutants';
import { order } from './scenarios/order';
import { publishes } from './scenarios/publishes';
import { redeploys } from './scenarios/redeploys';
import { site } from './scenarios/site';
import { watches } from './scenarios/watches';

const scenarios: readonly SoakScenario[] = [
  publishes,
  redeploys,
  killedReceiver,
  mutants,
  site,
  messages,
  order,
  clock,
  watches,
];

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));

interface Row extends SoakResult {
  readonly name: string;
  readonly seconds: number;
}

async function runOne({ name, run }: SoakScenario): Promise<Row> {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-soak-'));
  const startMs = Date.now();
  const seconds = () => Math.round((Date.now() - startMs) / 1000);
  try {
    const result = await run({ seed, short: values.short, directory });
    return { ...result, name, seconds: seconds() };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, seconds: seconds(), counts: {}, failures: [text] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function handleCount({ handles }: ResourceUse): number {
  return Object.values(handles).reduce((sum, count) => sum + count, 0);
}

function lineOf({ name, seconds, counts, failures, before, after }: Row): string {
  const countTexts = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  const resourceTexts =
    before === undefined || after === undefined
      ? []
      : [
          `heap ${before.heapMb.toFixed(0)} -> ${after.heapMb.toFixed(0)} MB`,
          `handles ${handleCount(before)} -> ${handleCount(after)}`,
        ];
  const verdict = failures.length === 0 ? 'passed' : 'FAILED';
  return `${verdict.padEnd(7)}${name.padEnd(18)}${`${seconds} s`.padStart(6)}  ${[...countTexts, ...resourceTexts].join(', ')}`;
}

async function main(): Promise<void> {
  const selected = scenarios.filter(({ name }) => values.only === undefined || name.includes(values.only));
  if (selected.length === 0) throw new Error(`there is no scenario ${values.only}`);
  console.log(`soak, seed ${seed}`);
  const rows: Row[] = [];
  for (const scenario of selected) {
    const row = await runOne(scenario);
    rows.push(row);
    for (const failure of row.failures.slice(0, 10)) console.log(`${row.name}: ${failure}`);
  }
  console.log(rows.map(lineOf).join('\n'));
  if (rows.some(({ failures }) => failures.length > 0)) {
    console.log(`repeat this run with --seed ${seed}`);
    process.exitCode = 1;
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
