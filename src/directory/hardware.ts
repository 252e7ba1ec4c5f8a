/**
 * Whether a device may be of this hardware. One of a type that is new is left out by nobody: the service knows what it is, and
 * refuses what it cannot. spec 2.2
 */
export function mayBe(hardware: string, told: string | undefined): boolean {
  return told === hardware || (told !== 'emcb' && told !== 'ev-emcb');
}
