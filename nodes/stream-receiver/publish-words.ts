import type { Texts, TextsOf } from '../../src/admin-api';
import type { StreamPublish } from '../../src/catalog';
import { type Reading, splitReadings } from '../../src/receiver';
import { isNamedIn, subjectOf, type Told, type Words } from '../../src/runtime';
import type english from './locales/en-US/stream-receiver.json';
import { spoken } from './spoken-readings';

export interface PublishTeller {
  /** The texts of this node. */
  readonly text: TextsOf<typeof english>;
  /** Those that all nodes share. */
  readonly texts: Texts;
  readonly words: Words;
  /** Empty where the node has no name. */
  readonly nodeName: string;
}

/** How many values one sentence tells; the others are counted. */
const mostValues = 6;
const order = Object.keys(spoken);

/** The sentence of one message of a publish: `part` holds what of it is sent, or one reading alone. */
export type TellPart = (device: Readonly<Record<string, unknown>>, part: StreamPublish | Reading) => Told;

/** Tells what came: the values that people know in words, with units, and how many others. */
export function createTellPart({ text, texts, words, nodeName }: PublishTeller): TellPart {
  return (device, part) => {
    const readings = 'path' in part ? [part] : splitReadings(part);
    const known = readings
      .filter(({ path }) => isNamedIn(spoken, path))
      .sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
    // A reading that has no words of its own is told by its path, as `payload` has it without words.
    const told = (known.length > 0 ? known : readings).slice(0, mostValues);
    const others = readings.length - told.length;
    const values = [...told.map(toldValue), ...(others > 0 ? [text('words.others', { count: others })] : [])];
    const name = words.called(device);
    const atMs = Math.max(...told.map(({ ts }) => ts), Number.NEGATIVE_INFINITY) * 1_000;
    const time = words.time(Number.isFinite(atMs) ? atMs : Number(device.ts) * 1_000);
    return {
      topic: subjectOf(nodeName, name),
      payload: text('words.came', {
        name,
        time,
        values: values.length > 0 ? values.join(', ') : text('words.noValues'),
      }),
    };
  };

  function toldValue({ path, value }: Reading): string {
    const way = isNamedIn(spoken, path) ? spoken[path] : undefined;
    if (way?.as === 'event') return text(`words.event.${way.key}`);
    if (way?.as === 'state' && typeof value === 'boolean')
      return text(`words.state.${way.key}.${value ? 'yes' : 'no'}`);
    if (way?.as === 'word') return text(`words.word.${way.key}`, { value: way.words(String(value), texts) });
    if (way?.as === 'number' && typeof value === 'number') {
      const { unit, decimals, per } = { decimals: 1, per: 1, ...way };
      return text(`words.number.${way.key}`, { value: `${words.number(value / per, decimals)} ${unit}` });
    }
    return `${path} = ${typeof value === 'number' ? words.number(value, 3) : String(value)}`;
  }
}
