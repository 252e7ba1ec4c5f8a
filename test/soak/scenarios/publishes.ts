import { below, createRandom, pick } from '../../sigv4/mutations';
import { type Abort, compare, createPushingService, publishBody } from '../pushing-service';
import { leaks, mismatches, refusalTimersMax, refusalTimersMs, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const concurrency = 32;
const aborts: readonly Abort[] = ['before-body', 'in-body', 'before-answer'];
/** A million fingerprints of 16 bytes in tables that are at most half full, and data of the runtime itself. */
const heapGrowthMaxMb = 120;

/** Publishes with duplicates, aborted deliveries and forgeries between them. */
export const publishes: SoakScenario = {
  name: 'publishes',
  async run({ seed, short, directory }) {
    const total = short ? 10_000 : 1_000_000;
    const random = createRandom(seed);
    const subject = await startSubject(directory, 'memory');
    const service = createPushingService(subject.port, subject.paths.publish, concurrency);
    const accepted = new Set<string>();
    const forgeries = new Set<string>();
    const counts = { publishes: total, duplicates: 0, aborted: 0, forgeries: 0, 'forgeries answered 200': 0 };
    await service.pushUntilAccepted(publishBody('warm-up'));
    accepted.add('warm-up');
    const before = await subject.resources();

    let next = 0;
    async function sender(): Promise<void> {
      while (next < total) {
        const id = `t${next}`;
        next += 1;
        const body = publishBody(id);
        const chance = below(100, random);
        if (chance < 3) {
          counts.aborted += 1;
          await service.push(body, { abort: pick(aborts, random) });
        } else if (chance < 8) {
          counts.forgeries += 1;
          forgeries.add(`${id}-forged`);
          const status = await service.push(publishBody(`${id}-forged`), { forged: true });
          if (status === 200) counts['forgeries answered 200'] += 1;
        } else if (chance < 13) {
          counts.duplicates += 1;
          await Promise.all([service.pushUntilAccepted(body), service.pushUntilAccepted(body)]);
        } else if (chance < 18 && next > 100) {
          counts.duplicates += 1;
          const earlier = `t${below(next - 64, random)}`;
          if (accepted.has(earlier)) await service.pushUntilAccepted(bodies.get(earlier) ?? body);
        }
        await service.pushUntilAccepted(body);
        accepted.add(id);
        bodies.set(id, body);
        bodies.delete(`t${next - 20_000}`);
      }
    }
    const bodies = new Map<string, string>();
    await Promise.all(Array.from({ length: concurrency }, sender));
    service.close();
    const after = await subject.resources(before, short ? 3_000 : refusalTimersMs);
    await subject.stop();

    const found = compare(accepted, subject.delivered(), forgeries);
    return {
      counts: { ...counts, ...found },
      failures: [
        ...mismatches(
          { ...counts, ...found },
          { lost: 0, deliveredTwice: 0, deliveredForgeries: 0, unexpected: 0, 'forgeries answered 200': 0 },
        ),
        ...leaks(before, after, heapGrowthMaxMb, short ? refusalTimersMax : 0),
        ...subject.loggedErrors(),
      ],
      before,
      after,
    };
  },
};
