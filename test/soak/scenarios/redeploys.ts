import { createRandom, pick } from '../../sigv4/mutations';
import { compare, createPushingService, publishBody } from '../pushing-service';
import { leaks, mismatches, refusalTimersMax, refusalTimersMs, type SoakScenario } from '../scenario';
import { type DeployType, startSubject } from '../subject';

const concurrency = 16;
const types: readonly DeployType[] = ['full', 'flows', 'nodes'];
const everyMs = 1000;
/** Publishes per second; the shorter run is slower, so that it also has a dozen deploys. */
const perSecond = { short: 500, long: 2000 };
const heapGrowthMaxMb = 40;

/** Publishes while the flows are deployed once a second, in every way that Node-RED knows. */
export const redeploys: SoakScenario = {
  name: 'redeploys',
  async run({ seed, short, directory }) {
    const total = short ? 6_000 : 100_000;
    const paceMs = (1000 * concurrency) / (short ? perSecond.short : perSecond.long);
    const random = createRandom(seed);
    const subject = await startSubject(directory, 'memory');
    const service = createPushingService(subject.port, subject.paths.publish, concurrency);
    const accepted = new Set(['warm-up']);
    await service.pushUntilAccepted(publishBody('warm-up'));
    for (const type of types) await subject.deploy(type);
    const before = await subject.resources();

    const counts = { publishes: total, deploys: 0, retries: 0 };
    let next = 0;
    let done = false;
    async function sender(): Promise<void> {
      for (let index = next++; index < total; index = next++) {
        const startMs = Date.now();
        const id = `t${index}`;
        counts.retries += (await service.pushUntilAccepted(publishBody(id))) - 1;
        accepted.add(id);
        const waitMs = paceMs - (Date.now() - startMs);
        if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    async function deployer(): Promise<void> {
      while (!done) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        await subject.deploy(pick(types, random));
        counts.deploys += 1;
      }
    }
    const deploying = deployer();
    await Promise.all(Array.from({ length: concurrency }, sender));
    done = true;
    await deploying;
    service.close();
    const after = await subject.resources(before, short ? 10_000 : refusalTimersMs);
    await subject.stop();

    const found = compare(accepted, subject.delivered(), new Set());
    return {
      counts: { ...counts, ...found },
      failures: [
        ...mismatches({ ...counts, ...found }, { lost: 0, deliveredTwice: 0, unexpected: 0 }),
        ...(counts.deploys < 5 ? ['too few deploys'] : []),
        ...leaks(before, after, heapGrowthMaxMb, short ? refusalTimersMax : 0),
        ...subject.loggedErrors(),
      ],
      before,
      after,
    };
  },
};
