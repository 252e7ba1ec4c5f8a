import { checkInput, type InputOf } from '../../catalog';
import { type Problem, problem } from '../../schema';

type ClockOrder = InputOf<'batchCommands.create'>['body'];
type SunOrder = InputOf<'batchCommands.createSun'>['body'];

/**
 * The body of one of the two operations that create batches: with `sunSchedule` it runs by sunrise or sunset, else by the
 * clock. spec 4.4
 */
export type BatchBody = ClockOrder | SunOrder;

/** The operation that creates the batch, with its input. */
export type BatchCall =
  | { readonly id: 'batchCommands.create'; readonly input: { readonly body: ClockOrder } }
  | { readonly id: 'batchCommands.createSun'; readonly input: { readonly body: SunOrder } };

export const handlePath = '/breaker/remoteHandle/position';

export function callOf(order: BatchBody): BatchCall {
  return 'sunSchedule' in order && order.sunSchedule !== undefined
    ? { id: 'batchCommands.createSun', input: { body: order } }
    : { id: 'batchCommands.create', input: { body: order as ClockOrder } };
}

/**
 * Reads a batch body from a message or a dialog: the body, or every problem. Without `nowMs` its times may have passed.
 */
export function parseBatchBody(
  value: unknown,
  nowMs?: number,
): { order: BatchBody } | { operation: BatchCall['id']; problems: Problem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const problems = [problem('', 'type', 'the batch must be an object with path and body', { type: 'object' })];
    return { operation: 'batchCommands.create', problems };
  }
  const { id, input } = callOf(value as BatchBody);
  const problems = [
    ...checkInput(id, input).problems,
    ...(nowMs === undefined ? [] : pastProblems(value as BatchBody, nowMs)),
  ];
  return problems.length > 0 ? { operation: id, problems } : { order: value as BatchBody };
}

/** What differs from what is only assumed of a batch; it is sent as it is written. */
export function batchWarnings(order: BatchBody): Problem[] {
  const { id, input } = callOf(order);
  return checkInput(id, input).warnings;
}

/** A batch without a start time, a cron rule and a sun rule runs as soon as it is created. */
export function runsAtOnce(order: BatchBody): boolean {
  const { id, input } = callOf(order);
  return id === 'batchCommands.create' && input.body.startTime === undefined && input.body.cronSchedule === undefined;
}

/** The command of a batch that operates breakers. */
export function handleCommandOf({ path, body }: BatchBody): 'open' | 'close' | undefined {
  if (path !== handlePath) return undefined;
  return (body as { readonly command?: unknown }).command === 'close' ? 'close' : 'open';
}

// The service accepts a start in the past, and would run the batch at once.
function pastProblems(order: BatchBody, nowMs: number): Problem[] {
  const { id, input } = callOf(order);
  const isPast = (text: unknown) => typeof text === 'string' && Date.parse(text) <= nowMs;
  if (id === 'batchCommands.createSun')
    return isPast(input.body.sunSchedule?.endTime) ? [problem('sunSchedule.endTime', 'past', 'is in the past')] : [];
  const { startTime, endTime, cronSchedule } = input.body;
  return [
    ...(cronSchedule === undefined && isPast(startTime) ? [problem('startTime', 'past', 'is in the past')] : []),
    ...(isPast(endTime) ? [problem('endTime', 'past', 'is in the past')] : []),
  ];
}
