import type { NodeAPI } from 'node-red';
import { type Command, parseCommand } from '../../src/control';
import { invalidInput, type Message, type NodeContext, resolveValue, type Texts } from '../../src/runtime';
import type { ActingAlarm } from '../../src/runtime/scenes';
import { problem } from '../../src/schema';
import { actions } from './actions';
import type { fields } from './breaker-control.fields';
import { type SceneRequest, sceneOf, sceneOfAlarm, sceneOfDialog } from './scene-request';

type Context = Pick<NodeContext<typeof fields>, 'node' | 'config'> & { readonly RED: NodeAPI; readonly texts: Texts };

/** What the node does to each breaker. */
export type ControlRequest =
  | (Command & { readonly kind: 'setPosition' })
  | { readonly kind: 'cancelTimer' | 'readPosition' | 'readTimer' }
  /** `by`: the person who locks or unlocks; `deviceId`: the id, serial number or name of the device, if the message contains it. */
  | { readonly kind: 'lock' | 'unlock'; readonly by?: string; readonly deviceId?: string }
  | SceneRequest;

// 0 would end a timer and leave the breaker open, so a timed open needs a number above 0.
function timerSeconds(value: unknown): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds > 0) return seconds;
  throw invalidInput('no time is given', [problem('secondsUntilReset', 'required', 'must be a number above 0')]);
}

/** `{"lock": device, "by": person}` or `{"unlock": ...}`; undefined for everything else. */
function lockOf(value: unknown): ControlRequest | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kind = 'lock' in value ? 'lock' : 'unlock' in value ? 'unlock' : undefined;
  if (kind === undefined) return undefined;
  const { by, [kind]: deviceId, ...rest } = value as Record<string, unknown>;
  const problems = [
    ...Object.keys(rest).map((name) => problem(name, 'unknown', `is not a field of ${kind}`)),
    ...(deviceId === true || (typeof deviceId === 'string' && deviceId !== '')
      ? []
      : [problem(kind, 'required', 'must be the id of the device, or true')]),
    ...(typeof by === 'string' && by.trim() !== '' ? [] : [problem('by', 'required', 'must say who does it')]),
  ];
  if (problems.length > 0) throw invalidInput(`the message holds no valid ${kind}`, problems);
  return { kind, by: String(by).trim(), ...(typeof deviceId === 'string' ? { deviceId } : {}) };
}

/** The request of the dialog, the message, or the alarm that the message tells. */
export async function readRequest(
  { RED, node, config }: Context,
  msg: Message,
  alarm: ActingAlarm | undefined,
): Promise<ControlRequest> {
  const action = actions[config.action];
  if (alarm !== undefined) return sceneOfAlarm(alarm, config);
  switch (action.request) {
    case 'setPosition': {
      const { command, timed } = action;
      if (!timed) return { kind: 'setPosition', command };
      const secondsUntilReset = timerSeconds(await resolveValue(RED, node, config.seconds, msg));
      return { kind: 'setPosition', command, secondsUntilReset };
    }
    case 'lock':
    case 'unlock':
      return { kind: action.request, ...(typeof msg.by === 'string' && msg.by !== '' ? { by: msg.by } : {}) };
    case 'scene':
      return sceneOfDialog(action.scene, config);
    case 'message': {
      const value = await resolveValue(RED, node, config.command, msg);
      const other = lockOf(value) ?? sceneOf(value);
      if (other !== undefined) return other;
      const parsed = parseCommand(value);
      if ('problems' in parsed) throw invalidInput('the message holds no command', parsed.problems);
      return { kind: 'setPosition', ...parsed.command };
    }
    default:
      return { kind: action.request };
  }
}

/** The reason that the service stores with a command: from the message, the dialog, or the names of flow and node. */
export async function readReason(
  { RED, node, config, texts }: Context,
  request: ControlRequest,
  msg: Message,
): Promise<string> {
  if ('reason' in request && request.reason !== undefined) return request.reason;
  const given = await resolveValue(RED, node, config.reason, msg);
  if (typeof given === 'string' && given !== '') return given;
  const flow = await resolveValue(RED, node, { value: 'NR_FLOW_NAME', source: 'env' }, msg);
  return texts('reason', { flow: flow ?? '', node: node.name || node.type });
}
