import type { InputOf } from '../../catalog';
import { type Client, ClientError, type QueueEntry, type ReleaseWhile } from '../../client';
import { type Clock, sleep } from '../../clock';
import { defined } from '../../object';
import { signalPart } from '../write/write-request';

type HandleInput = InputOf<'remoteHandle.setPosition'>;

interface HandleSending {
  readonly deviceId: string;
  readonly command: 'open' | 'close';
  readonly secondsUntilReset?: number | undefined;
  readonly reason: string;
  readonly entry: QueueEntry;
  /** Monotonic ms. */
  readonly expiresAtMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly releaseWhile?: ReleaseWhile | undefined;
  /** Checks the command again before an attempt after a wait. */
  readonly recheck: () => Promise<void>;
}

/** A command that was sent. */
export interface HandleSent {
  /** How the outcome is known: from the answer, by reading back after a lost answer, or not at all. */
  readonly settledBy: 'answer' | 'read-back' | 'nothing';
  /** The timer that was sent: 0 ends a running timer, undefined leaves it running. */
  readonly secondsUntilReset: number | undefined;
}

/**
 * The input of a handle command. An open without a time ends a running timer, which would close the breaker later. spec
 * 3, 4.3
 */
export function handleInput({
  deviceId,
  command,
  secondsUntilReset = command === 'open' ? 0 : undefined,
  reason,
}: Pick<HandleSending, 'deviceId' | 'command' | 'secondsUntilReset' | 'reason'>): HandleInput {
  return {
    path: { deviceId },
    body: { command, reason, ...defined({ secondsUntilReset }) },
  };
}

export function createHandleSender(client: Client, clock: Clock) {
  async function sendOnce(
    input: HandleInput,
    { entry, expiresAtMs, signal, releaseWhile, recheck }: HandleSending,
  ): Promise<HandleSent['settledBy']> {
    const options = {
      entry,
      expiresAtMs,
      recheck,
      ...signalPart(signal),
      ...defined({ releaseWhile }),
    };
    try {
      return (await client.call('remoteHandle.setPosition', input, options)).settledBy;
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'UNKNOWN_OUTCOME') throw error;
      return 'nothing';
    }
  }

  return {
    /** Sends the command of a queue entry. Rejects only when it was not executed. */
    async send(sending: HandleSending): Promise<HandleSent> {
      const input = handleInput(sending);
      const { secondsUntilReset } = input.body;
      try {
        return { settledBy: await sendOnce(input, sending), secondsUntilReset };
      } catch (error) {
        const addedTimer = sending.secondsUntilReset === undefined && secondsUntilReset === 0;
        if (!addedTimer || !refusesTimer(error)) throw error;
      }
      // No timer is accepted during an override event; the refusal says that nothing was executed. spec 4.3
      const { entry, signal } = sending;
      const waitMs = entry.resendWaitMs();
      if (waitMs > 0) await sleep(clock, waitMs, signal);
      const { secondsUntilReset: _, ...body } = input.body;
      return { settledBy: await sendOnce({ ...input, body }, sending), secondsUntilReset: undefined };
    },
  };
}

function refusesTimer(error: unknown): boolean {
  if (!(error instanceof ClientError) || error.code !== 'REFUSED' || error.cause.statusCode !== 400) return false;
  const { validations } = error.cause;
  return validations.length === 0 || validations.some(({ field }) => field.endsWith('secondsUntilReset'));
}
