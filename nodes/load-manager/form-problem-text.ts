import type { FormProblem } from './form-problem';
import type { OwnText } from './own-text';

interface ProblemContext {
  readonly form: { readonly phases: string };
  /** What people call a device. */
  readonly called: (deviceId: string) => string;
  readonly ownText: OwnText;
}

/** Each problem in the words of the dialog: `Loads, row 2 (Water heater), Leg: is not known ...`. */
export function tellProblems(problems: readonly FormProblem[], context: ProblemContext): string[] {
  return problems.map((problem) => `${placeOf(problem, context)}: ${problemText(problem, context)}`);
}

export function problemText(
  { key, other = '' }: FormProblem,
  { form, ownText }: Pick<ProblemContext, 'form' | 'ownText'>,
): string {
  return ownText(`problem.${key}`, { legs: [...form.phases].join(', '), other });
}

function placeOf({ field, row, column, deviceId }: FormProblem, { called, ownText }: ProblemContext): string {
  const name = deviceId === undefined ? '' : called(deviceId);
  const inRow = row === undefined ? name : ownText('table.row', { number: row + 1, name });
  return [ownText(`label.${field}`), inRow, column === undefined ? '' : ownText(`column.${column}`)]
    .filter((part) => part !== '')
    .join(', ');
}
