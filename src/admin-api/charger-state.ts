import type { ConfigurationRead } from '../charging';

/** A charger as its dialog shows it. spec 2.11, 4.7 */
export interface ChargerState {
  /** The service's time, epoch milliseconds: a simulator may have it ahead of ours. */
  readonly atMs: number;
  readonly configuration: ConfigurationRead;
  readonly connected?: boolean | undefined;
  readonly overrideEvent: boolean;
  /** Absent while the charger does not answer. */
  readonly state?: {
    readonly state?: { readonly val?: string };
    readonly currentError?: { readonly val?: { readonly type?: string } };
  };
}
