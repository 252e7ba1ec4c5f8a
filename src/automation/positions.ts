import { countOpen } from './answers';
import { type Context, claimAnew, forget, isUnderWay, loadState, openLoad, tell, tellWhile } from './context';
import type { PlannedLoad } from './plan';
import type { ChargerReading, CircuitReading } from './readings';
import type { LoadState } from './state';

/** How long an open that was sent before the start is waited for, and how often a charger is told its claim again. */
const waitMs = 60_000;
/** A handle may move this long after the answer to its command. */
const movesForMs = 15_000;

/** Holds what is read of the loads against what we did: what differs was done by somebody else. */
export function takePositions(context: Context): void {
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    const { deviceId, kind } = planned.load;
    const charger = context.readings.chargers?.[deviceId];
    const circuit = context.readings.circuits[deviceId];
    if (kind === 'charger') {
      if (charger !== undefined) takeSetting(context, planned, state, charger);
    } else if (circuit !== undefined) takePosition(context, planned, state, circuit);
    giveUpWaiting(context, planned, state);
  }
}

function takePosition(context: Context, planned: PlannedLoad, state: LoadState, circuit: CircuitReading): void {
  const { remoteHandle: position, readAtMs } = circuit;
  if (position === 'unknown') return;
  const before = state.position;
  // What was read before a command, or while it was under way, tells nothing of its effect.
  const since = Math.max(state.answeredAt ?? Number.NEGATIVE_INFINITY, state.claimedAt ?? Number.NEGATIVE_INFINITY);
  const current = state.phase === 'normal' && state.action === undefined ? true : readAtMs > since;
  if (!current) return;
  switch (state.phase) {
    case 'opening':
      if (state.awaited === true) takeAwaited(context, planned, state, circuit);
      break;
    case 'pending':
      if (position === 'open') {
        state.openedAt = context.nowMs;
        state.seenOpen = true;
        // It was carried out between the read that still showed it closed and this one.
        if (circuit.serviceMs !== undefined)
          state.opened = { fromMs: circuit.serviceMs - waitMs * 2, toMs: circuit.serviceMs };
        state.phase = 'shed';
        countOpen(context, planned.load.deviceId, state);
      }
      break;
    case 'shed':
      if (position === 'open') {
        state.seenOpen = true;
        if (state.letGo === true && readAtMs > since + movesForMs) delete state.letGo;
      } else if (state.letGo === true) {
        forget(state);
        tell(context, 'came-back', 'info', {}, planned.load.deviceId);
      } else if (circuit.readAtMs > since + movesForMs || state.seenOpen === true)
        closedByOthers(context, planned, state);
      break;
    case 'proving':
      if (position === 'closed') state.seenClosed = true;
      else if (readAtMs > since + movesForMs) {
        openLoad(context, planned, 'revert');
        state.unavailableAt = context.nowMs;
        tell(context, 'close-failed', 'warning', { outcome: 'unchanged', detail: '' }, planned.load.deviceId);
      }
      break;
    case 'normal':
      // A main handle is moved by hand only.
      if ((before === 'open' && position === 'closed') || (state.main === 'open' && circuit.mainHandle === 'closed')) {
        state.manualAt = context.nowMs;
        tell(context, 'manual', 'info', { position }, planned.load.deviceId);
      }
      if (position === 'open') joinFellows(context, planned, state, circuit);
      break;
  }
  if (position === 'closed' && before !== 'closed') state.onSinceAt = context.nowMs;
  state.position = position;
  if (circuit.mainHandle !== 'unknown') state.main = circuit.mainHandle;
}

/** A row that was opening when the process ended. Open: ours, as far as the history confirms it. Closed for too long: never sent. */
function takeAwaited(
  context: Context,
  { load }: PlannedLoad,
  state: LoadState,
  { remoteHandle, readAtMs }: CircuitReading,
): void {
  if (remoteHandle === 'open') {
    continueShed(context, state);
    state.seenOpen = true;
  } else if (readAtMs - (state.claimedAt ?? 0) >= waitMs) {
    forget(state);
    tell(context, 'forgotten', 'info', {}, load.deviceId);
  }
}

function continueShed(context: Context, state: LoadState): void {
  state.phase = 'shed';
  state.openedAt = state.claimedAt ?? context.nowMs;
  delete state.awaited;
}

