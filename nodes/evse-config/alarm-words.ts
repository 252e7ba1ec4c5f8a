import { type Row, reasonOf, rowOf, sentences, subjectOf, type Told } from '../../src/runtime';
import type { ChargerTeller } from './charger-words';

const deeds = ['set', 'restore', 'forget'] as const;
/** How many chargers are named in one list. */
const mostNamed = 10;

/** Tells what an alarm, or the end of the last one, has done to chargers. */
export function tellAlarm(teller: ChargerTeller, isDryRun: boolean): (payload: unknown) => Told {
  const { text, texts, words, nodeName } = teller;
  const because = (row: Row, reason: unknown) => text('words.alarm.because', { name: words.called(row), reason });

  function named(
    key: 'changed' | 'unchanged' | 'superseded' | 'doubtful' | 'failed' | 'left-out',
    rows: readonly Row[],
    nameOf: (row: Row) => string = words.called,
  ): string | undefined {
    if (rows.length === 0) return undefined;
    const more = rows.length - mostNamed;
    return sentences(
      text(`words.alarm.${key}`, { names: words.list(rows.slice(0, mostNamed).map(nameOf)) }),
      more > 0 ? texts('words.more', { count: more }) : undefined,
    );
  }

  return (payload) => {
    const row = rowOf(payload);
    const deed = deeds.find((one) => one === row.do) ?? 'set';
    const results = rowsOf(row.results);
    const leftOut = rowsOf(row.leftOut);
    const ended = (...outcomes: readonly unknown[]) => results.filter(({ outcome }) => outcomes.includes(outcome));
    const isNothing = deed === 'restore' && results.length + leftOut.length === 0;
    return {
      topic: subjectOf(nodeName, text('words.alarm.subject')),
      payload: isNothing
        ? text('words.alarm.nothing')
        : sentences(
            text(`words.alarm.${isDryRun ? 'would' : 'did'}.${deed}`),
            deed === 'forget' ? text('words.alarm.given-up', { count: row.forgotten }) : undefined,
            named('changed', ended('confirmed', 'accepted', 'dry-run')),
            named('unchanged', ended('unchanged')),
            named('superseded', ended('superseded')),
            named('doubtful', ended('unknown')),
            named(
              'failed',
              results.filter((one) => 'error' in one),
              (one) => because(one, reasonOf(one)),
            ),
            named('left-out', leftOut, (one) => because(one, one.message)),
            row.saved === false ? text('words.alarm.unsaved') : undefined,
          ),
    };
  };
}

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}
