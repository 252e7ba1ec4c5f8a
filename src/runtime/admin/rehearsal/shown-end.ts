import type { RehearsalEnd, RehearsalFailure } from '../../../admin-api';
import { defined } from '../../../object';
import { RehearsalError, ScenarioError } from '../../../rehearsal';
import { presentError, type Texts } from '../..';
import { UnreadSiteError } from './sites-of-accounts';

/** How a rehearsal ended, with the error where there was one. */
export interface Ended extends Pick<RehearsalEnd, 'number' | 'why'> {
  readonly error?: unknown;
}

/** The same as the sidebar tells it: what is wrong as data, and the words of the service in the language of `texts`. */
export function shownEnd({ number, why, error }: Ended, texts: Texts): RehearsalEnd {
  if (error instanceof ScenarioError) return { number, why, problems: error.problems };
  return { number, why, ...defined({ failure: error === undefined ? undefined : failureOf(error, texts) }) };
}

function failureOf(error: unknown, texts: Texts): RehearsalFailure {
  if (error instanceof RehearsalError) return error.failure;
  if (error instanceof UnreadSiteError)
    return { kind: 'site', account: error.account, said: presentError(error.cause, texts).message };
  return { kind: 'notStarted', said: error instanceof Error ? error.message : String(error) };
}
