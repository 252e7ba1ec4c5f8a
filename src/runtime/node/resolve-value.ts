import type { Util } from '@node-red/util';
import type { Node } from 'node-red';
import type { TypedValue } from '../../fields';
import { problem } from '../../schema';
import { invalidInput } from './invalid-input';
import type { Message } from './message';

/**
 * The value of a typed input for one message; `undefined` when it is not there. An expression that fails is bad input.
 *
 * @example
 * await resolveValue(RED, node, { value: 'payload.limit', source: 'msg' }, msg); // 16
 */
export function resolveValue(
  RED: { readonly util: Pick<Util, 'evaluateNodeProperty'> },
  node: Node,
  typed: TypedValue,
  msg: Message,
): Promise<unknown> {
  if (typed.value === '' && typed.source !== 'str') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const why = error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error);
      reject(
        invalidInput(`the value of ${typed.source}.${typed.value} cannot be read`, [
          problem(`${typed.source}: ${typed.value}`, 'unreadable', `cannot be read: ${why}`, { why }),
        ]),
      );
    };
    try {
      RED.util.evaluateNodeProperty(typed.value, typed.source, node, msg, (error, value) => {
        if (error) fail(error);
        else resolve(value);
      });
    } catch (error) {
      fail(error);
    }
  });
}
