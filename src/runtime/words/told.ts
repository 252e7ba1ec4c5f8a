import type { TextsOf } from '../../admin-api';
import type { InputRun } from '../node/inputs';
import type { Message } from '../node/message';
import type { Texts } from '../node/texts';
import type { Words } from './words';

/** What a message says to people: its subject, and a sentence. */
export interface Told {
  readonly topic: string;
  readonly payload: string;
}

/** A payload, or a part of it, of which each property may be missing. */
export type Row = Readonly<Record<string, unknown>>;

/** What the sentences of a node are made with; `English` is its own text file. */
export interface NodeTeller<English> {
  /** The texts of this node. */
  readonly text: TextsOf<English>;
  readonly texts: Texts;
  readonly words: Words;
  /** Empty where the node has no name. */
  readonly nodeName: string;
}

/** The properties of a message for people; what was its payload goes on as `event`. */
export type ToldMessage = { readonly topic: string; readonly payload: string; readonly event: unknown };

export function toldMessage(payload: unknown, told: Told): ToldMessage {
  return { ...told, event: payload };
}

/** The run of an input whose messages are told to people when they are sent. */
export function tellingRun(run: InputRun, tell: (payload: unknown) => Told): InputRun {
  return {
    ...run,
    send(message) {
      // The received message is sent on: the Complete node is to have the same.
      if (!Array.isArray(message)) Object.assign(message, toldMessage(message.payload, tell(message.payload)));
      run.send(message as Message);
    },
  };
}

/** The subject of a message: the name of its node, where it has one, and what it is about. */
export function subjectOf(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(': ');
}

interface DevicesTeller {
  readonly words: Words;
  readonly texts: Texts;
  /** The name of the node; empty where it has none. */
  readonly nodeName: string;
  /** Also of a row with `error`. */
  readonly tellRow: (row: Row) => string;
}

/** How many devices of one message are told of one by one. */
const mostTold = 5;

/** Tells the payload of `presentDevices`: the result of one device, or {`requested`, `succeeded`, `results`[]}. */
export function tellDevices(payload: unknown, { words, texts, nodeName, tellRow }: DevicesTeller): Told {
  const row = rowOf(payload);
  if (!Array.isArray(row.results)) return { topic: subjectOf(nodeName, words.called(row)), payload: tellRow(row) };
  const rows = row.results.map(rowOf);
  const failedFirst = [...rows.filter((one) => 'error' in one), ...rows.filter((one) => !('error' in one))];
  const more = rows.length - mostTold;
  return {
    topic: subjectOf(nodeName, texts('words.devices', { count: rows.length })),
    payload: sentences(
      texts('words.done', { succeeded: row.succeeded, requested: row.requested }),
      ...failedFirst.slice(0, mostTold).map(tellRow),
      more > 0 ? texts('words.more', { count: more }) : undefined,
    ),
  };
}

/** Sentences one after another. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** The properties of anything; none of what is no object. */
export function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {};
}

/** The message of the error of a row, without its last full stop; undefined where it has none. */
export function reasonOf(row: Row): string | undefined {
  const { message } = rowOf(row.error);
  return typeof message === 'string' ? message.replace(/[.。]$/, '') : undefined;
}

/** Whether a table has a row of this name. */
export function isNamedIn<T extends object>(table: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(table, name);
}
