import type { ServiceUnderTest } from '../service-under-test';

/** Tests of rows of the transition table, by the title of the row; each gets a service of its own. */
export type RowTests = Readonly<Record<string, (service: ServiceUnderTest) => Promise<void>>>;
