/** A handle as it was read; anything else than open and closed is unknown. */
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

/** What is known of a circuit. Plain JSON: the runtime reads it, and the browser computes its state as it ages. */
export interface CircuitReading {
  readonly remoteHandle: HandleReading;
  readonly mainHandle: HandleReading;
  /** Whether the service reaches the device; absent: not known. */
  readonly connected?: boolean;
  /** How long ago the connection began or was lost, by the service's clock. */
  readonly connectionAgeMs?: number;
  /** How long ago the data were requested, by a monotonic clock. */
  readonly readAgeMs: number;
  /** How old the device's newest report is, by the service's clock. Counts only where `connected` is absent. */
  readonly reportAgeMs?: number;
  /** Whether an override event holds the device; absent: not known. spec 3 */
  readonly heldByEvent?: boolean;
}

/** The state of a circuit, as far as it is known now. */
export interface CircuitState {
  readonly state: CircuitStateName;
  /** True: both handles are closed. False: one of them is open. Absent: not known. */
  readonly energised?: boolean;
  /** How long there has been no connection, or the age of the newest data if they are too old. */
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
 * was read long ago, or of a device that has lost its connection, may not be true any more. In doubt never `live`.
 */
export function effectiveState(reading: CircuitReading, bounds: AgeBounds = ageBounds): CircuitState {
  const { connected, connectionAgeMs, heldByEvent } = reading;
  const oldMs = staleForMs(reading, bounds);
  if (oldMs !== undefined) return { state: 'unknown', ...forPart(oldMs) };
  if (connected === false) return { state: 'no-connection', ...forPart(connectionAgeMs) };
  // Comes before `held-by-event`: no command closes a main handle.
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

/** The age of a reading that is too old, NaN where its age is not known; undefined for one that is recent enough. */
function staleForMs({ connected, readAgeMs, reportAgeMs }: CircuitReading, bounds: AgeBounds): number | undefined {
  if (!(readAgeMs >= 0 && readAgeMs <= bounds.readMaxAgeMs)) return readAgeMs;
  if (connected !== undefined) return undefined;
  // A report may be from the future by as much as a clock may be ahead.
  return reportAgeMs !== undefined && Math.abs(reportAgeMs) <= bounds.reportMaxAgeMs
    ? undefined
    : (reportAgeMs ?? Number.NaN);
}

function forPart(ms: number | undefined): { readonly forMs?: number } {
  return ms === undefined || !Number.isFinite(ms) ? {} : { forMs: Math.max(0, ms) };
}

/** The same reading, `passedMs` later. */
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

/** The key of the text of a state: one of its own for a circuit that an event holds, live or off. */
export function stateKey({ state, energised, forMs }: CircuitState): CircuitStateKey {
  if (state === 'held-by-event') return energised === true ? 'held-live' : 'held-off';
  if (state === 'no-connection') return forMs === undefined ? state : 'no-connection-since';
  if (state === 'unknown') return forMs === undefined ? state : 'unknown-since';
  return state;
}
