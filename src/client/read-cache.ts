import type { Clock } from '../clock';
import type { DevicePrefetch } from './device-prefetch';
import { readAnswer } from './envelope';
import type { Execution } from './execution';
import type { Lifetime } from './lifetime';
import type { Answer } from './outcome';
import type { Urgency } from './priority';
import type { PreparedRequest } from './request';

export interface ReadCache {
  /** The answer to a GET: shared with an equal read in flight, cached if not older than `maxAgeMs`, or sent. */
  get(request: PreparedRequest, execution: Execution, maxAgeMs: number): Promise<Answer>;
  /** Evicts what a write may have changed: every read that names the device, or all reads without one. */
  invalidate(deviceId: string | undefined): void;
}

export interface ReadCacheDependencies {
  readonly clock: Clock;
  readonly prefetch: DevicePrefetch;
  readonly send: (request: PreparedRequest, execution: Execution) => Promise<Answer>;
  readonly ended: (request: PreparedRequest, lifetime: Lifetime) => Error;
}

/** A read in flight, within the lifetime of its first caller. */
interface InFlightRead {
  maxAgeMs: number;
  readonly urgency: Urgency | undefined;
  /** Callers that share the read await `answer`: undefined when the first caller ended before the service answered. */
  followers?: { readonly answer: Promise<Answer | undefined>; resolve(answer: Promise<Answer> | undefined): void };
}

const maxEntries = 500;
const maxCharacters = 8 * 1024 * 1024;

/**
 * A single-flight cache: equal reads at the same time are one request, and answers are shared up to each caller's age.
 */
export function createReadCache({ clock, prefetch, send, ended }: ReadCacheDependencies): ReadCache {
  const inFlightReads = new Map<string, InFlightRead>();
  const cached = new Map<string, { readonly answer: Answer; readonly untilMs: number }>();
  let cachedCharacters = 0;

  function evict(key: string): void {
    cachedCharacters -= cached.get(key)?.answer.text.length ?? 0;
    cached.delete(key);
  }

  function store(key: string, answer: Answer, maxAgeMs: number): void {
    evict(key);
    if (maxAgeMs <= 0 || answer.text.length > maxCharacters) return;
    cached.set(key, { answer, untilMs: answer.receivedAtMs + maxAgeMs });
    cachedCharacters += answer.text.length;
    for (const [oldest, { untilMs }] of cached) {
      if (cached.size <= maxEntries && cachedCharacters <= maxCharacters && untilMs >= clock.monotonicMs()) break;
      evict(oldest);
    }
  }

  async function sendAndShare(
    key: string,
    inFlight: InFlightRead,
    request: PreparedRequest,
    execution: Execution,
  ): Promise<Answer> {
    const sending = send(request, execution);
    try {
      const answer = await sending;
      if (inFlightReads.get(key) === inFlight) store(key, answer, inFlight.maxAgeMs);
      return inFlight.maxAgeMs > 0 ? parseAgain(request, answer) : answer;
    } finally {
      if (inFlightReads.get(key) === inFlight) inFlightReads.delete(key);
      inFlight.followers?.resolve(execution.lifetime.ended() === undefined ? sending : undefined);
    }
  }

  return {
    async get(request, execution, maxAgeMs) {
      const { tokenKinds, askedOf = '', lifetime, urgency } = execution;
      const key = `${tokenKinds.join(' ')} ${askedOf} ${request.url}`;
      const stored = cached.get(key);
      if (stored !== undefined && clock.monotonicMs() - stored.answer.receivedAtMs <= maxAgeMs)
        return parseAgain(request, stored.answer);
      const prefetched = prefetch.answerTo(request, maxAgeMs);
      if (prefetched !== undefined) return parseAgain(request, prefetched);
      for (let inFlight = inFlightReads.get(key); inFlight !== undefined; inFlight = inFlightReads.get(key)) {
        // An open never waits behind a read that is less urgent.
        if (urgency?.priority === 'open' && inFlight.urgency?.priority !== 'open') break;
        if (urgency !== undefined) inFlight.urgency?.raise(urgency.priority);
        inFlight.maxAgeMs = Math.max(inFlight.maxAgeMs, maxAgeMs);
        inFlight.followers ??= createFollowers();
        const answer = await lifetime.wait(inFlight.followers.answer, () => ended(request, lifetime));
        if (answer !== undefined) return parseAgain(request, answer);
      }
      const inFlight: InFlightRead = { maxAgeMs, urgency };
      inFlightReads.set(key, inFlight);
      return sendAndShare(key, inFlight, request, execution);
    },

    invalidate(deviceId) {
      prefetch.invalidate(deviceId);
      const id = deviceId?.toLowerCase();
      const namesDevice = (key: string) => id === undefined || key.toLowerCase().includes(id);
      for (const key of [...inFlightReads.keys()].filter(namesDevice)) inFlightReads.delete(key);
      for (const key of [...cached.keys()].filter(namesDevice)) evict(key);
    },
  };
}

function createFollowers(): NonNullable<InFlightRead['followers']> {
  let resolveAnswer: (answer: Promise<Answer> | undefined) => void = () => {};
  const answer = new Promise<Answer | undefined>((resolve) => {
    resolveAnswer = resolve;
  });
  return { answer, resolve: resolveAnswer };
}

/** Each caller gets an object of its own, so that a changed message cannot change another. */
function parseAgain(request: PreparedRequest, answer: Answer): Answer {
  const read = readAnswer(request.row, answer);
  return read.kind === 'unusable' ? answer : { ...answer, data: read.data };
}
