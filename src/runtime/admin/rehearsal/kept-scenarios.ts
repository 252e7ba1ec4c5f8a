import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedScenario } from '../../../admin-api';
import { type Scenario, scenarioProblems } from '../../../rehearsal';
import { type Problem, problem } from '../../../schema';
import { writeState } from '../..';

/** Below the user directory, where the flows are. */
export const scenarioFolder = 'breakerflow-scenarios';

const longestName = 60;
const ending = '.json';

/** What is in a file: people write them, too. */
export type KeptScenario = { readonly scenario: Scenario } | { readonly problems: readonly Problem[] };

/** The scenarios that people keep, a file each, in the form that `breakerflow rehearse --scenario` takes. */
export interface KeptScenarios {
  /** By name, also those that are wrong. */
  list(): SavedScenario[];
  /** Undefined where there is none of that name. */
  read(name: string): KeptScenario | undefined;
  /** Replaces one of that name. Throws where the directory cannot be written. */
  keep(name: string, scenario: Scenario): void;
  remove(name: string): void;
}

export function keptScenarios(userDir: string): KeptScenarios {
  const folder = join(userDir, scenarioFolder);
  const fileOf = (name: string) => join(folder, `${safeName(name)}${ending}`);

  function namesOfFiles(): string[] {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  }

  return {
    read: (name) => (existsSync(fileOf(name)) ? readScenario(fileOf(name)) : undefined),
    list: () =>
      namesOfFiles()
        .sort((one, other) => one.localeCompare(other))
        .map((name) => shown(name, readScenario(join(folder, `${name}${ending}`)))),
    keep(name, scenario) {
      writeState(fileOf(name), { version: 1, ...scenario });
    },
    remove(name) {
      rmSync(fileOf(name), { force: true });
    },
  };
}

function readScenario(file: string): KeptScenario {
  let scenario: unknown;
  try {
    scenario = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    const wrong =
      why === undefined
        ? problem('', 'json', 'must be JSON')
        : problem('', 'unreadable', `cannot be read: ${why}`, { why });
    return { problems: [wrong] };
  }
  const problems = scenarioProblems(scenario);
  return problems.length > 0 ? { problems } : { scenario: scenario as Scenario };
}

function shown(name: string, kept: KeptScenario): SavedScenario {
  const named = { name, file: `${scenarioFolder}/${name}${ending}` };
  if ('problems' in kept) return { ...named, problems: kept.problems };
  const { start, hours, steps = [], expect = [] } = kept.scenario;
  const told = { startMs: Date.parse(start), hours, steps: steps.length, expectations: expect.length };
  return { ...named, told, problems: [] };
}

/** The name as a file can have it anywhere: letters, digits, spaces, `-` and `_`. */
export function safeName(name: string): string {
  return name
    .trim()
    .slice(0, longestName)
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '-');
}
