import { type Context, forget, isUnderWay, loadState, openLoad, tell } from './context';
import type { PlannedLoad } from './plan';
import type { Answer } from './readings';
import type { LoadState } from './state';

/** An answer that has not come in this time is taken as unknown. */
const answerMs = 60_000;
const monthMs = 30 * 24 * 3_600_000;
const yearOfMonths = 12;
const wornAYear = 1_500;
const dayMs = 24 * 3_600_000;

/** Takes the answers to claims; one to an older claim of the device does not count any more. */
export function takeAnswers(context: Context): void {
  for (const answer of context.readings.answers ?? []) {
    const planned = context.plan.byId.get(answer.deviceId);
    if (planned === undefined) continue;
    const state = loadState(context, planned);
    if (state.action !== answer.action || !isUnderWay(state)) continue;
    if (answer.outcome === 'waiting') {
      state.waitingAt = context.nowMs;
      state.claimedAt = context.nowMs;
    } else takeAnswer(context, planned, state, answer);
  }
  for (const planned of context.plan.loads) {
    const state = loadState(context, planned);
    const { deviceId } = planned.load;
    if (!isUnderWay(state) || state.awaited === true || state.action === undefined) continue;
    if (context.nowMs - (state.claimedAt ?? context.nowMs) >= answerMs)
      takeAnswer(context, planned, state, { deviceId, action: state.action, outcome: 'unknown' });
  }
}

function takeAnswer(context: Context, planned: PlannedLoad, state: LoadState, answer: Answer): void {
  state.answeredAt = context.nowMs;
  context.draft.answeredAt = context.nowMs;
  if (planned.load.kind === 'charger') takeChargerAnswer(context, planned, state, answer);
  else if (state.phase === 'opening') takeOpenAnswer(context, planned, state, answer);
  else takeCloseAnswer(context, planned, state, answer);
}

function takeOpenAnswer(context: Context, { load }: PlannedLoad, state: LoadState, answer: Answer): void {
  const { nowMs } = context;
  const { outcome, sent, detail = '' } = answer;
  const { deviceId } = load;
  const wasReverting = state.reverting === true;
  delete state.reverting;
  switch (outcome) {
    case 'confirmed':
    case 'accepted':
    case 'unknown':
      state.phase = 'shed';
      state.openedAt = nowMs;
      if (sent !== undefined) state.opened = sent;
      if (outcome === 'confirmed') state.seenOpen = true;
      countOpen(context, deviceId, state);
      // Its own meter tells whether it carries nothing now.
      context.requests.push({ kind: 'read', deviceIds: [deviceId] });
      return;
    case 'unchanged':
      // Nothing was sent: who opened it, and when, is as it was known before, by this manager or for another one.
      state.phase = 'shed';
      state.openedAt ??= nowMs;
      if (sent !== undefined) state.opened ??= sent;
      return;
    case 'deferred':
      state.phase = 'pending';
      tell(context, 'open-deferred', 'warning', {}, deviceId);
      return;
    default:
      state.unavailableAt = nowMs;
      // A close that was never sent, and is now not wanted any more, left the circuit as open as before.
      if (wasReverting && state.position === 'open') state.phase = 'shed';
      else forget(state);
      tell(context, 'open-failed', 'warning', { outcome, detail }, deviceId);
  }
}

function takeCloseAnswer(context: Context, planned: PlannedLoad, state: LoadState, answer: Answer): void {
  const { nowMs, draft } = context;
  const { outcome, sent, detail = '' } = answer;
  const { deviceId } = planned.load;
  switch (outcome) {
    case 'confirmed':
    case 'accepted':
    case 'unknown':
    case 'unchanged':
      state.phase = 'proving';
      state.seenClosed = outcome === 'confirmed' || outcome === 'unchanged';
      draft.lastRestoreAt = nowMs;
      if (sent !== undefined) state.closedServiceMs = sent.toMs;
      return;
    case 'deferred':
      // The service would close it when the event ends, whatever is then: an open takes the place of what it has stored.
      openLoad(context, planned, 'revert');
      tell(context, 'close-deferred', 'warning', {}, deviceId);
      return;
    case 'confirmation-needed':
      forget(state);
      tell(context, 'needs-person', 'alarm', { detail }, deviceId);
      return;
    default:
      // An open with a number of its own ends a close that may still wait somewhere.
      openLoad(context, planned, 'revert');
      state.unavailableAt = nowMs;
      tell(context, 'close-failed', 'warning', { outcome, detail }, deviceId);
  }
}

function takeChargerAnswer(context: Context, { load }: PlannedLoad, state: LoadState, answer: Answer): void {
  const { outcome, detail = '' } = answer;
  const applied = ['confirmed', 'accepted', 'unknown', 'unchanged', 'deferred'].includes(outcome);
  if (applied) {
    // What the next reading shows is our doing, where it is not known what is set.
    if (outcome === 'unknown') delete state.setting;
    else if (answer.set !== undefined && outcome !== 'deferred') state.setting = answer.set;
    if (state.claim === undefined) delete state.claimBefore;
    else state.claimBefore = state.claim;
    if (state.phase === 'closing') context.draft.lastRestoreAt = state.raisedAt = context.nowMs;
    else state.openedAt = context.nowMs;
  } else {
    // Nothing was changed: the claim that was carried out before holds.
    if (state.claimBefore === undefined) delete state.claim;
    else state.claim = state.claimBefore;
    if (outcome === 'refused') state.refusedConfiguration = state.configuration ?? '';
    else state.unavailableAt = context.nowMs;
    const event = outcome === 'refused' ? 'charger-refuses' : 'open-failed';
    tell(context, event, outcome === 'refused' ? 'alarm' : 'warning', { outcome, detail }, load.deviceId);
  }
  state.phase = state.claim === undefined ? 'normal' : 'shed';
}

export function countOpen(context: Context, deviceId: string, state: LoadState): void {
  const { now, nowMs } = context;
  state.opensAt = [...opensOfADay(state, nowMs), nowMs];
  state.operations++;
  const month = Math.floor(now.wallMs / monthMs);
  const kept = Object.entries(state.operationsByMonth).filter(([name]) => month - Number(name) < yearOfMonths);
  state.operationsByMonth = Object.fromEntries(kept);
  state.operationsByMonth = { ...state.operationsByMonth, [month]: (state.operationsByMonth[month] ?? 0) + 1 };
  const ofYear = Object.values(state.operationsByMonth).reduce((sum, count) => sum + count, 0);
  if (ofYear < wornAYear) delete state.wornTold;
  else if (state.wornTold !== true) {
    state.wornTold = true;
    tell(context, 'worn', 'warning', { operations: state.operations, ofYear }, deviceId);
  }
}

/** Its opens within the last 24 hours. */
export function opensOfADay({ opensAt }: LoadState, nowMs: number): readonly number[] {
  // Most loads have none.
  return opensAt.length === 0 ? opensAt : opensAt.filter((at) => nowMs - at < dayMs);
}
