import { type Row, rowOf, sentences } from '../../src/runtime';
import type { ControlTeller } from './control-words';

/** How many circuits are named in one list. */
const mostNamed = 10;
const deeds = { set: true, restore: true, forget: true } as const;

/** Tells the payload of a scene that was set, restored or forgotten. `isDryRun`: nothing was sent, and nothing forgotten. */
export function tellScene(teller: Pick<ControlTeller, 'text' | 'words'>, payload: Row, isDryRun: boolean): string {
  const { text, words } = teller;
  const { scene, alarms } = payload;
  const deed = (Object.keys(deeds) as (keyof typeof deeds)[]).find((one) => one === payload.do) ?? 'set';
  const mood = isDryRun ? 'would' : 'did';
  const byAlarm = typeof alarms === 'number';
  const head = byAlarm ? text(`words.alarm.${mood}.${deed}`) : text(`words.scene.${mood}.${deed}`, { scene });
  if (deed === 'forget') return sentences(head, text('words.scene.given-up', { count: payload.forgotten }));
  const results = rowsOf(payload.results);
  const leftOut = rowsOf(payload.leftOut);

  function named(key: Group, rows: readonly Row[], nameOf: (row: Row) => string = words.called): string | undefined {
    if (rows.length === 0) return undefined;
    const names = rows.slice(0, mostNamed).map(nameOf);
    const more = rows.length - names.length;
    return text(`words.scene.${key}`, {
      names: words.list(more > 0 ? [...names, text('words.scene.more', { count: more })] : names),
    });
  }
  const because = (row: Row, reason: unknown) => text('words.scene.because', { name: words.called(row), reason });
  const ended = (...outcomes: readonly unknown[]) => results.filter(({ outcome }) => outcomes.includes(outcome));
  if (deed === 'restore' && results.length === 0 && leftOut.length === 0)
    return byAlarm ? text('words.alarm.nothing') : text('words.scene.nothing', { scene });
  return sentences(
    head,
    named('commanded', ended('confirmed', 'accepted', 'dry-run')),
    named('unchanged', ended('unchanged')),
    named('deferred', ended('deferred')),
    named('superseded', ended('superseded')),
    named('doubtful', ended('unknown')),
    named('failed', errorsOf(results), (row) => because(row, rowOf(row.error).message)),
    named('left-out', leftOut, (row) => because(row, row.message)),
    payload.saved === false ? text('words.scene.unsaved') : undefined,
  );
}

type Group = 'commanded' | 'unchanged' | 'deferred' | 'superseded' | 'doubtful' | 'failed' | 'left-out';

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}

const errorsOf = (rows: readonly Row[]) => rows.filter((row) => 'error' in row);
