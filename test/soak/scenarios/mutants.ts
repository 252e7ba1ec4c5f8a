import { bytesOf, described, mutantsAt, statusOf, validRequests } from '../../receiver/mutated-publishes';
import { mustBe, mustBeBack, refusalTimersMax, refusalTimersMs, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const atOnce = 64;
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
    const counts = { mutants: total, valid: 0, accepted: 0, '5xx': 0, 'came out': 0 };
    for (const port of ports)
      for (const request of valid) if ((await statusOf(port, bytesOf(request))) === 200) counts.valid += 1;
    const before = await subject.holdings();
    const takenBefore = subject.taken().length;

    const all = mutantsAt(date, seed, paths);
    const failures: string[] = [];
    let next = 0;
    async function sender(): Promise<void> {
      while (next < total) {
        next += 1;
        const one = all.next().value;
        for (const port of ports) {
          const status = await statusOf(port, bytesOf(one.mutant));
          if (status === 200) counts.accepted += 1;
          if (status >= 500) counts['5xx'] += 1;
          if (status === 200 || status >= 500) failures.push(`${status} after ${described(one)}`);
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sender));
    const after = await subject.holdings(before, short ? 3_000 : refusalTimersMs);
    await subject.stop();
    counts['came out'] = subject.taken().length - takenBefore;
    return {
      counts,
      failures: [
        ...failures,
        ...mustBe(counts, { valid: 2 * valid.length, accepted: 0, '5xx': 0, 'came out': 0 }),
        ...mustBeBack(before, after, heapGrowthMaxMb, short ? refusalTimersMax : 0),
        ...subject.complaints(),
      ],
      before,
      after,
    };
  },
};
