/** The last 24 hours of a device, in steps of equal length. */
export interface DeviceCurve {
  /** Mean power, or where a device tells none the higher current of its poles. */
  readonly unit: 'W' | 'A';
  /** The start of the first step, epoch ms on the service's clock. */
  readonly fromMs: number;
  readonly stepMs: number;
  /** One value a step; null where nothing was reported, which is not 0. */
  readonly values: readonly (number | null)[];
  /** False: there is more than was read, so that the newest part may be missing. */
  readonly complete: boolean;
  /** How old the newest report is; absent without one. */
  readonly ageMs?: number;
}
