import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printGrowth } from './growth';
import { judge } from './harness/judge';
import { machineKind } from './harness/machine';
import { heading, type Result, toJson, toLine } from './harness/report';
import type { Row } from './harness/row';
import { createRun } from './harness/run';
import { stopWorkers } from './harness/worker';
import { rows } from './rows';

const usage = `npm run bench -- [--json] [--quick] [--growth] [--only NAME]

  --json       one JSON object instead of the table
  --quick      fewer rounds of the rows that have a goal, under two minutes; fails only for what no noise explains
  --growth     what costs grow by when the work grows tenfold and a hundredfold
  --only NAME  one row, or all whose name begins so
`;

function select(rows: readonly Row[], name: string | undefined): readonly Row[] {
  if (name === undefined) return rows;
  const exact = rows.filter((row) => row.name === name);
  return exact.length > 0 ? exact : rows.filter((row) => row.name.startsWith(`${name}.`));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const known = values.quick ? rows.filter(({ goal }) => goal !== undefined) : rows;
  const selected = select(known, values.only);
  if (selected.length === 0)
    throw new Error(`no row is called ${values.only}: ${known.map(({ name }) => name).join(' ')}`);
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-bench-'));
  const results: Result[] = [];
  let failed = false;
  const print = (text: string) => {
    if (!values.json) process.stdout.write(`${text}\n`);
  };
  try {
    const run = createRun({ quick: values.quick, directory, all: values.only === undefined });
    if (values.growth) {
      await printGrowth(run, print);
      return;
    }
    print(`${machineKind()}\n${heading()}`);
    for (const row of selected) {
      try {
        const result = await judge(row, run);
        results.push(result);
        print(toLine(result));
      } catch (error) {
        // One that cannot be measured, such as for want of nginx, does not keep the others from it.
        failed = true;
        process.stderr.write(`${row.name} could not be measured: ${textOf(error)}\n`);
        stopWorkers();
      }
    }
  } finally {
    stopWorkers();
    rmSync(directory, { recursive: true, force: true });
  }
  if (values.json) process.stdout.write(`${toJson(results)}\n`);
  if (failed || results.some(({ passed }) => !passed)) process.exitCode = 1;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 2;
});
