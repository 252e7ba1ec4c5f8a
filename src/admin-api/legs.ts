import type { LegProposal } from '../directory';

/** What is proposed for one device, or why nothing is; `error` where its history could not be read. */
export type LegAnswer = LegProposal | { readonly deviceId: string; readonly error: string };

/** The search for the legs of an account's devices, as far as it has come. */
export interface LegSearch {
  readonly finished: boolean;
  /** How many devices are read: of more than that, only the first ones. */
  readonly total: number;
  /** How many devices the account has. */
  readonly devices: number;
  /** How many are read by now. */
  readonly read: number;
  /** Empty before it is finished. */
  readonly legs: readonly LegAnswer[];
}
