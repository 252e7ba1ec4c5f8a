import { type Aside, type CallOptions, type Client, normalizePosition } from '../client';
import type { Clock } from '../clock';
import { checkAge } from './command-age';
import type { OpenedByUs } from './opened-by-us';
import { createProtection } from './protection';
import { refusal } from './refusal';
import type { SafetySettings } from './safety';
import { signalPart, type WriteRequest } from './write-request';

/** How old what is known of a device's load may be. */
const deviceMaxAgeMs = 300_000;
/** How old a live reading may be that decides whether a breaker may open. */
const readingMaxAgeMs = 1_000;
/** How far the service's clock and ours may differ. */
const clockToleranceMs = 60_000;
/** Sources in the history that stand for a command, not for a trip or a hand. */
const commandedSource = /api|cloud|remote|command|batch|schedule|timer/i;

export interface InterlockRequest {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  readonly openLimitA?: number;
  readonly signal?: AbortSignal;
  readonly aside?: Aside;
}

/** Refuses a command that must not reach its device. Each check that cannot be made refuses too. */
export function createInterlocks(client: Client, clock: Clock, safety: SafetySettings, opened: OpenedByUs) {
  const protection = createProtection(safety);

  async function protectedLoad(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId } = request;
    const { data } = await client.call(
      'devices.get',
      { path: { deviceId } },
      { maxAgeMs: deviceMaxAgeMs, ...readOptions(deadlineMs, request) },
    );
    if (data.hardwareType === 'ev-emcb')
      throw refusal('WRONG_HARDWARE', deviceId, 'is an EV charger: it has no remote handle to command');
    const why = protection.whyLoad(data.loadDetails?.type);
    if (why !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, why);
  }

  async function closeConfirmed(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId, confirmed, confirmClose } = request;
    if (confirmed || !confirmClose) return;
    const options = readOptions(deadlineMs, request);
    const { data } = await client.call('deviceData.get', { filter: { deviceId } }, options);
    const main = normalizePosition(data.breaker?.metadata?.mainHandlePosition?.val);
    if (main !== 'closed')
      throw refusal(
        'CONFIRMATION_NEEDED',
        deviceId,
        `has its main handle ${main}: set msg.confirm to true to close it`,
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
        (latest, event) => (latest === undefined || time(event) > time(latest) ? event : latest),
        undefined,
      );
    if (openedByUs(opened.at(deviceId), last)) return;
    if (last?.source === undefined || !commandedSource.test(last.source))
      throw refusal(
        'CONFIRMATION_NEEDED',
        deviceId,
        `was opened by ${last?.source ?? 'an unknown cause'}: set msg.confirm to true to close it`,
      );
  }

  async function belowOpenLimit(request: InterlockRequest, deadlineMs: number): Promise<void> {
    const { deviceId, openLimitA } = request;
    if (openLimitA === undefined) return;
    const { data } = await client.call(
      'meter.reading',
      { path: { deviceId } },
      { maxAgeMs: readingMaxAgeMs, ...readOptions(deadlineMs, request) },
    );
    // What is no number is missing: null would count as 0 A.
    const currents = [data.currentA?.val, data.currentB?.val].filter((value) => Number.isFinite(value)) as number[];
    if (currents.length === 0) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, 'reports no current to compare');
    const highestA = Math.max(...currents.map(Math.abs));
    if (highestA > openLimitA)
      throw refusal('BLOCKED_BY_INTERLOCK', deviceId, `carries ${highestA} A, above the limit of ${openLimitA} A`);
  }

  return {
    /** What can be told without asking the service. */
    checkNamed(deviceId: string): void {
      const why = protection.whyNamed(deviceId);
      if (why !== undefined) throw refusal('BLOCKED_BY_INTERLOCK', deviceId, why);
    },
    /** What the service knows of the device; none of the reads outlasts the command, which expires at `expiresAt`. */
    async check(request: InterlockRequest, expiresAt: number): Promise<void> {
      const leftMs = () => Math.max(1, expiresAt - clock.now());
      await protectedLoad(request, leftMs());
      await (request.command === 'close' ? closeConfirmed(request, leftMs()) : belowOpenLimit(request, leftMs()));
    },
    checkAge: (request: WriteRequest & { readonly deviceId: string }): number => checkAge(request, clock.now(), safety),
  };
}

function readOptions(deadlineMs: number, { signal, aside }: InterlockRequest): CallOptions {
  return { deadlineMs, ...signalPart(signal), ...(aside === undefined ? {} : { aside }) };
}

// Nothing that opened the breaker is newer than our own command.
function openedByUs(openedAt: number | undefined, last: { readonly timestamp?: string } | undefined): boolean {
  return openedAt !== undefined && (last === undefined || time(last) <= openedAt + clockToleranceMs);
}

function time(event: { readonly timestamp?: string }): number {
  return event.timestamp === undefined ? 0 : Date.parse(event.timestamp);
}
