import { below, createRandom } from '../../sigv4/mutations';
import { compare, createPushingService, type PushingService, publishBody } from '../pushing-service';
import { mismatches, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const concurrency = 16;
/** The number of the last accepted publishes that are resent after each restart. */
const resentCount = 200;

/**
 * Publishes to a receiver with a journal that is killed repeatedly: every accepted publish was delivered, and is recognized
 * as a duplicate when resent. Publishes left unanswered by a kill are resent, as the service does. Only the one that was
 * delivered to the flow but not yet written to the journal may be delivered twice.
 */
export const killedReceiver: SoakScenario = {
  name: 'kill -9, journal',
  async run({ seed, short, directory }) {
    const rounds = short ? 3 : 30;
    const random = createRandom(seed);
    const subject = await startSubject(directory, 'journal');
    const accepted = new Map<string, string>();
    const counts = { publishes: 0, kills: 0, resent: 0, 'resends refused': 0, unanswered: 0 };
    const unanswered = new Map<string, string>();
    const everUnanswered = new Set<string>();
    let next = 0;

    async function resendUnanswered(service: PushingService): Promise<void> {
      for (const [id, body] of unanswered) {
        await service.pushUntilAccepted(body);
        accepted.set(id, body);
      }
      unanswered.clear();
    }

    for (let round = 0; round < rounds; round++) {
      const service = createPushingService(subject.port, subject.paths.publish, concurrency);
      await service.pushUntilAccepted(publishBody(`round-${round}`));
      await resendUnanswered(service);
      // A resent publish that is not recognized would be delivered twice.
      for (const [, body] of [...accepted].slice(-resentCount)) {
        counts.resent += 1;
        if ((await service.push(body)) !== 200) counts['resends refused'] += 1;
      }
      const killAfter = 500 + below(2000, random);
      let acceptedInRound = 0;
      let killed: Promise<void> | undefined;
      const sender = async () => {
        while (killed === undefined) {
          const id = `t${next}`;
          next += 1;
          const body = publishBody(id);
          if ((await service.push(body)) !== 200) {
            unanswered.set(id, body);
            everUnanswered.add(id);
            continue;
          }
          accepted.set(id, body);
          acceptedInRound += 1;
          if (acceptedInRound === killAfter) killed = subject.kill();
        }
      };
      await Promise.all(Array.from({ length: concurrency }, sender));
      await killed;
      counts.kills += 1;
      service.close();
      await subject.restart();
    }
    const lastService = createPushingService(subject.port, subject.paths.publish, concurrency);
    await resendUnanswered(lastService);
    lastService.close();
    await subject.stop();
    counts.publishes = accepted.size;
    counts.unanswered = everUnanswered.size;

    const delivered = subject.delivered().filter((id) => id.startsWith('t'));
    const { lost } = compare(new Set(accepted.keys()), delivered, new Set());
    const seen = new Set<string>();
    const repeated = delivered.filter((id) => seen.size === seen.add(id).size);
    const found = {
      'accepted, lost': lost,
      'accepted, delivered twice': repeated.filter((id) => !everUnanswered.has(id)).length,
      'unanswered, delivered twice': repeated.filter((id) => everUnanswered.has(id)).length,
    };
    return {
      counts: { ...counts, ...found },
      failures: [
        ...mismatches(
          { ...counts, ...found },
          { 'accepted, lost': 0, 'accepted, delivered twice': 0, 'resends refused': 0 },
        ),
        ...(found['unanswered, delivered twice'] > counts.kills
          ? ['more than one publish per kill was delivered twice']
          : []),
        ...subject.loggedErrors(),
      ],
    };
  },
};
