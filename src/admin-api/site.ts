/** A location, as pickers and the sidebar show it. */
export interface SiteLocation {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string;
  readonly type?: string;
  /** An address with coordinates, for which the service reckons sunrise and sunset; the pickers ask for it. */
  readonly hasSun?: true;
}

/** A device, as pickers and the sidebar show it. */
export interface SiteDevice {
  readonly id: string;
  readonly locationId?: string;
  readonly hardwareType?: string;
  readonly serialNumber?: string;
  /** Given by a person. */
  readonly name?: string;
  readonly load?: string;
  /** The kind of load alone, as the service spells it. */
  readonly loadType?: string;
}

/**
 * What a person reads for a device: its given name, its load, its serial number, or its id. Where it stands, the location is
 * a heading above it and the serial number a column beside it; a list without these shows the default name.
 */
export function deviceName({ name, load, serialNumber, id }: SiteDevice): string {
  return name ?? load ?? (serialNumber || id);
}

/** Locations and devices for a picker. */
export interface Site {
  readonly locations: readonly SiteLocation[];
  readonly devices: readonly SiteDevice[];
  /** How many devices match, listed or not. */
  readonly matching: number;
  /** The types of load of all devices of the account, matching or not, and those that the specification names. spec 2.2 */
  readonly loadTypes: readonly { readonly type: string; readonly devices: number }[];
  /** A sentence for each organization that could not be read: what is listed is that of the others. */
  readonly unread?: readonly string[];
}

/** Every location and device of an account, for the sidebar's tree. */
export interface SiteTree {
  readonly locations: readonly SiteLocation[];
  readonly devices: readonly SiteDevice[];
  /** How many devices there are, listed or not. */
  readonly total: number;
  /** Changes when anything in it does. */
  readonly version: string;
  /** As in {@link Site}. */
  readonly unread?: readonly string[];
}
