import { rehearse } from '../../src/rehearsal';
import { read } from '../../test/examples/example-files';

const example = '03-automation/01-shed-a-load.json';
const start = '2026-06-15T05:00:00Z';

/** Real seconds that some hours of the example take to be rehearsed, on the demo site. Throws where they do not come to their end. */
export async function rehearsalSeconds(hours: number): Promise<number> {
  const before = performance.now();
  const { result } = await rehearse({
    ...{ flow: read(example), scenario: { start, hours }, nodeRedFrom: __filename, budgetMs: 600_000 },
  });
  if (result.ending !== 'done') throw new Error(JSON.stringify(result.early));
  return (performance.now() - before) / 1000;
}
