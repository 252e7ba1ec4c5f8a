/** The least that a charger can offer, A (J1772); 0 stands for no limit on the wire. spec 2.11 */
export const leastCurrentA = 6;
/** The most that a charger takes as a limit, A. */
export const mostCurrentA = 32;
/** The most that a charger takes as an energy limit, Wh. */
export const mostEnergyWh = 200_000;

/** How a message says that nothing is limited: 0 is never taken for it by itself. */
export const noLimit = 'no-limit';
export type Limit = number | typeof noLimit;

/** A limit as it is read: 0 is spelled out, what is missing stays missing. */
export function limitRead(value: number | undefined): Limit | undefined {
  return value === 0 ? noLimit : value;
}
