import type { MeasureName, WatchEvent } from '../../src/watch';

/** What happens to a device, as flows switch on it. */
export type EventName =
  | 'tripped-or-opened'
  | 'closed-by-hand'
  | 'opened-by-command'
  | 'closed-by-command'
  | 'offline'
  | 'back'
  | 'locked'
  | 'unlocked'
  | 'car-plugged'
  | 'charging'
  | 'charging-ended'
  | 'car-unplugged'
  | 'charger-fault'
  | 'charger-state';

const byState: Readonly<Partial<Record<MeasureName, Readonly<Record<string, EventName>>>>> = {
  // The service does not say what has opened the lever. spec 2.6
  handLever: { open: 'tripped-or-opened', closed: 'closed-by-hand' },
  position: { open: 'opened-by-command', closed: 'closed-by-command' },
  connection: { offline: 'offline', online: 'back' },
  lock: { locked: 'locked', unlocked: 'unlocked' },
};

/** Of J1772: A without a car, B with one, C charging, E and F a fault. spec 2.11 shows `idle` only. */
function chargerEvent(before: string, state: string): EventName {
  const was = letter(before);
  const is = letter(state);
  if (is === 'A') return 'car-unplugged';
  if (is === 'C' || is === 'D') return 'charging';
  if (is === 'E' || is === 'F') return 'charger-fault';
  if (is !== 'B') return 'charger-state';
  if (was === 'C' || was === 'D') return 'charging-ended';
  return was === 'A' ? 'car-plugged' : 'charger-state';
}

const letter = (state: string) => (state === 'idle' ? 'A' : (/^([A-F])\d?$/.exec(state)?.[1] ?? ''));

/** The name of a change of a device. */
export function eventNameOf(measure: MeasureName, { before, value }: Pick<WatchEvent, 'before' | 'value'>): EventName {
  if (measure === 'charger') return chargerEvent(String(before), String(value));
  return byState[measure]?.[String(value)] ?? 'charger-state';
}

/** Of changes, what a person should look at. */
export const unwelcome: ReadonlySet<EventName> = new Set(['tripped-or-opened', 'offline', 'charger-fault']);
