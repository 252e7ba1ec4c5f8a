/** What one action does to each breaker of the node. */
interface ControlAction {
  /** `message`: the message says whether to set the position, to lock, to unlock, or what to do to a scene. */
  readonly request:
    | 'message'
    | 'setPosition'
    | 'cancelTimer'
    | 'lock'
    | 'unlock'
    | 'scene'
    | 'readPosition'
    | 'readTimer';
  /** What is done to the scene of the dialog. */
  readonly scene?: 'set' | 'restore';
  /**
   * What an alarm of a watch does. `lasts`: it sets a scene of the node's own, and the last all-clear restores it. `begins`: its
   * beginning is a command, and its all-clear is none.
   */
  readonly byAlarm: false | 'lasts' | 'begins';
  /** The position that is set. */
  readonly command?: 'open' | 'close';
  /** The service ends the command after the seconds of the dialog. */
  readonly timed: boolean;
  /** Whether the action opens: in a burst, the newest open of each breaker is kept. `message`: the message decides. */
  readonly opens: boolean | 'message';
  /** Whether the action only reads. */
  readonly reads: boolean;
  /** The label of a node without a name. */
  readonly label: 'type' | 'action';
}

const command = { byAlarm: false, timed: false, opens: false, reads: false, label: 'action' } as const;
const read = { ...command, reads: true } as const;

/** The actions of the node in the order of the dialog, by the name that a flow file stores. */
export const actions = {
  value: { ...command, request: 'message', opens: 'message', label: 'type' },
  open: { ...command, request: 'setPosition', command: 'open', opens: true },
  close: { ...command, request: 'setPosition', command: 'close' },
  openFor: { ...command, request: 'setPosition', command: 'open', opens: true, timed: true },
  cancelTimer: { ...command, request: 'cancelTimer' },
  // Opens too, but `opens` is false: in a burst, a newer plain open would replace it, and the lock would be lost.
  lock: { ...command, request: 'lock' },
  unlock: { ...command, request: 'unlock' },
  // A newer plain open would replace it in a burst too, and what the scene is to remember would be lost.
  setScene: { ...command, request: 'scene', scene: 'set' },
  restoreScene: { ...command, request: 'scene', scene: 'restore' },
  whileAlarm: { ...command, request: 'scene', scene: 'set', byAlarm: 'lasts' },
  openOnAlarm: { ...command, request: 'setPosition', command: 'open', opens: 'message', byAlarm: 'begins' },
  readPosition: { ...read, request: 'readPosition' },
  readTimer: { ...read, request: 'readTimer' },
} as const satisfies Readonly<Record<string, ControlAction>>;

export const actionNames = Object.keys(actions) as readonly (keyof typeof actions)[];

/** What a stored action does; undefined for an unknown name. */
export function actionOf(stored: unknown): ControlAction | undefined {
  const name = actionNames.find((known) => known === stored);
  return name === undefined ? undefined : actions[name];
}

/** Whether the dialog names the scene of an action. */
export function namesScene(action: ControlAction | undefined): boolean {
  return action?.request === 'scene' && action.byAlarm === false;
}
