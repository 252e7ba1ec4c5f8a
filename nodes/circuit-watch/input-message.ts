import { invalidInput, type Message } from '../../src/runtime';
import { type DeviceFacts, factsOfMessage } from '../../src/runtime/watch';
import { problem } from '../../src/schema';
import type { OwnText } from './own-text';

export type WatchInput =
  /** The report now. */
  | { readonly kind: 'report' }
  /** Absent names: all of them. */
  | { readonly kind: 'ack'; readonly names?: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly DeviceFacts[] };

/**
 * What a message tells a watch: `"ack"`, `{"ack": "Freezer"}`, or a message of stream-receiver or meter-read.
 *
 * @throws INVALID_INPUT with what is wrong.
 */
export function inputOf(msg: Message, nowMs: number, text: OwnText): WatchInput {
  const { payload } = msg;
  if (payload === 'ack') return { kind: 'ack' };
  if (payload === 'report') return { kind: 'report' };
  if (typeof payload === 'object' && payload !== null && 'ack' in payload) {
    const { ack } = payload;
    const names: readonly unknown[] = Array.isArray(ack) ? ack : [ack];
    if (names.length > 0 && names.every((name): name is string => typeof name === 'string' && name !== ''))
      return { kind: 'ack', names };
    throw refused('payload.ack', text('message.ack'));
  }
  const facts = factsOfMessage(msg, Math.floor(nowMs / 1_000));
  if (facts.length === 0) throw refused('payload', text('message.unknown'));
  return { kind: 'facts', facts };
}

function refused(field: string, why: string) {
  return invalidInput('the message cannot be used', [problem(field, 'message', why)]);
}
