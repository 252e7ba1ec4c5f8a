/** What a device is, for the person who puts it in the place of another; what is not known is absent. */
export interface Nameplate {
  /** A */
  readonly ratedA?: number;
  readonly poles?: number;
  readonly hardwareType?: string;
  /** The type of its load, such as `water-heater`. */
  readonly loadType?: string;
  /** A person has locked the circuit open; `at`: wall time, epoch ms. */
  readonly locked?: { readonly by: string; readonly at: number };
  /** Why it could not be read whole. */
  readonly error?: string;
}

export interface Nameplates {
  readonly old: Nameplate;
  readonly next: Nameplate;
}
