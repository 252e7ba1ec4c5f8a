import type { Clock } from '../clock';
import type { DevicesAhead } from './device-prefetch';
import { readAnswer } from './envelope';
import type { Execution } from './execution';
import type { Lifetime } from './lifetime';
import type { Answer } from './outcome';
import type { Urgency } from './priority';
import type { PreparedRequest } from './request';

export interface Reads {
  /** The answer to a GET, from one that is under way or not older than `maxAgeMs` if there is one. */
  get(request: PreparedRequest, how: Execution, maxAgeMs: number): Promise<Answer>;
  /** Forgets what a write may have changed: everything that names the device, or all without one. */
  changed(deviceId: string | undefined): void;
}

export interface ReadsParts {
  readonly clock: Clock;
  readonly ahead: DevicesAhead;
  readonly send: (request: PreparedRequest, how: Execution) => Promise<Answer>;
  readonly ended: (request: PreparedRequest, lifetime: Lifetime) => Error;
}

/** A request under way, led by its first caller on that caller's time. */
interface Flight {
  maxAgeMs: number;
  readonly urgency: Urgency | undefined;
  /** What those who joined wait for: undefined when the leader left before the service answered. */
  joined?: { readonly answer: Promise<Answer | undefined>; settle(answer: Promise<Answer> | undefined): void };
}

const mostKept = 500;
const mostKeptCharacters = 8 * 1024 * 1024;

/** Equal reads at the same time are one request, and answers are shared as long as the callers find them fresh enough. */
export function createReads({ clock, ahead, send, ended }: ReadsParts): Reads {
  const flights = new Map<string, Flight>();
  const kept = new Map<string, { readonly answer: Answer; readonly untilMs: number }>();
  let keptCharacters = 0;

  function forget(key: string): void {
    keptCharacters -= kept.get(key)?.answer.text.length ?? 0;
    kept.delete(key);
  }

  function keep(key: string, answer: Answer, maxAgeMs: number): void {
    forget(key);
    if (maxAgeMs <= 0 || answer.text.length > mostKeptCharacters) return;
    kept.set(key, { answer, untilMs: answer.receivedAtMs + maxAgeMs });
    keptCharacters += answer.text.length;
    for (const [oldest, { untilMs }] of kept) {
      if (kept.size <= mostKept && keptCharacters <= mostKeptCharacters && untilMs >= clock.monotonicMs()) break;
      forget(oldest);
    }
  }

  async function lead(key: string, flight: Flight, request: PreparedRequest, how: Execution): Promise<Answer> {
    const sending = send(request, how);
    try {
      const answer = await sending;
      if (flights.get(key) === flight) keep(key, answer, flight.maxAgeMs);
      return flight.maxAgeMs > 0 ? again(request, answer) : answer;
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
      flight.joined?.settle(how.lifetime.ended() === undefined ? sending : undefined);
    }
  }

  return {
    async get(request, how, maxAgeMs) {
      const { tokenKinds, lifetime, urgency } = how;
      const key = `${tokenKinds.join(' ')} ${request.url}`;
      const known = kept.get(key);
      if (known !== undefined && clock.monotonicMs() - known.answer.receivedAtMs <= maxAgeMs)
        return again(request, known.answer);
      const told = ahead.answerTo(request, maxAgeMs);
      if (told !== undefined) return again(request, told);
      for (let flight = flights.get(key); flight !== undefined; flight = flights.get(key)) {
        // An open waits for nobody's turn.
        if (urgency?.priority === 'open' && flight.urgency?.priority !== 'open') break;
        if (urgency !== undefined) flight.urgency?.raise(urgency.priority);
        flight.maxAgeMs = Math.max(flight.maxAgeMs, maxAgeMs);
        flight.joined ??= createJoined();
        const answer = await lifetime.wait(flight.joined.answer, () => ended(request, lifetime));
        if (answer !== undefined) return again(request, answer);
      }
      const flight: Flight = { maxAgeMs, urgency };
      flights.set(key, flight);
      return lead(key, flight, request, how);
    },

    changed(deviceId) {
      ahead.changed(deviceId);
      const id = deviceId?.toLowerCase();
      const names = (key: string) => id === undefined || key.toLowerCase().includes(id);
      for (const key of [...flights.keys()].filter(names)) flights.delete(key);
      for (const key of [...kept.keys()].filter(names)) forget(key);
    },
  };
}

function createJoined(): NonNullable<Flight['joined']> {
  let settle: (answer: Promise<Answer> | undefined) => void = () => {};
  const answer = new Promise<Answer | undefined>((resolve) => {
    settle = resolve;
  });
  return { answer, settle };
}

/** Each reader gets data of its own: a message that is changed must not change another. */
function again(request: PreparedRequest, answer: Answer): Answer {
  const envelope = readAnswer(request.row.answer, answer.text, undefined);
  return envelope.kind === 'data' ? { ...answer, data: envelope.data } : answer;
}
