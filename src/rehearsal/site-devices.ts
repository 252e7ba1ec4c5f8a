import { demoSite, type SimulatorSnapshot } from '../simulator';
import type { RehearsedSite } from './job';

/** The devices that a rehearsed site begins with. */
export function siteDevices({ seed, state }: RehearsedSite, startMs: number): SimulatorSnapshot['devices'] {
  return (state ?? demoSite(seed, startMs)).devices;
}
