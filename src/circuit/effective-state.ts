/** A handle as it was read; whatever is neither open nor closed is unknown. */
export type HandleReading = 'open' | 'closed' | 'unknown';

/**
 * `tripped-or-opened-by-hand` is one state: the service says that the main handle is open, not what opened it. Its history
 * names no source (spec 2.11), and a capture by overcurrent proves no trip: its level is the user's, and a thermal trip
 * makes none. spec 2.4, 2.6
 */
export type CircuitStateName =
  | 'live'
  | 'off'
  | 'tripped-or-opened-by-hand'
  | 'held-by-event'
  | 'no-connection'
  | 'unknown';

/** What is known of a circuit. Plain JSON: the runtime reads it, the browser judges it again as it grows old. */
export interface CircuitReading {
  readonly remoteHandle: HandleReading;
  readonly mainHandle: HandleReading;
  /** Whether the service reaches the device; absent: it does not tell. */
  readonly connected?: boolean;
  /** How long the connection has been as it is, by the service's clock. */
  readonly connectionAgeMs?: number;
  /** How long ago the service was asked, by a monotonic clock. */
  readonly readAgeMs: number;
  /** How old the device's newest report is, by the service's clock. Counts only where the connection is not told. */
  readonly reportAgeMs?: number;
  /** Whether an override event holds the device; absent: the service does not tell. spec 3 */
  readonly heldByEvent?: boolean;
}

/** What a circuit is, as far as that can be told now. */
export interface CircuitState {
  readonly state: CircuitStateName;
  /** Both handles are closed, or one of them is open; absent where neither is known. */
  readonly energised?: boolean;
  /** How long there has been no connection, or how old the newest is that is known. */
  readonly forMs?: number;
}

export interface AgeBounds {
  readonly readMaxAgeMs: number;
  readonly reportMaxAgeMs: number;
}

/** Reads are repeated within 30 s; a device reports every five minutes (spec 2.3), and one report may be lost. */
export const ageBounds: AgeBounds = { readMaxAgeMs: 60_000, reportMaxAgeMs: 600_000 };

/**
 * The state of a circuit, of which the position of its remote handle is only a part: both handles are in series, and what
 * was read of a device that is not there any more, or long ago, says nothing about now. In doubt it is never `live`.
 */
export function effectiveState(reading: CircuitReading, bounds: AgeBounds = ageBounds): CircuitState {
  const { connected, connectionAgeMs, heldByEvent } = reading;
  const oldMs = staleForMs(reading, bounds);
  if (oldMs !== undefined) return { state: 'unknown', ...forPart(oldMs) };
  if (connected === false) return { state: 'no-connection', ...forPart(connectionAgeMs) };
  // Before what holds it: no command closes a main handle.
  if (reading.mainHandle === 'open') return { state: 'tripped-or-opened-by-hand', energised: false };
  const energised = conducts(reading);
  if (energised === undefined) return { state: 'unknown' };
  if (heldByEvent === true) return { state: 'held-by-event', energised };
  return { state: energised ? 'live' : 'off', energised };
}

function conducts({ remoteHandle, mainHandle }: CircuitReading): boolean | undefined {
  if (remoteHandle === 'open') return false;
  return remoteHandle === 'closed' && mainHandle === 'closed' ? true : undefined;
}

/** How old a reading is that is too old, NaN where nothing tells; undefined for one that counts. */
function staleForMs({ connected, readAgeMs, reportAgeMs }: CircuitReading, bounds: AgeBounds): number | undefined {
  if (!(readAgeMs >= 0 && readAgeMs <= bounds.readMaxAgeMs)) return readAgeMs;
  if (connected !== undefined) return undefined;
  // A clock that is a little ahead is no reason; a report from the far future tells nothing.
  return reportAgeMs !== undefined && Math.abs(reportAgeMs) <= bounds.reportMaxAgeMs
    ? undefined
    : (reportAgeMs ?? Number.NaN);
}

function forPart(ms: number | undefined): { readonly forMs?: number } {
  return ms === undefined || !Number.isFinite(ms) ? {} : { forMs: Math.max(0, ms) };
}

/** The same reading, so much later. */
export function agedReading(reading: CircuitReading, passedMs: number): CircuitReading {
  const { connectionAgeMs, readAgeMs, reportAgeMs } = reading;
  return {
    ...reading,
    readAgeMs: readAgeMs + passedMs,
    ...(connectionAgeMs === undefined ? {} : { connectionAgeMs: connectionAgeMs + passedMs }),
    ...(reportAgeMs === undefined ? {} : { reportAgeMs: reportAgeMs + passedMs }),
  };
}

export type CircuitStateKey =
  | Exclude<CircuitStateName, 'held-by-event'>
  | 'held-live'
  | 'held-off'
  | 'no-connection-since'
  | 'unknown-since';

/** The part of the key of its text: what is held by an event is said together with whether it is live. */
export function stateKey({ state, energised, forMs }: CircuitState): CircuitStateKey {
  if (state === 'held-by-event') return energised === true ? 'held-live' : 'held-off';
  if (state === 'no-connection') return forMs === undefined ? state : 'no-connection-since';
  if (state === 'unknown') return forMs === undefined ? state : 'unknown-since';
  return state;
}