function closedByOthers(context: Context, planned: PlannedLoad, state: LoadState): void {
  const { nowMs } = context;
  const opened = state.seenOpen === true;
  forget(state);
  const atStart = nowMs - context.draft.startedAt < context.settings.muteMs;
  if (!opened) {
    // Our open was not carried out: that is no deed of a person.
    state.unavailableAt = nowMs;
    tell(context, 'open-failed', 'warning', { outcome: 'unchanged', detail: '' }, planned.load.deviceId);
    return;
  }
  state.manualAt = nowMs;
  tell(context, atStart ? 'forgotten' : 'manual', 'info', { position: 'closed' }, planned.load.deviceId);
}

/**
 * A breaker that another manager holds open is held by this one too, from now on: it comes back when it fits below the limits
 * of both. So two managers never close and open it by turns.
 */
function joinFellows(context: Context, planned: PlannedLoad, state: LoadState, { fellows }: CircuitReading): void {
  if (fellows === undefined || fellows.nodes.length === 0) return;
  openLoad(context, planned, 'fellow');
  if (fellows.opened !== undefined) state.opened = fellows.opened;
}

/** A position that has not been read in all this time may be open by us: what is not known is not forgotten, and holds up nobody. */
function giveUpWaiting(context: Context, { load }: PlannedLoad, state: LoadState): void {
  if (state.phase !== 'opening' || state.awaited !== true) return;
  const waitedMs = context.nowMs - (state.claimedAt ?? 0);
  if (waitedMs < waitMs || context.nowMs - context.draft.startedAt < context.settings.muteMs) return;
  if (waitedMs < 2 * waitMs) context.requests.push({ kind: 'read', deviceIds: [load.deviceId] });
  else continueShed(context, state);
}

const ampereOf = (setting: ChargerReading['setting']) =>
  setting === 'paused' ? 0 : setting === 'no-limit' ? Number.POSITIVE_INFINITY : setting;

/**
 * A charger is brought back to its claim, never above it: a limit spares no charger. A lower setting is left as it is; it is
 * manual, but not where the charger has just come back from being offline.
 */
function takeSetting(context: Context, planned: PlannedLoad, state: LoadState, charger: ChargerReading): void {
  const { nowMs } = context;
  const { deviceId } = planned.load;
  const reconnected = state.connected === false && charger.connected === true;
  if (charger.connected !== undefined) state.connected = charger.connected;
  if (charger.configuration !== undefined) {
    if (state.refusedConfiguration !== undefined && state.refusedConfiguration !== charger.configuration)
      delete state.refusedConfiguration;
    state.configuration = charger.configuration;
  }
  if (charger.freeOffline !== undefined)
    tellWhile(context, charger.freeOffline, 'free-offline', 'warning', {}, deviceId);
  if (reconnected) context.requests.push({ kind: 'charger-setting', deviceId });
  const before = state.setting;
  const { setting } = charger;
  if (setting === undefined || isUnderWay(state)) return;
  if (charger.readAtMs <= Math.max(state.answeredAt ?? 0, state.claimedAt ?? 0) && state.action !== undefined) return;
  state.setting = setting;
  const amperes = ampereOf(setting) ?? 0;
  if (state.claim === undefined) return;
  if (state.awaited === true) {
    if (amperes > state.claim && !reconnected) {
      acceptRaise(context, planned, state, amperes);
      return;
    }
    if (charger.readAtMs - (state.claimedAt ?? 0) >= waitMs) delete state.awaited;
  }
  if (amperes > state.claim) {
    // A command that is told again too often is a fight with somebody, or with the charger's own program.
    if (reconnected || nowMs - (state.claimedAt ?? 0) >= waitMs) claimAnew(context, state, 'opening');
  } else if (amperes < state.claim && !reconnected && before !== undefined && before !== setting) {
    state.manualAt = nowMs;
    tell(context, 'manual', 'info', { setting: String(setting) }, deviceId);
  }
}

/** A charger that was being raised when the process ended, and was: its claim follows, and nothing is sent for it. */
function acceptRaise(context: Context, { load }: PlannedLoad, state: LoadState, amperes: number): void {
  if (amperes >= load.mostA) delete state.claim;
  else state.claim = amperes;
  claimAnew(context, state, 'closing');
}

/** Whether it is left alone because somebody switched it. */
export function isManual({ settings, nowMs }: Context, { manualAt }: LoadState): boolean {
  return manualAt !== undefined && nowMs - manualAt < settings.manualMs;
}
