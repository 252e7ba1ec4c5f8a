import type { InputOf } from '../catalog';
import {
  type Aside,
  type Client,
  ClientError,
  type HandlePosition,
  normalizePosition,
  type RequestPreview,
} from '../client';
import type { Clock } from '../clock';
import { settleDeferred } from './deferred-command';
import { createInterlocks } from './interlocks';
import { createOpenedByUs } from './opened-by-us';
import { heldByOverrideEvent, readBack } from './read-back';
import { refusal } from './refusal';
import { isDryRun, type SafetySettings } from './safety';
import { type DeviceRequest, expiryOf, signalPart } from './write-request';

/** One command to one breaker. */
export interface BreakerRequest extends DeviceRequest {
  readonly command: 'open' | 'close';
  readonly secondsUntilReset?: number;
  readonly reason: string;
  readonly confirmed: boolean;
  readonly confirmClose: boolean;
  readonly openLimitA?: number;
  /** Takes the waits in which nothing is sent. */
  readonly aside?: Aside;
}

/**
 * `confirmed`: read back. `accepted`: not read back. `deferred`: stored by an override event. `unknown`: not settled.
 * `superseded`: deferred, and then replaced by a newer command.
 */
export type Outcome = 'confirmed' | 'accepted' | 'deferred' | 'unknown' | 'superseded' | 'dry-run';

export interface BreakerResult {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  readonly outcome: Outcome;
  readonly position?: HandlePosition;
  readonly secondsUntilReset?: number;
  readonly at: number;
  /** Dry run only: what would have been sent. */
  readonly request?: RequestPreview;
}

/** How the client knows what became of a command. */
type Settled = 'answer' | 'read-back' | 'nothing';
const unread = { answer: 'accepted', 'read-back': 'confirmed', nothing: 'unknown' } as const;

/** Seconds below which a running timer is left to end: a late cancel would open the breaker again. */
const timerTooLateS = 2;

/** A list tells of all devices of the account, however few of them are asked about. */
const worthAList = 100;
/** Commands grow old while the list is read. */
const listMs = 2_000;

/** Operates breakers within the account's safety settings. */
export interface BreakerOperator {
  /**
   * Reads with one list what the checks ask of each of many breakers. Whatever it cannot tell in time they read one by one.
   */
  prepare(deviceIds: readonly string[], request: Pick<BreakerRequest, 'dryRun' | 'signal'>): Promise<void>;
  operate(request: BreakerRequest): Promise<BreakerResult>;
  /** Ends a running timer and leaves the breaker open; without a timer nothing is sent. */
  cancelTimer(request: Omit<BreakerRequest, 'command' | 'secondsUntilReset'>): Promise<BreakerResult>;
  /**
   * What became of a deferred command when its device left the override event: `confirmed`, `superseded` or `unknown`.
   * Takes the very result that `operate` gave. Sends no command; rejects when aborted.
   */
  settleDeferred(deferred: BreakerResult, signal: AbortSignal): Promise<BreakerResult>;
}

export function createBreakerOperator(client: Client, clock: Clock, safety: SafetySettings): BreakerOperator {
  const opened = createOpenedByUs();
  const interlocks = createInterlocks(client, clock, safety, opened);
  /** By device, the command that was sent last; and which one a result is about. */
  const newest = new Map<string, object>();
  const sentFor = new WeakMap<BreakerResult, object>();

  async function operate(request: BreakerRequest): Promise<BreakerResult> {
    const { deviceId, command, secondsUntilReset, reason } = request;
    const input: InputOf<'remoteHandle.setPosition'> = {
      path: { deviceId },
      body: { command, reason, ...(secondsUntilReset === undefined ? {} : { secondsUntilReset }) },
    };
    const preview = client.preview('remoteHandle.setPosition', input);
    const expiresAt = interlocks.checkAge(request);
    interlocks.checkNamed(deviceId);
    if (isDryRun(request, safety)) return { deviceId, command, outcome: 'dry-run', at: clock.now(), request: preview };
    await interlocks.check(request, expiresAt);
    return settle(request, await send(input, expiresAt, request));
  }

  async function send(
    input: InputOf<'remoteHandle.setPosition'>,
    expiresAt: number,
    { signal, aside }: BreakerRequest,
  ): Promise<Settled> {
    const options = { expiresAt, ...signalPart(signal), ...(aside === undefined ? {} : { aside }) };
    try {
      return (await client.call('remoteHandle.setPosition', input, options)).settledBy;
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'UNKNOWN_OUTCOME') throw error;
      return 'nothing';
    }
  }

  async function settle(request: BreakerRequest, settledBy: Settled): Promise<BreakerResult> {
    const { deviceId, command, secondsUntilReset, readBackMs, signal, aside } = request;
    const result = (outcome: Outcome, position?: HandlePosition): BreakerResult => ({
      deviceId,
      command,
      outcome,
      at: clock.now(),
      ...(position === undefined ? {} : { position }),
      ...(secondsUntilReset === undefined ? {} : { secondsUntilReset }),
    });
    const sent = {};
    newest.set(deviceId, sent);
    if (command === 'open') opened.opened(deviceId, clock.now());
    if (readBackMs === undefined) return result(unread[settledBy]);
    const wanted = command === 'open' ? 'open' : 'closed';
    const expected = { deviceId, wanted, secondsUntilReset, withinMs: readBackMs, signal, aside } as const;
    const read = await readBack(client, clock, expected);
    if (read.asCommanded) {
      if (command === 'close') opened.closed(deviceId);
      return result('confirmed', read.position);
    }
    const held = await heldByOverrideEvent(client, deviceId, signal);
    const unsettled = result(held && settledBy !== 'nothing' ? 'deferred' : 'unknown', read.position);
    sentFor.set(unsettled, sent);
    return unsettled;
  }

  return {
    async prepare(deviceIds, request) {
      const { signal } = request;
      if (isDryRun(request, safety) || deviceIds.length < worthAList) return;
      try {
        await client.readAhead(deviceIds, { deadlineMs: listMs, ...signalPart(signal) });
      } catch (error) {
        if (!(error instanceof ClientError) || signal?.aborted) throw error;
      }
    },
    operate,
    async cancelTimer(request) {
      const { deviceId, signal } = request;
      const options = signalPart(signal);
      const { data } = await client.call('remoteHandle.getSecondsUntilReset', { path: { deviceId } }, options);
      const remainingS = data.secondsUntilReset;
      if (remainingS === 0) {
        const { data: read } = await client.call('remoteHandle.getPosition', { path: { deviceId } }, options);
        const position = normalizePosition(read.position);
        return { deviceId, command: 'open', outcome: 'confirmed', position, secondsUntilReset: 0, at: clock.now() };
      }
      if (remainingS === undefined || remainingS <= timerTooLateS)
        throw refusal(
          'BLOCKED_BY_INTERLOCK',
          deviceId,
          'is about to close by its timer: cancelling now would open it again',
        );
      const endsAt = clock.now() + (remainingS - timerTooLateS) * 1000;
      const expiresAt = Math.min(expiryOf(request, safety.commandExpiryMs), endsAt);
      return operate({ ...request, command: 'open', secondsUntilReset: 0, expiresAt });
    },
    async settleDeferred(deferred, signal) {
      const { deviceId, command } = deferred;
      const isSuperseded = () => newest.get(deviceId) !== sentFor.get(deferred);
      const settled = await settleDeferred(client, clock, { deviceId, command, isSuperseded, signal });
      if (settled.outcome === 'confirmed' && command === 'close') opened.closed(deviceId);
      return { deviceId, command, ...settled, at: clock.now() };
    },
  };
}
