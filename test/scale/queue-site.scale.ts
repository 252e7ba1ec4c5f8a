import assert from 'node:assert/strict';
import { type QueueSite, startQueueSite } from './queue-site';
import { sendAll } from './send-all';

const credential = { accessKeyId: 'AKIDSCALE', secretAccessKey: 'scale-secret' };
const publishes = 2_000;
/** How many publishes the workers hold when one of them is killed. */
const heldRows = 40;

/** What happens when so many of the publishes are answered, as a part of all. */
type Events = Readonly<Record<string, (site: QueueSite) => void | Promise<void>>>;

interface Case {
  readonly title: string;
  readonly events: Events;
  /** What of the publishes comes again: what a killed worker held, or what could not be acknowledged in time. */
  readonly again: 'none' | 'some' | 'perhaps';
}

const cases: readonly Case[] = [
  {
    title: 'a receiver stopped and restarted',
    again: 'none',
    events: { 0.25: ({ kill }) => kill('receiver 1', 'SIGTERM'), 0.5: ({ restart }) => restart('receiver 1') },
  },
  {
    title: 'a receiver killed and restarted',
    again: 'none',
    events: { 0.25: ({ kill }) => kill('receiver 1', 'SIGKILL'), 0.5: ({ restart }) => restart('receiver 1') },
  },
  {
    title: 'a worker killed and restarted',
    again: 'some',
    events: {
      0.25: async ({ kill, holdRows, answerRows }) => {
        await holdRows(heldRows);
        kill('worker 1', 'SIGKILL');
        answerRows();
      },
      0.5: ({ restart }) => restart('worker 1'),
    },
  },
  {
    title: 'Redis killed and restarted',
    again: 'perhaps',
    events: {
      0.4: async ({ redis }) => {
        await redis.kill();
        await redis.start();
      },
    },
  },
  {
    title: 'a receiver, a worker and Redis killed and restarted at once, and both workers at the end',
    again: 'some',
    events: {
      0.4: async ({ kill, restart, redis }) => {
        kill('receiver 1', 'SIGKILL');
        kill('worker 1', 'SIGKILL');
        await redis.kill();
        await redis.start();
        await Promise.all([restart('receiver 1'), restart('worker 1')]);
      },
      0.9: async ({ kill, restart, holdRows, answerRows }) => {
        await holdRows(heldRows);
        kill('worker 1', 'SIGKILL');
        kill('worker 2', 'SIGKILL');
        answerRows();
        await Promise.all([restart('worker 1'), restart('worker 2')]);
      },
    },
  },
];

describe('more than one machine, with a queue in Redis', () => {
  let site: QueueSite | undefined;
  afterEach(async () => {
    await site?.stop();
    site = undefined;
  });

  for (const { title, events, again: expected } of cases)
    it(`2,000 publishes, ${title}: none is lost, and what comes again is marked`, async () => {
      const running = await startQueueSite(credential, expected === 'some' ? 5 : 60);
      site = running;
      const { port, writes } = running;
      // One after the other: what is restarting is not killed again.
      let happening = Promise.resolve();
      const at = new Map(Object.entries(events).map(([part, event]) => [Math.floor(Number(part) * publishes), event]));
      const retries = await sendAll({
        port,
        credential,
        count: publishes,
        onAnswered(answered) {
          const event = at.get(answered);
          if (event !== undefined) happening = happening.then(() => event(running));
        },
      });
      await happening;
      const rows = () => new Set(writes.map(({ row }) => row)).size;
      for (let tries = 0; rows() < publishes && tries < 600; tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));

      const first = new Set<string>();
      const again = writes.filter(({ row }) => first.size === first.add(row).size);
      const unmarked = again.filter(({ redelivered }) => !redelivered).length;
      const counts = `${retries} retries, ${publishes - rows()} lost, ${again.length} again, ${unmarked} of them unmarked`;
      console.log(`      ${publishes} publishes, ${counts}`);
      assert.equal(rows(), publishes, `${publishes - rows()} are lost`);
      assert.equal(unmarked, 0, 'comes again without a mark');
      if (expected === 'none') assert.equal(again.length, 0);
      if (expected === 'some')
        assert(
          writes.some(({ redelivered }) => redelivered),
          'what the worker held came again',
        );
    });
});
