/** A position that a scene remembers and sets. */
export type ScenePosition = 'open' | 'closed';

/** What a scene remembers of one circuit; plain JSON, kept on disk. */
export interface RememberedCircuit {
  readonly deviceId: string;
  /** The position of the remote handle before the scene was set, to which the circuit is restored. */
  readonly before: ScenePosition;
  /** The position that the scene sets. The same as `before`: the scene sent nothing, and nothing is restored. */
  readonly to: ScenePosition;
  /** When the command was about to be sent: epoch ms of this machine, and of the service's clock. */
  readonly at: number;
  readonly serviceAt: number;
  /**
   * When the handle moved last before, as the service's history tells it; 0 where it never did. Absent: not known.
   */
  readonly movedAt?: number;
  /** The number of the setting command in the command record; absent where nothing was sent. */
  readonly sequence?: number;
  /** The number of the newest restoring command that may have reached the device. */
  readonly restoring?: number;
  /** It is not known whether, or when, the setting command moved the handle: its outcome was unknown or deferred. */
  readonly doubtful?: true;
}

/** Why a scene does not command a circuit that it could have commanded. */
export type LeftOutReason =
  | 'excepted'
  | 'protected'
  | 'locked'
  | 'not-named'
  | 'already-set'
  | 'as-before'
  | 'operated-since'
  | 'commanded-since'
  | 'held-by-alarm'
  | 'held-by-event';

const maxNameLength = 60;

/** Reads the name of a scene; undefined for what is none. Blanks around it do not count. */
export function sceneName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  return name === '' || name.length > maxNameLength ? undefined : name;
}

/** Tells scenes apart: `Away` and `away` are one scene, or a typing error would leave circuits open. */
export function sceneKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The scene of a node that sets it while an alarm lasts. */
export function alarmSceneName(nodeId: string): string {
  return `node ${nodeId}`;
}
