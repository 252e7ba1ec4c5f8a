import type { Node, NodeAPI } from 'node-red';
import {
  buildInput,
  type CallProblem,
  type CallValues,
  checkCall,
  isLiteral,
  literalOf,
  readValues,
  serviceValue,
  valuesOf,
  withWholeBody,
} from '../../call-form';
import { isOperationId, type OperationId, rowOf } from '../../catalog';
import { asWrittenRefused, isDestructive, isSentAsWritten, parseChargerChange } from '../../control';
import type { TypedValue } from '../../fields';
import { problem } from '../../schema';
import { invalidInput } from '../node/invalid-input';
import type { Message } from '../node/message';
import { resolveValue } from '../node/resolve-value';

/** The fields of a node that say what is called. */
export interface CallConfig {
  readonly operation: string;
  /** An object of {`type`, `value`} by pointer, as text. */
  readonly values: string;
  readonly bodyFrom: 'form' | 'value';
  readonly body: TypedValue;
  readonly asWritten: boolean;
}

/** A call as a node stores it: the operation, and where each of its values is taken from. */
export interface CallPlan {
  readonly operation: OperationId;
  readonly values: CallValues;
  readonly asWritten: boolean;
}

/** Reads what a node stores; refuses an operation that does not exist, and values that are not JSON. */
export function planOfCall({ operation, values, bodyFrom, body, asWritten }: CallConfig): CallPlan {
  if (!isOperationId(operation))
    throw invalidInput('there is no such operation', [
      problem('operation', 'noOperation', 'is not an operation of the service'),
    ]);
  const read = readValues(values);
  if (read === undefined)
    throw invalidInput('the values cannot be read', [problem('values', 'json', 'must be an object of typed values')]);
  const row = rowOf(operation);
  const takesBody = row.body !== undefined || (asWritten && row.method !== 'GET');
  const whole = bodyFrom === 'value' && takesBody ? body : undefined;
  return { operation, values: withWholeBody(valuesOf(operation, read), whole), asWritten };
}

/** Everything wrong with a plan that can be told before a message comes: problems, and warnings. */
export function findingsOfPlan({ operation, values, asWritten }: CallPlan): CallProblem[] {
  if (asWritten && !isSentAsWritten(operation))
    return [{ ...problem('asWritten', 'asWritten', asWrittenRefused), pointer: '' }];
  return [
    ...checkCall(operation, values, asWritten),
    ...(operation === 'evse.updateConfiguration' ? zeroLimits(values) : []),
  ];
}

/** What keeps a plan from being deployed. */
export function problemsOfPlan(plan: CallPlan): CallProblem[] {
  return findingsOfPlan(plan).filter(({ severity }) => severity !== 'warning');
}

// For a charger 0 is no limit at all: a slider at its end must not turn into full power.
function zeroLimits(values: CallValues): CallProblem[] {
  const literals = new Map([...values].flatMap(([at, typed]) => (isLiteral(typed) ? [[at, literalOf(typed)]] : [])));
  const { body = {} } = buildInput(rowOf('evse.updateConfiguration'), literals);
  const parsed = parseChargerChange('', body, false);
  const zeros = 'problems' in parsed ? parsed.problems.filter(({ rule }) => rule === 'zero') : [];
  return zeros.map((zero) => ({
    ...zero,
    pointer: `body/${zero.field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
  }));
}

/** The input of one call: literals as they stand, everything else from the message, contexts and variables. */
export async function inputOfPlan(
  RED: NodeAPI,
  node: Node,
  { operation, values }: CallPlan,
  msg: Message,
): Promise<Record<string, unknown>> {
  const row = rowOf(operation);
  const resolved = new Map<string, unknown>();
  for (const [pointer, typed] of values) {
    const value = isLiteral(typed) ? literalOf(typed) : await resolveValue(RED, node, typed, msg);
    resolved.set(pointer, serviceValue(row, pointer, value, typed.source));
  }
  return buildInput(row, resolved);
}

/** The operation and its input as a message names them, where the user chose that. */
export function callOfMessage(
  operation: unknown,
  input: unknown,
  allowDestructive: boolean,
): { operation: OperationId; input: object } {
  if (!isOperationId(operation))
    throw invalidInput('the message names no operation', [
      problem('operation', 'noOperation', 'must be an operation such as devices.list'),
    ]);
  if (!allowDestructive && isDestructive(operation, rowOf(operation)))
    throw invalidInput('the message names an operation that this node does not take from messages', [
      problem('operation', 'destructive', `${operation} deletes or acts on devices, which the node does not allow`, {
        values: operation,
      }),
    ]);
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    throw invalidInput('the message holds no input', [
      problem('input', 'type', 'must be an object with path, query, filter, orderby, page and body', {
        type: 'object',
      }),
    ]);
  return { operation, input: input ?? {} };
}
