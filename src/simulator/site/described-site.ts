import type { HardwareType } from '../../catalog';
import type { LoadProfile, RecordedWeek, WeeklyVisit } from '../state';

/** What could not be read of a site, and what the description has in its place. */
export type SiteGapKind =
  /** The zone of a location, which no service tells: `why` is the zone that was taken. */
  | 'zone'
  | 'locations'
  /** Ratings, handles and settings of a device. */
  | 'deviceData'
  /** Rated current and poles: those of the SKU, or of a usual device. */
  | 'ratings'
  /** The recorded week: the kind of the load fills it. */
  | 'history'
  /** Settings and charge windows of a charger. */
  | 'configuration'
  /** A mode of a charger that nobody can set from here; `why` names it. */
  | 'mode'
  /** The cars of a charger: none comes. */
  | 'sessions'
  /** Further devices, which were left out; `why` is how many. */
  | 'more';

export interface SiteGap {
  readonly what: SiteGapKind;
  /** The device or location, by its name. */
  readonly of?: string;
  /** Why, in the words of the service; or what was taken instead. */
  readonly why?: string;
}

export interface DescribedLocation {
  readonly id: string;
  readonly parentId?: string;
  readonly type: 'custom' | 'address' | 'equipment';
  readonly name: string;
  readonly description?: string;
  readonly place?: { readonly latitude: number; readonly longitude: number };
  /** IANA name. */
  readonly zone?: string;
}

export interface DescribedDevice {
  readonly id: string;
  readonly name: string;
  readonly type: HardwareType;
  readonly sku?: string;
  readonly serialNumber?: string;
  readonly stationId?: string;
  readonly locationId: string;
  /** A; that of the SKU when absent. */
  readonly ratedA?: number;
  readonly poles?: 1 | 2;
  /** Of pole A. */
  readonly leg?: 'A' | 'B';
  readonly loadDetails?: { readonly type?: string; readonly manufacturerName?: string; readonly modelName?: string };
  readonly online?: boolean;
  readonly remoteHandle?: 'open' | 'closed';
  readonly mainHandle?: 'open' | 'closed';
  /** Who opened the handle, where one is open: the source of the event. */
  readonly openedBy?: string;
  readonly settings?: {
    /** mA */
    readonly loadPresentThreshold?: number;
    readonly alignment?: 'none' | 'clock';
    /** Seconds between reports. */
    readonly dataReportRate?: number;
    readonly bargraphMode?: 'track-meter-data' | 'user-defined';
    readonly bargraphColors?: Readonly<Record<string, unknown>>;
    readonly waveformConfiguration?: Readonly<Record<string, unknown>>;
  };
  /** Mode and settings of a charger with its charge windows, as `evse.updateConfiguration` takes them. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** `ratedA`: RMS amperes at full draw of one leg. */
  readonly load?: { readonly kind?: LoadProfile['kind']; readonly ratedA?: number; readonly seed?: number };
  /** A week of its power, which is repeated; gaps are filled by the kind of its load. */
  readonly recorded?: RecordedWeek;
  /** Of a charger: the cars that come every week. */
  readonly visits?: readonly WeeklyVisit[];
  /**
   * Of a simulated charger: the car that came last, and comes back by the routine of its driver. With it, `visits` are those of the
   * past week only.
   */
  readonly lastCar?: {
    /** ISO 8601. */
    readonly cameAt: string;
    readonly leavesAt: string;
    readonly neededWh: number;
    readonly carMaxA: number;
  };
}

/** A site as plain data: all that is needed to simulate it, and no credential. */
export interface SiteDescription {
  readonly version: 1;
  /** When it was read, ISO 8601. */
  readonly describedAt: string;
  readonly organization: { readonly id?: string; readonly name: string; readonly description?: string };
  /** IANA name, of all locations without one of their own; that of the simulated house when absent. */
  readonly zone?: string;
  /** Decides weather, and the loads that have no seed; that of the rehearsal when absent. */
  readonly seed?: number;
  readonly locations: readonly DescribedLocation[];
  readonly devices: readonly DescribedDevice[];
  readonly gaps?: readonly SiteGap[];
}
