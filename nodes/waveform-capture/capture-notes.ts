import type { WaveformProblem } from '../../src/waveform';
import type english from './locales/en-US/waveform-capture.json';

type NoteKey = `note.${keyof (typeof english)['waveform-capture']['note']}`;

/** Sentences for what of a record could not be used or computed; `text` gives those of the node. */
export function notesOf(
  problems: readonly WaveformProblem[],
  text: (key: NoteKey, params: Readonly<Record<string, string>>) => string,
): string[] {
  return problems.flatMap(({ field, rule }) => (rule === undefined ? [] : [text(`note.${rule}`, { field })]));
}
