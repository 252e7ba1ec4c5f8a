interface Described {
  /** Such as `water-heater`. */
  readonly load?: string;
  /** The name of its location. */
  readonly location?: string;
  readonly serialNumber?: string;
}

/**
 * How a device is shown that nobody has named, such as `water heater, Main panel (8860)`; empty where nothing is known.
 * It is shown only, and never accepted as the name of a device: another device can have the same one tomorrow.
 */
export function defaultName({ load = '', location = '', serialNumber = '' }: Described): string {
  const words = [load.replaceAll('-', ' '), location].filter((part) => part !== '').join(', ');
  const end = serialNumber.slice(-4);
  if (words === '') return serialNumber;
  return end === '' ? words : `${words} (${end})`;
}
