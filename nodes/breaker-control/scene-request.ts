import { invalidInput } from '../../src/runtime';
import type { ActingAlarm } from '../../src/runtime/scenes';
import { type ScenePosition, sceneName } from '../../src/scene';
import { problem } from '../../src/schema';

/** What a node does to a scene. */
export interface SceneRequest {
  readonly kind: 'scene';
  readonly scene: string;
  /** `forget`: what the scene remembers is given up, and no circuit is commanded. */
  readonly do: 'set' | 'restore' | 'forget';
  /** The position that setting it makes. */
  readonly to: ScenePosition;
  readonly reason?: string;
  /** How many alarms last: the scene is the node's own. */
  readonly alarms?: number;
}

const positions = new Map<unknown, ScenePosition>([
  [undefined, 'open'],
  ['open', 'open'],
  ['close', 'closed'],
]);

/** `{"scene": "away", "do": "set"}`; undefined for what names no scene. Refuses everything else with every problem. */
export function sceneOf(value: unknown): SceneRequest | undefined {
  if (typeof value !== 'object' || value === null || !('scene' in value)) return undefined;
  const { scene, do: deed, command, reason, ...rest } = value as Readonly<Record<string, unknown>>;
  const name = sceneName(scene);
  const to = positions.get(command);
  const isDeed = deed === 'set' || deed === 'restore' || deed === 'forget';
  if (name !== undefined && to !== undefined && isDeed && isReason(reason) && Object.keys(rest).length === 0)
    return { kind: 'scene', scene: name, do: deed, to, ...(reason === undefined ? {} : { reason }) };
  throw invalidInput('the message holds no valid scene', [
    ...Object.keys(rest).map((field) => problem(field, 'unknown', 'is not a field of a scene')),
    ...(name === undefined
      ? [problem('scene', 'sceneName', 'must be the name of a scene, at most 60 characters')]
      : []),
    ...(isDeed ? [] : [problem('do', 'enum', 'must be set, restore or forget', { values: 'set, restore, forget' })]),
    ...(to === undefined ? [problem('command', 'enum', 'must be open or close', { values: 'open, close' })] : []),
    ...(isReason(reason) ? [] : [problem('reason', 'type', 'must be a string', { type: 'string' })]),
  ]);
}

/** The request of a node whose dialog names the scene. */
export function sceneOfDialog(
  deed: 'set' | 'restore',
  { scene, scenePosition }: { readonly scene: string; readonly scenePosition: ScenePosition },
): SceneRequest {
  const name = sceneName(scene);
  if (name === undefined) throw invalidInput('no scene is named', [problem('scene', 'required', 'is required')]);
  return { kind: 'scene', scene: name, do: deed, to: scenePosition };
}

/** The request of a node that sets its own scene while an alarm lasts. */
export function sceneOfAlarm(
  alarm: ActingAlarm,
  { scenePosition }: { readonly scenePosition: ScenePosition },
): SceneRequest {
  return { kind: 'scene', scene: alarm.scene.name, do: alarm.do, to: scenePosition, alarms: alarm.lasting };
}

function isReason(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
