import type { ClientError } from '../../../src/client';
import { below, createRandom, pick } from '../../sigv4/mutations';
import { type Command, openedForS, startCommandedSite } from '../commanded-site';
import { mismatches, type SoakScenario } from '../scenario';

const commands: readonly Command[] = ['open', 'open', 'close', 'close', 'close', 'openFor'];
const deployTypes = ['full', 'nodes', 'flows'] as const;
const gapsMs = [0, 0, 50, 300, 1_000, 4_000, 11_000];
/** The simulator's source of a movement by the breaker's own timer. */
const timerSource = 'timer';
const openPaceMs = 1_000;
const closePaceMs = 10_000;
/** Longer than any message and than the timer of `openFor`. */
const endedMs = 60_000;

/** Whether the command may have been sent although its outcome is unknown. */
const mayBeSent = (error: ClientError | undefined) => error?.code === 'UNKNOWN_OUTCOME' || error?.code === 'TIMEOUT';

/** Random commands of two accounts to one breaker, slow reads and deploys: the last command not refused decides the state. */
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
      'wrong state': 0,
      'too fast': 0,
      'sent twice': 0,
    };
    const failures: string[] = [];
    let lastSentAt = Number.NEGATIVE_INFINITY;
    let lastMoveAt = Number.NEGATIVE_INFINITY;
    let lastCommandAt = Number.NEGATIVE_INFINITY;

    async function round(number: number): Promise<void> {
      const commandsById = new Map<number, Command>();
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
          commandsById.set(id, command);
          story.push(`${id} ${command} by ${account}`);
        }
        const gapMs = pick(gapsMs, random);
        story.push(`${gapMs} ms`);
        if (gapMs > 0) await site.pass(gapMs);
      }
      controls.faults.clear();
      await site.pass(endedMs);
      judge(`round ${number} (${before}): ${story.join(', ')}`, commandsById);
    }

    function judge(story: string, commandsById: ReadonlyMap<number, Command>): void {
      const ended = [...commandsById].map(([id, command]) => ({ id, command, error: site.ends.get(id)?.error }));
      const results = ended.map(({ id, error }) => `${id} ${error?.code ?? site.outcomeOf(id) ?? 'ended'}`).join(', ');
      const fail = (why: keyof typeof counts, what: string) => {
        counts[why] += 1;
        failures.push(`${why}: ${what}; ${story}; ${results}`);
      };
      const accepted = ended.filter(({ error }) => error === undefined || mayBeSent(error));
      counts.messages += commandsById.size;
      counts.refused += ended.filter(({ error }) => error !== undefined).length;

      const lastExecuted = accepted.findLast(({ error }) => error === undefined);
      const uncertain = new Set(accepted.filter(({ id, error }) => mayBeSent(error) && id > (lastExecuted?.id ?? 0)));
      const position = site.service.position(site.device);
      if (lastExecuted !== undefined && uncertain.size === 0) {
        const wanted = lastExecuted.command === 'open' ? 'open' : 'closed';
        if (position !== wanted) fail('wrong state', `${position} after ${lastExecuted.id} ${lastExecuted.command}`);
      }

      const sent = site.takeRequests().filter(({ operation }) => operation === 'remoteHandle.setPosition');
      const succeeded = sent.filter(({ status }) => status < 300);
      counts.sent += sent.length;
      if (succeeded.length > accepted.filter(({ id }) => site.outcomeOf(id) !== 'unchanged').length)
        fail('sent twice', `${succeeded.length} commands`);
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
      const allCounts = {
        ...counts,
        'ended twice': site.endedTwice(),
        'without an end': missing,
        'opened for, s': openedForS,
      };
      const wanted = { 'wrong state': 0, 'too fast': 0, 'sent twice': 0, 'ended twice': 0, 'without an end': 0 };
      return { counts: allCounts, failures: [...failures, ...mismatches(allCounts, wanted)] };
    } finally {
      await site.stop();
    }

    /** Returns the closes that came too soon after the previous command; closes by the breaker's timer do not count. */
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
