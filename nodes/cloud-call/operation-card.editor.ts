import { element, inEnglish } from '../../src/editor';
import { credentialWords } from './credential-words.editor';
import type { OperationForm, Text } from './operation-form.editor';

/** The catalog's facts about an operation: clause, token, effect, assumptions and refusals. */
export function createOperationCard(operation: OperationForm, text: Text): HTMLElement {
  const { section, token, hardware, effect, confirm, secrets, assumed, refusals } = operation;
  const facts = [
    text('card.clause', { section }),
    credentialWords(text, token),
    ...(hardware === undefined ? [] : [text(`card.hardware.${hardware}`)]),
  ];
  const notes = [
    ...(effect === 'read' || effect === 'record' ? [] : [text(`card.effect.${effect}`)]),
    ...(confirm === undefined ? [] : [text(`card.confirm.${confirm}`)]),
    ...(secrets ? [text('card.secrets')] : []),
  ];
  return element('div', { class: 'breakerflow-card' }, [
    element('div', { class: 'breakerflow-valuehint' }, [facts.join(' · ')]),
    ...notes.map((note) => element('div', { class: 'breakerflow-warning' }, [note])),
    ...(assumed.length === 0
      ? []
      : [
          details(
            text('card.assumed', { count: assumed.length }),
            assumed.map(({ what, value, sure, why }) => [
              inEnglish(`${what}: ${value}`),
              ` (${text(`card.sure.${sure}`)}; `,
              inEnglish(why),
              ')',
            ]),
          ),
        ]),
    ...(refusals.length === 0
      ? []
      : [
          details(
            text('card.refused', { count: refusals.length }),
            refusals.map(({ status, when }) => [`${status}: `, inEnglish(when)]),
          ),
        ]),
  ]);
}

function details(summary: string, lines: readonly (readonly (string | HTMLElement)[])[]): HTMLElement {
  return element('details', {}, [
    element('summary', {}, [summary]),
    element(
      'ul',
      {},
      lines.map((line) => element('li', {}, line)),
    ),
  ]);
}
