import { type Rehearsal, type RehearsalOptions, rehearse, type StoredNode } from '../../src/rehearsal';
import { read } from '../examples/example-files';

/** 15 June, midnight where the demo site is. */
export const midnight = '2026-06-15T05:00:00Z';

/** An example as it is deployed with the built-in simulator. */
export const exampleFlow = (path: string) => read(path) as unknown as readonly StoredNode[];

export function rehearsed(given: Pick<RehearsalOptions, 'flow'> & Partial<RehearsalOptions>): Promise<Rehearsal> {
  return rehearse({ scenario: { start: midnight, hours: 1 }, nodeRedFrom: __filename, ...given });
}
