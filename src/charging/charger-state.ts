/** What the state of a charger means. */
export type ChargerMeaning = 'noCar' | 'plugged' | 'waitsForCharger' | 'waitsForCar' | 'charging' | 'fault';

interface ReadState {
  readonly meaning: ChargerMeaning;
  /** Absent where the state does not tell. */
  readonly pluggedIn?: boolean;
  readonly charging?: boolean;
}

const noCar: ReadState = { meaning: 'noCar', pluggedIn: false, charging: false };
const plugged = (meaning: ChargerMeaning): ReadState => ({ meaning, pluggedIn: true, charging: false });
const charging: ReadState = { meaning: 'charging', pluggedIn: true, charging: true };

/** The names of J1772; spec 2.11 shows `idle` only. */
const states: Readonly<Record<string, ReadState>> = {
  idle: noCar,
  A: noCar,
  B: plugged('plugged'),
  B1: plugged('waitsForCharger'),
  B2: plugged('waitsForCar'),
  C: charging,
  D: charging,
  // Whether a car is there is not told.
  E: { meaning: 'fault' },
  F: { meaning: 'fault' },
};

/** What a charger's state means; undefined for a state that is not known here. */
export function readChargerState(state: string | undefined): ReadState | undefined {
  return state !== undefined && Object.hasOwn(states, state) ? states[state] : undefined;
}
