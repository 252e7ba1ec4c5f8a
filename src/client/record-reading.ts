import type { OperationRow } from '../catalog';
import { createReading, type JsonSchema, type Reading } from '../schema';

/** How the records of a row are read. */
export interface RecordReading {
  /** Reads what stands in the envelope. */
  readonly read: Reading;
  /** Whether an object holds any field of a record, besides one with the name `except`. */
  readonly isRecord: (value: object, except?: string) => boolean;
  /** Whether it holds more of a record than what it is known by. */
  readonly isWhole: (value: object) => boolean;
  /** Whether a record has a field with the name of the envelope's. */
  readonly knowsData: boolean;
}

type Answering = Exclude<OperationRow['answer'], { kind: 'empty' }>;

/** A row that answers with something. */
export type AnsweringRow = Pick<OperationRow, 'method' | 'secrets'> & { readonly answer: Answering };

const readings = new WeakMap<Answering, RecordReading>();

/** Compiled once for each row. */
export function recordReading(answer: Answering): RecordReading {
  let reading = readings.get(answer);
  if (reading === undefined) {
    reading = createRecordReading(answer);
    readings.set(answer, reading);
  }
  return reading;
}

function createRecordReading(answer: Answering): RecordReading {
  const { properties = {}, required = [] } = answer.data.json;
  const known = Object.keys(properties);
  const more = known.filter((name) => !required.includes(name));
  return {
    read: createReading(schemaOf(answer), 1),
    isRecord: (value, except) => known.some((name) => name !== except && Object.hasOwn(value, name)),
    isWhole: (value) => more.length === 0 || more.some((name) => Object.hasOwn(value, name)),
    knowsData: known.includes('data'),
  };
}

function schemaOf({ kind, data }: Answering): JsonSchema {
  const list: JsonSchema = { type: 'array', items: data.json };
  if (kind === 'one') return data.json;
  return kind === 'many' ? list : { type: 'object', properties: { deviceId: { type: 'string' }, results: list } };
}
