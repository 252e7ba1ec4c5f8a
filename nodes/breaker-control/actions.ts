/** What one action does to each breaker of the node. */
interface ControlAction {
  /** `message`: the message says whether to set the position, to lock or to unlock. */
  readonly request: 'message' | 'setPosition' | 'cancelTimer' | 'lock' | 'unlock' | 'readPosition' | 'readTimer';
  /** The position that is set. */
  readonly command?: 'open' | 'close';
  /** The service ends the command after the seconds of the dialog. */
  readonly timed: boolean;
  /** In a burst, the newest open of each breaker is kept; `message` leaves to the message whether it is one. */
  readonly opens: boolean | 'message';
  /** Nothing is sent that changes a breaker. */
  readonly reads: boolean;
  /** What an unnamed node is called on the canvas. */
  readonly label: 'type' | 'action';
}

const command = { timed: false, opens: false, reads: false, label: 'action' } as const;
const read = { ...command, reads: true } as const;

/** The actions of the node in the order of the dialog, by the name that a flow file stores. */
export const actions = {
  value: { ...command, request: 'message', opens: 'message', label: 'type' },
  open: { ...command, request: 'setPosition', command: 'open', opens: true },
  close: { ...command, request: 'setPosition', command: 'close' },
  openFor: { ...command, request: 'setPosition', command: 'open', opens: true, timed: true },
  cancelTimer: { ...command, request: 'cancelTimer' },
  // Opens too, but is no open of a burst: a newer plain open would take its place, and the lock would be lost.
  lock: { ...command, request: 'lock' },
  unlock: { ...command, request: 'unlock' },
  readPosition: { ...read, request: 'readPosition' },
  readTimer: { ...read, request: 'readTimer' },
} as const satisfies Readonly<Record<string, ControlAction>>;

export const actionNames = Object.keys(actions) as readonly (keyof typeof actions)[];

/** What a stored action does; undefined where the name is of none. */
export function actionOf(stored: unknown): ControlAction | undefined {
  const name = actionNames.find((known) => known === stored);
  return name === undefined ? undefined : actions[name];
}
