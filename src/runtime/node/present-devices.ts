import type { SharedTexts } from '../../admin-api';
import { ClientError, type ReleaseWhile } from '../../client';
import { withNames } from '../accounts/device-names';
import { circuitBadge } from './circuit-badge';
import { type DeviceWorkOutcome, eachDevice, maxConcurrentDevices } from './each-device';
import type { MessageContext } from './message-context';
import { namedBadge } from './named-badge';
import { presentError } from './present-error';
import type { Look, Status } from './status';
import type { Texts } from './texts';

interface DeviceWork extends MessageContext {
  readonly deviceIds: readonly string[];
  /** One device was named: its result is the payload, its error fails the message. */
  readonly single: boolean;
  /** The deadline of one device; `maxConcurrentDevices` are worked on concurrently. */
  readonly deviceDeadlineMs: number;
  /** `releaseWhile` wraps the waits in which nothing is sent. */
  readonly work: (deviceId: string, releaseWhile: ReleaseWhile) => Promise<Record<string, unknown>>;
  /** Combines the results of several devices into one payload; failed devices are then listed in `msg.failed`. */
  readonly combine?: (results: Record<string, unknown>[]) => unknown;
  /** The message properties for one device's result; `payload` with the result by default. */
  readonly present?: (result: Record<string, unknown>) => Readonly<Record<string, unknown>>;
  /** The badge of one device's result; by its outcome by default. */
  readonly badge?: (result: Record<string, unknown>) => string | undefined;
  /** Makes the payload and the badge of all results, where the node has a form of its own; a failed one has `error`. */
  readonly summarize?: (results: readonly Record<string, unknown>[]) => DevicesSummary;
}

/** The payload of the results of all devices, and the badge for it. */
export interface DevicesSummary {
  readonly payload: unknown;
  readonly look: Look;
  readonly badge: string;
}

/**
 * Runs the work on each device and sends the message on. For several devices the payload is
 * {`requested`, `succeeded`, `failed`, `results`[]}, where a failed one has `error` {`code`, `message`}; if all of them
 * fail, the first error is the message's.
 */
export async function presentDevices(devices: DeviceWork): Promise<void> {
  const { msg, run, status, texts, deviceIds, single, work, combine } = devices;
  run.allow(Math.ceil(deviceIds.length / maxConcurrentDevices) * devices.deviceDeadlineMs);
  const counted = (done: number, total: number) => texts('status.devices', { done, total });
  status.show('pending', single ? texts('status.working') : counted(0, deviceIds.length));
  const { outcomes, stopped } = await eachDevice(deviceIds, work, (finished, total) =>
    status.show('pending', counted(finished, total)),
  );
  if (stopped !== undefined || run.signal.aborted) refuseStopped(outcomes, stopped, run.signal);
  // One tripped or unreachable circuit among many turns the badge yellow.
  const warns = (result: Record<string, unknown>) => circuitBadge(result, texts)?.look === 'warning';
  const failures = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const [first] = failures;
  if (first !== undefined && failures.length === outcomes.length) throw first;
  const results = outcomes.map((outcome) => {
    if ('result' in outcome) return withNames(outcome.result, run.namesOf);
    const { code, message, cause } = presentError(outcome.error, texts, run.namesOf);
    return withNames({ deviceId: outcome.deviceId, error: { code, message, cause } }, run.namesOf);
  });
  const succeeded = outcomes.length - failures.length;
  if (devices.summarize !== undefined) {
    const { payload, look, badge } = devices.summarize(results);
    msg.payload = payload;
    status.show(look, badge);
    run.send(msg);
    return;
  }
  if (single) Object.assign(msg, devices.present?.(results[0] ?? {}) ?? { payload: results[0] });
  else if (combine === undefined)
    msg.payload = { requested: deviceIds.length, succeeded, failed: deviceIds.length - succeeded, results };
  else {
    msg.payload = combine(results.filter((_, index) => 'result' in (outcomes[index] ?? {})));
    if (failures.length > 0) msg.failed = results.filter((_, index) => 'error' in (outcomes[index] ?? {}));
  }
  const [only = ''] = deviceIds;
  if (single)
    showResult(status, texts, results[0], {
      badge: devices.badge?.(madeFirst(outcomes)),
      name: run.namesOf(only).name,
    });
  else
    status.show(failures.length > 0 || results.some(warns) ? 'warning' : 'fresh', counted(succeeded, outcomes.length));
  run.send(msg);
}

/** The first result as the node made it: nodes know their results again. */
function madeFirst([first]: readonly DeviceWorkOutcome<Record<string, unknown>>[]): Record<string, unknown> {
  return first !== undefined && 'result' in first ? first.result : {};
}

/** Outcomes of commands that have reached their device, or may have. */
const sentOutcomes: ReadonlySet<unknown> = new Set(['unknown', 'accepted', 'confirmed', 'deferred', 'captured']);

/**
 * A closed node sends no message. Commands that it has sent to devices end in an `UNKNOWN_OUTCOME` that names them,
 * so that the closed node is not mistaken for a cancelled command. After a deadline the message is sent with the
 * outcomes known so far.
 */
function refuseStopped(
  outcomes: readonly DeviceWorkOutcome<Record<string, unknown>>[],
  stopped: ClientError | undefined,
  signal: AbortSignal,
): void {
  const sent = outcomes.flatMap((one) =>
    'result' in one && sentOutcomes.has(one.result.outcome)
      ? [`${one.result.command ?? 'change'} ${one.deviceId} (${one.result.outcome})`]
      : [],
  );
  const reason: unknown = signal.reason;
  const closed = reason instanceof ClientError && reason.code === 'CLOSED';
  if (closed && sent.length > 0) {
    const [first] = outcomes;
    const detail = outcomes.length === 1 && first !== undefined ? { deviceId: first.deviceId } : {};
    throw new ClientError('UNKNOWN_OUTCOME', `sent when the node was closed: ${sent.join(', ')}`, detail);
  }
  if (stopped !== undefined && (closed || sent.length === 0)) throw stopped;
  if (closed) throw reason;
}

/** Shows the result of one device on the badge, after the name that a person gave it. */
export function showResult(
  status: Status,
  texts: Texts,
  result: Record<string, unknown> | undefined,
  { badge, name }: { readonly badge?: string | undefined; readonly name?: string | undefined },
): void {
  const circuit = circuitBadge(result, texts);
  status.show(circuit?.look ?? lookOf(result), namedBadge(badge ?? circuit?.text ?? badgeOf(result, texts), name));
}

function lookOf(result: Record<string, unknown> | undefined) {
  if (result?.outcome === 'dry-run') return 'dry-run';
  if (result?.outcome === 'superseded') return 'pending';
  if (result?.isConnected === false) return 'warning';
  return result?.outcome === 'unknown' || result?.position === 'unknown' || result?.outcome === 'deferred'
    ? 'warning'
    : 'fresh';
}

/** The parts of a result that a badge names. */
interface Shown {
  readonly outcome?: 'confirmed' | keyof SharedTexts['outcome'];
  readonly position?: keyof SharedTexts['position'];
  readonly secondsUntilReset?: number;
}

function badgeOf(result: Record<string, unknown> | undefined, texts: Texts): string {
  const { outcome, position, secondsUntilReset }: Shown = result ?? {};
  if (outcome !== undefined && outcome !== 'confirmed') return texts(`outcome.${outcome}`);
  if (typeof secondsUntilReset === 'number' && secondsUntilReset > 0)
    return texts('status.timer', { seconds: secondsUntilReset });
  return position === undefined ? texts('status.done') : texts(`position.${position}`);
}
