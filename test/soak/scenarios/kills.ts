import { below, createRandom } from '../../sigv4/mutations';
import { accountFor, createPushingService, publishBody } from '../pushing-service';
import { mustBe, type SoakScenario } from '../scenario';
import { startSubject } from '../subject';

const atOnce = 16;
/** How many of the last accepted publishes come once more after each restart. */
const sentAgain = 200;

/** Publishes to a receiver with a journal that is killed again and again: what it has accepted, it has and knows. */
export const kills: SoakScenario = {
  name: 'kill -9, journal',
  async run({ seed, short, directory }) {
    const times = short ? 3 : 30;
    const random = createRandom(seed);
    const subject = await startSubject(directory, 'journal');
    const accepted = new Map<string, string>();
    const counts = { publishes: 0, kills: 0, 'sent again': 0, 'refused again': 0 };
    let next = 0;

    for (let round = 0; round < times; round++) {
      const service = createPushingService(subject.port, subject.paths.publish, atOnce);
      await service.pushUntilAccepted(publishBody(`round-${round}`));
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
          if ((await service.push(body)) !== 200) continue;
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
    await subject.stop();
    counts.publishes = accepted.size;

    const taken = subject.taken().filter((id) => id.startsWith('t'));
    const { lost, twice } = accountFor(new Set(accepted.keys()), taken, new Set());
    const found = { 'accepted and lost': lost, 'accepted and twice': twice };
    return {
      counts: { ...counts, ...found },
      failures: [
        ...mustBe({ ...counts, ...found }, { 'accepted and lost': 0, 'accepted and twice': 0, 'refused again': 0 }),
        ...subject.complaints(),
      ],
    };
  },
};
