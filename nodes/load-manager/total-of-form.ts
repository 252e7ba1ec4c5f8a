import type { Leg, SumCircuit, TotalOf } from '../../src/automation';
import type { CircuitDirectory } from '../../src/directory';
import { defined } from '../../src/object';
import { notMeasuredFields } from './rows.fields';

/** A limit of the dialog: the main one, or a row of the further ones. */
type LimitForm = Readonly<Partial<Record<(typeof notMeasuredFields)[Leg], number | '' | undefined>>>;

/** How the dialog's devices are read. */
export interface TotalSite {
  readonly legs: readonly Leg[];
  readonly circuits: CircuitDirectory;
  /** The service's spelling of an id. */
  readonly idOf: (deviceId: string) => string;
  readonly legsOfDevice: (deviceId: string) => readonly Leg[] | undefined;
}

/** The total of a breaker that carries all. */
export function meterTotal(deviceId: string, { idOf, legsOfDevice }: TotalSite): TotalOf {
  const id = idOf(deviceId);
  return { kind: 'meter', deviceId: id, ...defined({ legs: legsOfDevice(id) }) };
}

/** The total of the circuits at or below a location, with what is not measured there. */
export function sumTotal(
  form: LimitForm,
  below: readonly string[],
  { legs, circuits, legsOfDevice }: TotalSite,
): TotalOf {
  return {
    kind: 'sum',
    circuits: below.map((deviceId): SumCircuit => {
      const circuit = circuits.circuitOf(deviceId);
      return {
        deviceId,
        ...defined({ legs: legsOfDevice(deviceId), ratedA: circuit?.ratedA }),
        ...(circuit?.feedsIn === true ? { feedsIn: true } : {}),
      };
    }),
    notMeasured: legs.map((leg) => amperes(form[notMeasuredFields[leg]])),
  };
}

const amperes = (value: number | '' | undefined) => (typeof value === 'number' ? value : Number.NaN);
