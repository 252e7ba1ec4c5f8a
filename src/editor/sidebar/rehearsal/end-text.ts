import {
  type FoundProblem,
  problemWords,
  type RehearsalEnd,
  type RehearsalFailure,
  type Texts,
} from '../../../admin-api';
import type { Words } from '../words';

/** What is told of an end, and what is wrong one by one. */
interface EndText {
  readonly text: string;
  readonly lines: readonly string[];
}

const mostLines = 20;

/** How a rehearsal ended that has no result: every problem of one that was refused, the reason of one that failed. */
export function endText({ why, problems = [], failure }: RehearsalEnd, words: Words, shared: Texts): EndText {
  if (why === 'done') return { text: '', lines: [] };
  const detail = failure === undefined ? '' : failureText(failure, words);
  return { text: words.text(`rehearsal.end.${why}`, { detail }), lines: problemLines(problems, words, shared) };
}

/** A line for each problem, with its place in the scenario as the file has it. */
export function problemLines(problems: readonly FoundProblem[], words: Words, shared: Texts): string[] {
  const lines = problems.slice(0, mostLines).map((found) => {
    const said = problemWords(found, shared);
    return found.field === '' ? said : `${found.field}: ${said}`;
  });
  const count = problems.length - lines.length;
  return count === 0 ? lines : [...lines, words.text('rehearsal.leftOut', { count })];
}

function failureText({ kind, ...values }: RehearsalFailure, words: Words): string {
  return words.text(`rehearsal.failure.${kind}`, values);
}
