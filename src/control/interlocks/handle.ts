import { type CallOptions, type Client, normalizePosition, type ReleaseWhile } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import type { OperatorContext } from '../write/operator-context';
import { signalPart, type WriteRequest } from '../write/write-request';
import { checkAge, checkIdempotentWrite, type SendingTime } from './command-age';
import { createProtection } from './protection';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';

/** How old a read of a device's load may be. */
const deviceMaxAgeMs = 300_000;
/** How old a meter reading may be that allows a breaker to open. */
const readingMaxAgeMs = 1_000;

export interface InterlockRequest {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  readonly openLimitA?: number;
  readonly signal?: AbortSignal;
  readonly releaseWhile?: ReleaseWhile;
}

/** The interlocks of handle commands. A check that fails to read refuses too. */
export function createInterlocks(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  { service, record, locks, onForeign }: OperatorContext,
) {
  const protection = createProtection(safety);

  /** Somebody may work at a locked circuit: no confirmation in a message overrides the lock-out. */
  function refuseLockedOut({ deviceId, command, confirmed }: InterlockRequest): void {
    if (command !== 'close') return;
    const lock = locks.lockedBy({ service, deviceId });
    if (lock !== undefined)
      throw refusal('LOCKED_OUT', deviceId, `is locked open by ${lock.by}: unlock it to close it`, {
        kind: 'lockedOut',
        by: lock.by,
      });
    if (locks.unknown({ service, deviceId }) && !confirmed)
      throw refusal(
        'CONFIRMATION_NEEDED',
        deviceId,
        'may have been locked open: the file of the locks was lost; set msg.confirm to true, or unlock it, to close it',
        { kind: 'locksLost' },
      );
  }

  /** Whether this process opened it last: only its own record proves that, not the source in the service's history. */
  function openedByUs(deviceId: string, last: { readonly timestamp?: string } | undefined): boolean {
    const at = last === undefined ? clock.now() + (client.clockSkewMs() ?? 0) : timeOf(last);
    return record.openedByUs(service, deviceId, at);
  }

  /** The circuit directory can have changed while the command waited. */
  function refuseProtected({ deviceId }: InterlockRequest): void {
    const by = protection.reasonById(deviceId);
    if (by !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, by.why, by.reason);
  }

  async function refuseProtectedLoad(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId } = request;
    const { data } = await client.call(
      'devices.get',
      { path: { deviceId } },
      { maxAgeMs: deviceMaxAgeMs, ...readOptions(deadlineMs, request) },
    );
    if (data.hardwareType === 'ev-emcb')
      throw refusal('WRONG_HARDWARE', deviceId, 'is an EV charger: it has no remote handle to command', {
        kind: 'notBreaker',
      });
    const by = protection.reasonByLoad(data.loadDetails?.type);
    if (by !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, by.why, by.reason);
  }

  async function requireConfirmation(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId, confirmed, confirmClose } = request;
    if (confirmed || !confirmClose) return;
    const options = readOptions(deadlineMs, request);
    const { data } = await client.call('deviceData.get', { filter: { deviceId } }, options);
    const main = normalizePosition(data.breaker?.metadata?.mainHandlePosition?.val);
    if (main !== 'closed')
      throw refusal(
        'CONFIRMATION_NEEDED',
        deviceId,
        `has its hand lever ${main}: set msg.confirm to true to close it`,
        { kind: main === 'open' ? 'mainHandleOpen' : 'mainHandleUnknown' },
      );
    const { data: read } = await client.call('remoteHandle.getPosition', { path: { deviceId } }, options);
    if (normalizePosition(read.position) === 'closed') return;
    const { data: events } = await client.call(
      'eventHistory.remoteHandle',
      { filter: { deviceId }, page: { limit: 10 } },
      options,
    );
    const last = events
      .filter(({ handlePosition }) => normalizePosition(handlePosition) === 'open')
      .reduce<(typeof events)[number] | undefined>(
        (latest, event) => (latest === undefined || timeOf(event) > timeOf(latest) ? event : latest),
        undefined,
      );
    const history = events.map((event) => ({
      at: timeOf(event),
      position: normalizePosition(event.handlePosition),
      ...defined({ source: event.source }),
    }));
    const foreign = record.foreignCommands(service, deviceId, history).at(-1);
    if (foreign !== undefined) onForeign({ deviceId, at: foreign.at, source: foreign.source ?? '' });
    if (openedByUs(deviceId, last)) return;
    throw refusal(
      'CONFIRMATION_NEEDED',
      deviceId,
      `was opened by ${last?.source ?? 'an unknown cause'}, and not from here: set msg.confirm to true to close it`,
      last?.source === undefined ? { kind: 'openedUnknown' } : { kind: 'openedElsewhere', source: last.source },
    );
  }

  async function refuseAboveOpenLimit(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId, openLimitA } = request;
    if (openLimitA === undefined) return;
    const { data } = await client.call(
      'meter.reading',
      { path: { deviceId } },
      { maxAgeMs: readingMaxAgeMs, ...readOptions(deadlineMs, request) },
    );
    // Only numbers count: null would be taken for 0 A.
    const currents = [data.currentA?.val, data.currentB?.val].filter((value) => Number.isFinite(value)) as number[];
    if (currents.length === 0)
      throw refusal('BLOCKED_BY_INTERLOCK', deviceId, 'reports no current to compare', { kind: 'noCurrentRead' });
    const highestA = Math.max(...currents.map(Math.abs));
    if (highestA > openLimitA)
      throw refusal('BLOCKED_BY_INTERLOCK', deviceId, `carries ${highestA} A, above the limit of ${openLimitA} A`, {
        kind: 'aboveOpenLimit',
        current: highestA,
        limit: openLimitA,
      });
  }

  return {
    /** The checks without a read. */
    checkWithoutReads(request: InterlockRequest): void {
      refuseProtected(request);
      refuseLockedOut(request);
    },
    /** The checks with reads; every read ends before the command expires (monotonic ms). */
    async check(request: InterlockRequest, expiresAtMs: number): Promise<void> {
      const leftMs = () => Math.max(1, expiresAtMs - clock.monotonicMs());
      await refuseProtectedLoad(request, leftMs());
      await (request.command === 'close'
        ? requireConfirmation(request, leftMs())
        : refuseAboveOpenLimit(request, leftMs()));
      // A person may have locked or protected the circuit during the reads.
      refuseProtected(request);
      refuseLockedOut(request);
    },
    /** The names of the checks of a command, for the record. */
    checkNames({ command, confirmed, confirmClose, openLimitA }: InterlockRequest): string[] {
      return [
        'age',
        'protection',
        ...(command === 'close'
          ? ['lock', confirmed ? 'confirmed' : confirmClose ? 'who opened it' : 'no confirmation']
          : []),
        ...(command === 'open' && openLimitA !== undefined ? [`at most ${openLimitA} A`] : []),
      ];
    },
    checkAge: (request: WriteRequest & { readonly deviceId: string }): number => checkAge(request, clock, safety),
    checkIdempotentWrite: (request: WriteRequest & Pick<InterlockRequest, 'deviceId' | 'command'>): SendingTime =>
      checkIdempotentWrite(request, clock, safety, { energises: request.command === 'close' }),
  };
}

function readOptions(deadlineMs: number, { command, signal, releaseWhile }: InterlockRequest): CallOptions {
  return {
    deadlineMs,
    // The reads of an open are as urgent as the open itself.
    priority: command === 'open' ? 'open' : 'command-read',
    ...signalPart(signal),
    ...defined({ releaseWhile }),
  };
}

function timeOf(event: { readonly timestamp?: string }): number {
  return event.timestamp === undefined ? 0 : Date.parse(event.timestamp);
}
