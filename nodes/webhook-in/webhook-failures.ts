import type { WebhookKind } from '../../src/catalog';
import { type NamesOf, presentError, type Texts } from '../../src/runtime';
import { UnlistedWebhook } from '../../src/runtime/made';
import type { EventTeller } from './event-words';

export interface WebhookFailure {
  readonly kind: WebhookKind;
  readonly error: unknown;
}

/** What failed for some kinds of webhook. */
export class WebhookFailures extends AggregateError {
  constructor(readonly failures: readonly WebhookFailure[]) {
    super(
      failures.map(({ error }) => error),
      failures.map(({ kind, error }) => `${kind}: ${error}`).join('; '),
    );
  }
}

interface Words {
  readonly texts: Texts;
  readonly text: EventTeller['text'];
  readonly namesOf: NamesOf;
}

/** A sentence for each kind that failed, with its name and what a person can do; `error` itself where no kind is to blame. */
export function failureText(error: unknown, { texts, text, namesOf }: Words): string {
  if (!(error instanceof WebhookFailures)) return presentError(error, texts, namesOf).message;
  const sentences = error.failures.map(({ kind, error: failure }) =>
    failure instanceof UnlistedWebhook
      ? text('registration.unlisted', { kind: text(`label.${kind}`), uri: failure.uri })
      : `${text(`label.${kind}`)}: ${presentError(failure, texts, namesOf).message}`,
  );
  return sentences.join('\n');
}

/** Does each, whatever becomes of the others; throws all failures together, unless `signal` has ended the work. */
export async function ofEachKind<Item extends { readonly kind: WebhookKind }>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: WebhookFailure[] = [];
  for (const item of items)
    await work(item).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      failures.push({ kind: item.kind, error });
    });
  if (failures.length > 0) throw new WebhookFailures(failures);
}
