import type { BreakerResult, CommandOutcome } from '../../src/control';
import {
  circuitBadge,
  isNamedIn,
  type NodeTeller,
  type Row,
  reasonOf,
  rowOf,
  sentences,
  subjectOf,
  type Told,
  tellDevices,
} from '../../src/runtime';
import type { ControlRequest } from './control-request';
import type english from './locales/en-US/breaker-control.json';
import { tellScene } from './scene-words';

export type ControlTeller = NodeTeller<typeof english>;

const commands: Readonly<Record<BreakerResult['command'], true>> = { open: true, close: true, cancelTimer: true };
const outcomes: Readonly<Record<CommandOutcome, true>> = {
  confirmed: true,
  accepted: true,
  deferred: true,
  unknown: true,
  superseded: true,
  unchanged: true,
  'dry-run': true,
};

/** Tells what came of a request: the payload that the node sends without *Message for people*. */
export function tellControl(
  teller: ControlTeller,
  request: ControlRequest,
  isDryRun: boolean,
): (payload: unknown) => Told {
  const { text, words, texts, nodeName } = teller;
  return (payload) => {
    if (request.kind === 'scene') {
      const told = tellScene(teller, rowOf(payload), isDryRun);
      const topic = request.alarms === undefined ? request.scene : text('words.alarm.subject');
      return { topic: subjectOf(nodeName, topic), payload: told };
    }
    return tellDevices(payload, { words, texts, nodeName, tellRow: (row) => tellResult(teller, request, row) });
  };
}

function tellResult(teller: ControlTeller, request: Exclude<ControlRequest, { kind: 'scene' }>, row: Row): string {
  const { text, words } = teller;
  const name = words.called(row);
  const reason = reasonOf(row);
  if (reason !== undefined) return text(`words.failed.${wantedOf(request)}`, { name, reason });
  switch (request.kind) {
    case 'readPosition':
      return text('words.read', { name, state: stateOf(teller, row) ?? text('words.stateUnknown') });
    case 'readTimer':
      return timerOf(teller, row);
    case 'unlock':
      return sentences(text('words.unlock', { name }), row.saved === false ? text('words.unlockUnsaved') : undefined);
    default:
      return tellCommand(teller, row);
  }
}

/** What is not done when a request fails. */
function wantedOf(request: Exclude<ControlRequest, { kind: 'scene' }>) {
  if (request.kind === 'setPosition') return request.command;
  return request.kind === 'readPosition' || request.kind === 'readTimer' ? 'read' : request.kind;
}

/** The sentence of one result of a command or a lock, also of one that was deferred before. */
function tellCommand(teller: ControlTeller, row: Row): string {
  const { text, words } = teller;
  const command = isNamedIn(commands, row.command) ? row.command : 'open';
  const outcome = isNamedIn(outcomes, row.outcome) ? row.outcome : 'unknown';
  const { by, saved } = rowOf(row.locked);
  const { secondsUntilReset: seconds, closesAt, timerUnknown, deferredAt } = row;
  const opened = command === 'open' && (outcome === 'confirmed' || outcome === 'accepted');
  const state = command === 'close' && outcome === 'confirmed' ? stateOf(teller, row) : undefined;
  return sentences(
    text(`words.${command}.${outcome}`, { name: words.called(row) }),
    opened && typeof seconds === 'number' && seconds > 0
      ? text('words.closesAfter', { duration: words.duration(seconds) })
      : undefined,
    typeof closesAt === 'number' ? text('words.closesAt', { time: words.time(closesAt) }) : undefined,
    timerUnknown === true ? text('words.olderTimerUnknown') : undefined,
    state === undefined ? undefined : text('words.state', { state }),
    typeof by === 'string' ? text('words.locked', { by }) : undefined,
    saved === false ? text('words.lockUnsaved') : undefined,
    typeof deferredAt === 'number' ? text('words.deferredAt', { time: words.time(deferredAt) }) : undefined,
  );
}

function timerOf({ text, words }: ControlTeller, row: Row): string {
  const name = words.called(row);
  const { secondsUntilReset: seconds } = row;
  if (typeof seconds !== 'number') return text('words.timerUnknown', { name });
  return seconds > 0
    ? text('words.timer', { name, duration: words.duration(seconds) })
    : text('words.cancelTimer.unchanged', { name });
}

function stateOf({ texts, words }: ControlTeller, row: Row): string | undefined {
  return circuitBadge(row, texts, words.time)?.text;
}
