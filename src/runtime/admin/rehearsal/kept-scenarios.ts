import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedScenario } from '../../../admin-api';
import { type Scenario, scenarioProblems } from '../../../rehearsal';
import { writeState } from '../..';

/** Below the user directory, where the flows are. */
export const scenarioFolder = 'breakerflow-scenarios';

const longestName = 60;
const ending = '.json';

/** The scenarios that people keep, a file each, in the form that `breakerflow rehearse --scenario` takes. */
export interface KeptScenarios {
  /** Those that can be rehearsed, by name. */
  list(): SavedScenario[];
  read(name: string): Scenario | undefined;
  /** Replaces one of that name. Throws where the directory cannot be written. */
  keep(name: string, scenario: Scenario): void;
  remove(name: string): void;
}

export function keptScenarios(userDir: string): KeptScenarios {
  const folder = join(userDir, scenarioFolder);
  const fileOf = (name: string) => join(folder, `${safeName(name)}${ending}`);

  function read(name: string): Scenario | undefined {
    try {
      const scenario: unknown = JSON.parse(readFileSync(fileOf(name), 'utf8'));
      return scenarioProblems(scenario).length === 0 ? (scenario as Scenario) : undefined;
    } catch {
      // Written by a person, who finds it missing in the list.
      return undefined;
    }
  }

  return {
    read,
    list() {
      const files = existsSync(folder) ? readdirSync(folder) : [];
      const names = files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
      return names.sort((one, other) => one.localeCompare(other)).flatMap((name) => shown(name, read(name)));
    },
    keep(name, scenario) {
      writeState(fileOf(name), { version: 1, ...scenario });
    },
    remove(name) {
      rmSync(fileOf(name), { force: true });
    },
  };
}

function shown(name: string, scenario: Scenario | undefined): SavedScenario[] {
  if (scenario === undefined) return [];
  const { start, hours, steps = [], expect = [] } = scenario;
  return [
    {
      ...{ name, file: `${scenarioFolder}/${name}${ending}`, hours },
      ...{ startMs: Date.parse(start), steps: steps.length, expectations: expect.length },
    },
  ];
}

/** The name as a file can have it anywhere: letters, digits, spaces, `-` and `_`. */
export function safeName(name: string): string {
  return name
    .trim()
    .slice(0, longestName)
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '-');
}
