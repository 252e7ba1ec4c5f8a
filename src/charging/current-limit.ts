/** The least that a charger can offer, A (J1772); 0 means no limit in requests and answers. spec 2.11 */
export const leastCurrentA = 6;
/** The highest limit that is assumed, A: more is a warning. */
export const mostCurrentA = 32;
/** The highest energy limit that is assumed, Wh: more is a warning. */
export const mostEnergyWh = 200_000;

/** The value for no limit in messages, where 0 does not mean that. */
export const noLimit = 'no-limit';
export type Limit = number | typeof noLimit;

/** A limit as the service has it: 0 becomes `no-limit`, and undefined stays undefined. */
export function limitRead(value: number | undefined): Limit | undefined {
  return value === 0 ? noLimit : value;
}
