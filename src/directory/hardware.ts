/** Whether the service says what a device is: a smart breaker or an EV charger. spec 1.1, 2.2 */
export function isKnownHardware(told: string | undefined): boolean {
  return told === 'emcb' || told === 'ev-emcb';
}

/** Whether a device may be of this hardware, as one of a newer type may: only the service knows what that is. spec 2.2 */
export function mayBe(hardware: string, told: string | undefined): boolean {
  return told === hardware || !isKnownHardware(told);
}
