import type { ClientError } from '../../../src/client';
import { below, createRandom, pick } from '../../sigv4/mutations';
import { type Command, openedForS, startCommandedSite } from '../commanded-site';
import { mustBe, type SoakScenario } from '../scenario';

const commands: readonly Command[] = ['open', 'open', 'close', 'close', 'close', 'openFor'];
const deployTypes = ['full', 'nodes', 'flows'] as const;
const gapsMs = [0, 0, 50, 300, 1_000, 4_000, 11_000];
/** How the simulator names what a breaker's own timer does. */
const timerSource = 'timer';
const openPaceMs = 1_000;
const closePaceMs = 10_000;
/** Longer than any message may take, and than the timer of an opening runs. */
const endedMs = 60_000;

/** Sent, although nobody heard how it ended. */
const mayBeSent = (error: ClientError | undefined) => error?.code === 'UNKNOWN_OUTCOME' || error?.code === 'TIMEOUT';

/** Commands of two accounts to one breaker, slow reads and deploys at random: what was not refused last decides the end. */
export const order: SoakScenario = {
  name: 'order',
  async run({ seed, short }) {
    const rounds = short ? 40 : 3_000;
    const random = createRandom(seed);
    const site = await startCommandedSite();
    const { controls } = site.service.simulator;
    const counts = {
      rounds,
      messages: 0,
      refused: 0,
      sent: 0,
      deploys: 0,
      'wrong end': 0,
      'too fast': 0,
      'sent twice': 0,
    };
    const failures: string[] = [];
    let lastSentAt = Number.NEGATIVE_INFINITY;
    let lastMoveAt = Number.NEGATIVE_INFINITY;
    let lastCommandAt = Number.NEGATIVE_INFINITY;

    async function round(number: number): Promise<void> {
      const given = new Map<number, Command>();
      const story: string[] = [];
      const before = site.service.position(site.device);
      controls.faults.inject({ kind: 'slow', delayMs: 1 + below(900, random), match: { method: 'GET' } });
      for (let left = 1 + below(7, random); left > 0; left--) {
        if (below(8, random) === 0) {
          const type = pick(deployTypes, random);
          story.push(`deploy ${type}`);
          counts.deploys += 1;
          await site.deploy(type);
        } else {
          const command = pick(commands, random);
          const account = below(2, random) as 0 | 1;
          const id = site.command(command, account);
          given.set(id, command);
          story.push(`${id} ${command} by ${account}`);
        }
        const gapMs = pick(gapsMs, random);
        story.push(`${gapMs} ms`);
        if (gapMs > 0) await site.pass(gapMs);
      }
      controls.faults.clear();
      await site.pass(endedMs);
      judge(`round ${number} (${before}): ${story.join(', ')}`, given);
    }

    function judge(story: string, given: ReadonlyMap<number, Command>): void {
      const ended = [...given].map(([id, command]) => ({ id, command, error: site.ends.get(id)?.error }));
      const told = ended.map(({ id, error }) => `${id} ${error?.code ?? site.outcomeOf(id) ?? 'ended'}`).join(', ');
      const fail = (why: keyof typeof counts, what: string) => {
        counts[why] += 1;
        failures.push(`${why}: ${what}; ${story}; ${told}`);
      };
      const taken = ended.filter(({ error }) => error === undefined || mayBeSent(error));
      counts.messages += given.size;
      counts.refused += ended.filter(({ error }) => error !== undefined).length;

      const last = taken.findLast(({ error }) => error === undefined);
      const open = new Set(taken.filter(({ id, error }) => mayBeSent(error) && id > (last?.id ?? 0)));
      const position = site.service.position(site.device);
      if (last !== undefined && open.size === 0) {
        const wanted = last.command === 'open' ? 'open' : 'closed';
        if (position !== wanted) fail('wrong end', `${position} after ${last.id} ${last.command}`);
      }

      const sent = site.takeRequests().filter(({ operation }) => operation === 'remoteHandle.setPosition');
      const done = sent.filter(({ status }) => status < 300);
      counts.sent += sent.length;
      if (done.length > taken.filter(({ id }) => site.outcomeOf(id) !== 'unchanged').length)
        fail('sent twice', `${done.length} commands`);
      for (const { at } of sent) {
        if (at - lastSentAt < openPaceMs) fail('too fast', `${at - lastSentAt} ms`);
        lastSentAt = at;
      }
      for (const tooFast of closesTooFast()) fail('too fast', tooFast);
    }

    try {
      for (let number = 1; number <= rounds; number++) {
        await round(number);
        site.red.outputs.length = 0;
      }
      const missing = site.allEnded() ? 0 : 1;
      const all = {
        ...counts,
        'ended twice': site.endedTwice(),
        'without an end': missing,
        'opened for, s': openedForS,
      };
      const wanted = { 'wrong end': 0, 'too fast': 0, 'sent twice': 0, 'ended twice': 0, 'without an end': 0 };
      return { counts: all, failures: [...failures, ...mustBe(all, wanted)] };
    } finally {
      await site.stop();
    }

    /** Our closes keep their distance from the command before; a timer's closing is the service's. */
    function closesTooFast(): string[] {
      const found: string[] = [];
      for (const event of controls.events) {
        if (event.type !== 'handle-changed' || event.handle !== 'remote' || event.at <= lastMoveAt) continue;
        const isTimer = event.source === timerSource;
        if (!isTimer && event.position === 'closed' && event.at - lastCommandAt < closePaceMs)
          found.push(`a close ${event.at - lastCommandAt} ms after a command`);
        if (!isTimer) lastCommandAt = event.at;
        lastMoveAt = event.at;
      }
      return found;
    }
  },
};
