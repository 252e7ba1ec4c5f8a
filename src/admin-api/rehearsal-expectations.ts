/** What an expectation can be about. */
export type RehearsalExpectationField = 'device' | 'node' | 'watts' | 'times' | 'from' | 'to';

/** What can be expected in the sidebar, and what each takes; each becomes an entry of `expect` of the scenario. */
export const expectationFields = {
  /** A circuit draws less than `watts` in every minute. */
  staysBelow: ['device', 'watts'],
  opensAtMost: ['device', 'times'],
  closesAtMost: ['device', 'times'],
  opens: ['device', 'from', 'to'],
  closes: ['device', 'from', 'to'],
  noErrors: [],
  /** A message comes to a stand-in. */
  reached: ['node', 'from', 'to'],
} as const satisfies Record<string, readonly RehearsalExpectationField[]>;

export type RehearsalExpectationKind = keyof typeof expectationFields;

/** The kinds in the order in which they are offered. */
export const expectationKinds = Object.keys(expectationFields) as readonly RehearsalExpectationKind[];

/** Each kind has the fields of its row in the table. */
export interface RehearsalExpectation {
  readonly kind: RehearsalExpectationKind;
  /** The sentence of the report, in the words of the person who expects it. */
  readonly text: string;
  /** The id of a device. */
  readonly device?: string;
  /** The id of a stand-in. */
  readonly node?: string;
  readonly watts?: number;
  readonly times?: number;
  /** `HH:MM` in the zone of Node-RED; `to` is the next one after `from`. */
  readonly from?: string;
  readonly to?: string;
}
