import { bytesOf, described, mutantsAt, statusOf, validRequests } from '../../receiver/mutated-publishes';
import { leaks, mismatches, refusalTimersMax, refusalTimersMs, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const concurrency = 64;
const heapGrowthMaxMb = 20;

/** Random mutations of valid requests over connections to both mounts of a real Node-RED. */
export const mutants: SoakScenario = {
  name: 'mutants',
  async run({ seed, short, directory }) {
    const total = short ? 2_000 : 100_000;
    const subject = await startSubject(directory, 'memory');
    const { paths } = subject;
    const ports = [subject.port, subject.sharedPort];
    const date = new Date();
    const valid = validRequests(date, paths);
    const counts = { mutants: total, valid: 0, accepted: 0, '5xx': 0, delivered: 0 };
    for (const port of ports)
      for (const request of valid) if ((await statusOf(port, bytesOf(request))) === 200) counts.valid += 1;
    const before = await subject.resources();
    const deliveredBefore = subject.delivered().length;

    const mutations = mutantsAt(date, seed, paths);
    const failures: string[] = [];
    let next = 0;
    async function sender(): Promise<void> {
      while (next < total) {
        next += 1;
        const mutation = mutations.next().value;
        for (const port of ports) {
          const status = await statusOf(port, bytesOf(mutation.mutant));
          if (status === 200) counts.accepted += 1;
          if (status >= 500) counts['5xx'] += 1;
          if (status === 200 || status >= 500) failures.push(`${status} after ${described(mutation)}`);
        }
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sender));
    const after = await subject.resources(before, short ? 3_000 : refusalTimersMs);
    await subject.stop();
    counts.delivered = subject.delivered().length - deliveredBefore;
    return {
      counts,
      failures: [
        ...failures,
        ...mismatches(counts, { valid: 2 * valid.length, accepted: 0, '5xx': 0, delivered: 0 }),
        ...leaks(before, after, heapGrowthMaxMb, short ? refusalTimersMax : 0),
        ...subject.loggedErrors(),
      ],
      before,
      after,
    };
  },
};
