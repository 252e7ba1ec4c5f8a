import { historyMetrics } from '../../src/watch';

/** What has to be chosen before a day can be shown; the text of each is `day24.<name>`. */
export type MissingForDay = 'noAccount' | 'noDevice' | 'location' | 'measure';

interface Chosen {
  readonly hasAccount: boolean;
  /** How many devices are picked from the list; undefined where a location is chosen in their place. */
  readonly picked: number | undefined;
  readonly measure: string;
}

/** All that is missing, in the order in which a dialog asks for it. */
export function missingForDay({ hasAccount, picked, measure }: Chosen): MissingForDay[] {
  return [
    ...(hasAccount ? [] : (['noAccount'] as const)),
    ...(picked === undefined ? (['location'] as const) : hasAccount && picked === 0 ? (['noDevice'] as const) : []),
    ...(historyMetrics(measure).length > 0 ? [] : (['measure'] as const)),
  ];
}
