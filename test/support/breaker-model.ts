import { type CallOptions, type Client, ClientError, type EnteredCommand, serviceQueue } from '../../src/client';
import { type ManualClock, sleep } from '../../src/clock';

/** How one request goes: how long until the service has it and until its answer is back, and what is lost on the way. */
export interface Journey {
  readonly upMs: number;
  readonly downMs: number;
  readonly fate: 'answered' | 'request-lost' | 'answer-lost' | 'throttled';
}

/** A command that the service has carried out. */
export interface Applied {
  readonly reason: string;
  readonly command: 'open' | 'close';
  readonly atMs: number;
}

type Body = { command: 'open' | 'close'; reason: string; secondsUntilReset?: number };

/** One breaker at a service, as far as commands and their checks can see it; requests take the time that `next` says. */
export function createBreakerModel(clock: ManualClock, next: () => Journey) {
  let remote: 'open' | 'closed' = 'closed';
  let main: 'open' | 'closed' = 'closed';
  let timer: { cancel(): void } | undefined;
  let closesAtMs: number | undefined;
  const history: { handlePosition: string; timestamp: string; source: string }[] = [];
  const applied: Applied[] = [];
  /** When each handle command left, in order. */
  const sent: Applied[] = [];

  function move(position: 'open' | 'closed', source: string): void {
    if (remote === position) return;
    remote = position;
    history.push({ handlePosition: position, timestamp: new Date(clock.now()).toISOString(), source });
  }

  function apply({ command, reason, secondsUntilReset }: Body): void {
    applied.push({ command, reason, atMs: clock.monotonicMs() });
    move(command === 'open' ? 'open' : 'closed', 'remote-command');
    if (command === 'open' && secondsUntilReset === undefined) return;
    timer?.cancel();
    timer = undefined;
    closesAtMs = undefined;
    if (command === 'close' || secondsUntilReset === 0 || secondsUntilReset === undefined) return;
    closesAtMs = clock.monotonicMs() + secondsUntilReset * 1000;
    timer = clock.after(secondsUntilReset * 1000, () => {
      closesAtMs = undefined;
      move('closed', 'timer');
    });
  }

  const secondsLeft = () => (closesAtMs === undefined ? 0 : Math.ceil((closesAtMs - clock.monotonicMs()) / 1000));

  const reads: Readonly<Record<string, () => unknown>> = {
    'devices.get': () => ({ id: 'b', hardwareType: 'emcb', loadDetails: {} }),
    'deviceData.get': () => ({ breaker: { metadata: { mainHandlePosition: { val: main === 'closed' } } } }),
    'remoteHandle.getPosition': () => ({ position: remote }),
    'remoteHandle.getSecondsUntilReset': () => ({ secondsUntilReset: secondsLeft() }),
    'eventHistory.remoteHandle': () => [...history],
    'meter.reading': () => ({ currentA: { val: 5 } }),
    'overrideEvents.list': () => [],
  };

  /** A client of an account with this spacing between commands. */
  function client(spacingMs: number): Client {
    const queue = serviceQueue(clock, 'model');

    async function command(body: Body, { entry, expiresAtMs = 0, signal }: CallOptions) {
      const permit = entry?.begin();
      if (signal?.aborted) throw new ClientError('CLOSED', 'cancelled');
      if (clock.monotonicMs() > expiresAtMs) throw new ClientError('COMMAND_EXPIRED', 'too old');
      const journey = next();
      permit?.sent(clock.monotonicMs());
      sent.push({ command: body.command, reason: body.reason, atMs: clock.monotonicMs() });
      const arrived = sleep(clock, journey.upMs).then(() => {
        if (journey.fate === 'answered' || journey.fate === 'answer-lost') apply(body);
      });
      try {
        await orAborted(
          arrived.then(() => sleep(clock, journey.downMs)),
          signal,
        );
      } catch {
        throw new ClientError('UNKNOWN_OUTCOME', 'stopped after it was sent');
      }
      if (journey.fate === 'throttled') throw new ClientError('RATE_LIMITED', 'too fast', { statusCode: 429 });
      if (journey.fate !== 'answered') throw new ClientError('UNKNOWN_OUTCOME', 'the answer is lost');
      return { data: undefined, settledBy: 'answer' };
    }

    async function read(id: string, { signal }: CallOptions) {
      const { upMs, downMs } = next();
      await orAborted(sleep(clock, upMs), signal);
      const data = reads[id]?.();
      await orAborted(sleep(clock, downMs), signal);
      return { data, settledBy: 'answer' };
    }

    const made = {
      queue,
      enter({ reservation: given, ...entered }: EnteredCommand) {
        const reservation = given ?? queue.reserve();
        try {
          return queue.enter({ ...entered, reservation, spacingMs, detail: {} });
        } finally {
          if (given === undefined) reservation.release();
        }
      },
      check: () => {},
      preview: () => ({}),
      clockSkewMs: () => 0,
      usage: () => ({ used: 0, allowed: 300, waiting: 0 }),
      call: (id: string, input: { readonly body?: unknown }, options: CallOptions = {}) =>
        id === 'remoteHandle.setPosition' ? command(input.body as Body, options) : read(id, options),
    };
    return made as unknown as Client;
  }

  return {
    client,
    applied,
    sent,
    position: () => remote,
    trip: () => {
      main = 'open';
    },
    resetByHand: () => {
      main = 'closed';
    },
  };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new ClientError('CLOSED', 'the call was cancelled'));
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort));
  });
}
