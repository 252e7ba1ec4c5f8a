import { below, createRandom } from '../../sigv4/mutations';
import { accountFor, createPushingService, type PushingService, publishBody } from '../pushing-service';
import { mustBe, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const atOnce = 16;
/** How many of the last accepted publishes come once more after each restart. */
const sentAgain = 200;

/**
 * Publishes to a receiver with a journal that is killed again and again: what it has accepted, it has and knows. What a kill
 * leaves without an answer comes again, as the service sends it; only the one publish that is between its delivery and its
 * line may then come out twice.
 */
export const kills: SoakScenario = {
  name: 'kill -9, journal',
  async run({ seed, short, directory }) {
    const times = short ? 3 : 30;
    const random = createRandom(seed);
    const subject = await startSubject(directory, 'journal');
    const accepted = new Map<string, string>();
    const counts = { publishes: 0, kills: 0, 'sent again': 0, 'refused again': 0, unanswered: 0 };
    const unanswered = new Map<string, string>();
    const everUnanswered = new Set<string>();
    let next = 0;

    async function repeatUnanswered(service: PushingService): Promise<void> {
      for (const [id, body] of unanswered) {
        await service.pushUntilAccepted(body);
        accepted.set(id, body);
      }
      unanswered.clear();
    }

    for (let round = 0; round < times; round++) {
      const service = createPushingService(subject.port, subject.paths.publish, atOnce);
      await service.pushUntilAccepted(publishBody(`round-${round}`));
      await repeatUnanswered(service);
      // Were one of them delivered again, it would come out twice.
      for (const [, body] of [...accepted].slice(-sentAgain)) {
        counts['sent again'] += 1;
        if ((await service.push(body)) !== 200) counts['refused again'] += 1;
      }
      const killAfter = 500 + below(2000, random);
      let acceptedNow = 0;
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
          acceptedNow += 1;
          if (acceptedNow === killAfter) killed = subject.kill();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, sender));
      await killed;
      counts.kills += 1;
      service.close();
      await subject.restart();
    }
    const last = createPushingService(subject.port, subject.paths.publish, atOnce);
    await repeatUnanswered(last);
    last.close();
    await subject.stop();
    counts.publishes = accepted.size;
    counts.unanswered = everUnanswered.size;

    const taken = subject.taken().filter((id) => id.startsWith('t'));
    const { lost } = accountFor(new Set(accepted.keys()), taken, new Set());
    const seen = new Set<string>();
    const repeated = taken.filter((id) => seen.size === seen.add(id).size);
    const found = {
      'accepted and lost': lost,
      'accepted and twice': repeated.filter((id) => !everUnanswered.has(id)).length,
      'unanswered and twice': repeated.filter((id) => everUnanswered.has(id)).length,
    };
    return {
      counts: { ...counts, ...found },
      failures: [
        ...mustBe({ ...counts, ...found }, { 'accepted and lost': 0, 'accepted and twice': 0, 'refused again': 0 }),
        ...(found['unanswered and twice'] > counts.kills ? ['more than one publish a kill has come out twice'] : []),
        ...subject.complaints(),
      ],
    };
  },
};
