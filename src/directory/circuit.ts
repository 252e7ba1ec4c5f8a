/** The legs of the panel that a breaker is on. */
export const legs = ['A', 'B', 'C', 'both'] as const;
export type Leg = (typeof legs)[number];

/** One row of the circuit directory: what people know of a device. `''` where no name or serial number is known. */
export interface Circuit {
  readonly deviceId: string;
  readonly serialNumber: string;
  /** Given by a person. A default name is only shown, and never stored. */
  readonly name: string;
  /** The position in the panel, such as `4` or `4/6`. */
  readonly space?: string;
  readonly leg?: Leg;
  /** The circuit feeds power in, such as a solar inverter. */
  readonly feedsIn?: boolean;
  /** A */
  readonly ratedA?: number;
  /** No node operates the device, as if the account named it as protected. */
  readonly critical?: boolean;
  readonly room?: string;
}

export type CircuitField = keyof Circuit;

/** In the order of the columns of tables and CSV files. */
export const circuitFields = [
  'deviceId',
  'serialNumber',
  'name',
  'space',
  'leg',
  'feedsIn',
  'ratedA',
  'critical',
  'room',
] as const satisfies readonly CircuitField[];

/** The most characters of each text. */
export const textMax = { name: 60, space: 12, room: 60 } as const;
/** A */
export const ratedMaxA = 1_000;

/** A device as the service tells of it. */
export interface KnownDevice {
  readonly id: string;
  readonly serialNumber?: string;
}

/** The texts of a stored row without those that are absent; undefined where it is no object, or names no device. */
export function circuitOf(row: unknown): Circuit | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { deviceId, serialNumber, name } = row as Partial<Circuit>;
  if (!isDeviceId(deviceId)) return undefined;
  return { ...row, deviceId, serialNumber: textOr(serialNumber), name: textOr(name) };
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : '');

/** What the service takes as the id or serial number of a device. */
export function isDeviceId(value: unknown): value is string {
  return typeof value === 'string' && /^(?![.]*$)[A-Za-z0-9_.:=-]{1,128}$/.test(value);
}
