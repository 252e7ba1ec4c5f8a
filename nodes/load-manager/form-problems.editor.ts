import type { ManagerSettings } from '../../src/automation';
import { element, fields as fieldTables, text as shared } from '../../src/editor';
import type { FormProblem } from './form-problem';
import { problemText } from './form-problem-text';
import { fields } from './load-manager.fields';
import type { OwnText } from './load-row.editor';
import { type FormSite, settingsOfForm } from './settings-of-form';

type Stored = Readonly<Record<string, unknown>>;

/** A problem in words, at a field of the dialog and, where it is of a row, at that row. */
export interface ShownProblem {
  readonly field: string;
  readonly row?: number;
  readonly sentence: string;
}

interface ReadForm {
  readonly problems: readonly ShownProblem[];
  /** Absent where there is a problem, or the devices are not known. */
  readonly settings?: ManagerSettings;
}

/** Every problem of the dialog as it stands: of its values and, where the devices are known, of what these mean. */
export function readForm(stored: Stored, site: FormSite | undefined, text: OwnText): ReadForm {
  const own = fieldTables.checkConfig(fields, stored);
  if (own.length > 0 || site === undefined) {
    const problems = own.map(({ field, key, params }) => {
      const [, name = field, row, column] = /^(\w+?)(?:\[(\d+)\]\.(\w+))?$/.exec(field) ?? [];
      const told = shared(`problem.${key}`, params);
      if (row === undefined) return { field: name, sentence: told };
      return { field: name, row: Number(row), sentence: `${columnText(column, text)}: ${told}` };
    });
    return { problems };
  }
  const config = fieldTables.readConfig(fields, stored);
  // What is not typed as a number is known only where the flow runs: it is not judged here.
  const limit = config.limit.source === 'num' ? Number(config.limit.value) : Number.MAX_SAFE_INTEGER;
  const result = settingsOfForm({ ...config, limit }, site);
  if ('settings' in result) return { problems: [], settings: result.settings };
  return { problems: result.problems.map((problem) => shownOf(problem, config.phases, site, text)) };
}

function shownOf(problem: FormProblem, phases: string, { circuits }: FormSite, text: OwnText): ShownProblem {
  const { field, row, column, deviceId = '' } = problem;
  const told = problemText(problem, { form: { phases }, ownText: text });
  if (row !== undefined) return { field, row, sentence: `${columnText(column, text)}: ${told}` };
  const name = circuits.circuitOf(deviceId)?.name || deviceId;
  return { field, sentence: name === '' ? told : `${name}: ${told}` };
}

function columnText(column: string | undefined, text: OwnText): string {
  return text(`column.${column ?? 'deviceId'}` as 'column.leg');
}

interface Table {
  showProblems(byRow: ReadonlyMap<number, readonly string[]>): void;
}

/** Shows each problem in place of those before: at its row of a table, or below its field. */
export function showProblems(problems: readonly ShownProblem[], tables: Readonly<Record<string, Table>>): void {
  for (const [name, table] of Object.entries(tables)) {
    const byRow = new Map<number, string[]>();
    for (const { field, row, sentence } of problems)
      if (field === name && row !== undefined) byRow.set(row, [...(byRow.get(row) ?? []), sentence]);
    table.showProblems(byRow);
  }
  for (const shown of document.querySelectorAll('.breakerflow-dialog-load-manager .breakerflow-lm-trouble'))
    shown.remove();
  for (const { field, row, sentence } of problems) {
    if (row !== undefined && field in tables) continue;
    const place = document.querySelector(`.breakerflow-dialog-load-manager .breakerflow-row[data-field="${field}"]`);
    place?.append(element('div', { class: 'breakerflow-lm-trouble breakerflow-trouble', role: 'status' }, [sentence]));
  }
}
