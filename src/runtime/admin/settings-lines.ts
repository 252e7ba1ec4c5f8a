import { type CheckLine, problemWords } from '../../admin-api';
import { ClientError } from '../../client';
import { accountFieldOf, type Texts } from '..';

/** A line for each setting with which nothing can be tried; rethrows what is no problem of the settings. */
export function settingsLines(error: unknown, texts: Texts): CheckLine[] {
  if (!(error instanceof ClientError) || error.code !== 'INVALID_INPUT' || error.cause.validations.length === 0)
    throw error;
  // Without a field it is the account as a whole, or none is described: that is an answer of its own.
  if (error.cause.validations.some(({ field }) => field === '' || field === 'id')) throw error;
  return error.cause.validations.map((problem) => {
    const field = accountFieldOf(problem.field);
    // Without a field of ours, the path is all that says what is meant.
    const detail = field === undefined && problem.field !== '' ? `${problem.field}: ` : '';
    return {
      check: 'settings',
      result: 'failed',
      detail: `${detail}${problemWords(problem, texts)}`,
      ...(field === undefined ? {} : { fields: [field] }),
    };
  });
}
