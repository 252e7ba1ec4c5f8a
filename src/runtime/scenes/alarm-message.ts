import type { AlarmEvent } from '../../scene';
import { type Problem, problem } from '../../schema';
import { invalidInput, type Message } from '..';

/** A person ends what alarms have done: all of them count as ended. `forget`: nothing is sent. */
export type AlarmEnd = 'restore' | 'forget';

/** What a message says to a node that acts while an alarm lasts; `nothing`: an event of a watch that changes nothing. */
export type AlarmMessage = AlarmEvent | { readonly kind: 'nothing' } | { readonly kind: AlarmEnd };

/** Events of a watch that begin and end no alarm. */
const unchanging: ReadonlySet<unknown> = new Set(['warning', 'repeat', 'unread', 'read-again']);
const ends = new Map<unknown, AlarmEnd>([
  ['restore', 'restore'],
  ['forget', 'forget'],
]);

/** Reads an alarm or an all-clear as `circuit-watch` sends it, or `{"do": "restore"}`. Refuses anything else with every problem. */
export function readAlarm(msg: Message): AlarmMessage {
  const { event, deviceId, measure, id, at, repeated, payload } = msg as Readonly<Record<string, unknown>>;
  const end = endOf(payload);
  if (event === undefined && end !== undefined) return { kind: end };
  if (unchanging.has(event)) return { kind: 'nothing' };
  const isKind = event === 'alarm' || event === 'all-clear';
  const problems: Problem[] = [
    ...(isKind ? [] : [problem('event', 'alarmMessage', 'must be alarm or all-clear, as circuit-watch sends them')]),
    ...(typeof deviceId === 'string' && deviceId !== ''
      ? []
      : [problem('deviceId', 'required', 'must say which device the alarm is of')]),
  ];
  if (problems.length > 0 || !isKind) throw invalidInput('the message is no alarm and no all-clear', problems);
  return {
    kind: event,
    subject: JSON.stringify([watchOf(id), String(deviceId).toLowerCase(), typeof measure === 'string' ? measure : '']),
    ...(typeof at === 'number' && Number.isFinite(at) ? { at } : {}),
    repeated: repeated === true,
  };
}

/** The watch that sent an event, whose `id` is `<watch>:<number>`. */
function watchOf(id: unknown): string {
  return (typeof id === 'string' ? /^(.+):\d+$/.exec(id)?.[1] : undefined) ?? '';
}

function endOf(payload: unknown): AlarmEnd | undefined {
  if (typeof payload !== 'object' || payload === null || !('do' in payload)) return undefined;
  return Object.keys(payload).length === 1 ? ends.get(payload.do) : undefined;
}
