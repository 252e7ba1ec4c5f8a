import type { LiveDevice } from './live-device';
import type { SiteDevice } from './site';

/** What one device showed to the check of a site. */
export interface CheckedDevice {
  readonly device: SiteDevice;
  /** Its state, the age of its meter reading and its timer; with `error` where it could not be read. */
  readonly live: LiveDevice;
  /** What moved its remote handle in the last days, by the names of the service; absent where it could not be read. */
  readonly sources?: readonly HandleSource[];
}

/** Everything that one source did to one device. spec 2.11 */
interface HandleSource {
  /** Empty where the service names none. */
  readonly source: string;
  readonly movements: number;
  /** How long ago the newest movement was, by the service's clock. */
  readonly newestAgeMs: number;
}

/** The check of a site before its first automation, as far as it has come. */
export interface SiteCheck {
  readonly finished: boolean;
  /** How many devices are checked: of more than that, only the first ones. */
  readonly total: number;
  /** How many devices the account has. */
  readonly devices: number;
  /** How far back the handle histories are read. */
  readonly days: number;
  readonly checked: readonly CheckedDevice[];
}
