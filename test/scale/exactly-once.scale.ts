import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type RecipeSite, type SiteProcess, startRecipeSite } from './recipe-site';
import { sendPublish } from './send-publish';

const credential = { accessKeyId: 'AKIDSCALE', secretAccessKey: 'scale-secret' };
const publishes = 2_000;
const atOnce = 16;
/** MQTT hands over 20 before it waits for an answer, and a worker passes on after it has answered. */
const heldByWorker = 60;

interface Case {
  readonly killed: SiteProcess;
  readonly signal: NodeJS.Signals;
  readonly title: string;
  readonly lostMax: number;
}

const cases: readonly Case[] = [
  { killed: 'receiver 1', signal: 'SIGTERM', title: 'a receiver stopped and restarted', lostMax: 0 },
  { killed: 'receiver 1', signal: 'SIGKILL', title: 'a receiver killed and restarted', lostMax: 0 },
  { killed: 'worker 1', signal: 'SIGKILL', title: 'a worker killed and restarted', lostMax: heldByWorker },
];

describe('more than one machine', () => {
  let site: RecipeSite | undefined;
  afterEach(() => site?.stop());

  for (const { killed, signal, title, lostMax } of cases)
    it(`2,000 publishes, ${title}: none comes twice, ${lostMax === 0 ? 'none is lost' : 'what it held may be lost'}`, async () => {
      site = await startRecipeSite(credential);
      const { port, done, handed, kill, restart } = site;
      const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
      let next = 0;
      let answered = 0;
      let retries = 0;
      let restarting: Promise<void> | undefined;

      async function deliver(body: string): Promise<void> {
        const path = '/breakerflow/streams/publish';
        while ((await sendPublish({ agent, port, path, host: 'flows.local', credential, body })) !== 200) {
          retries += 1;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
      async function sender(): Promise<void> {
        while (next < publishes) {
          const body = publishBody(next);
          // Every tenth comes twice at once, as the service may send it.
          const copies = next % 10 === 0 ? [body, body] : [body];
          next += 1;
          await Promise.all(copies.map(deliver));
          answered += 1;
          if (answered === publishes / 4) kill(killed, signal);
          if (answered === publishes / 2) restarting = restart(killed);
        }
      }
      await Promise.all(Array.from({ length: atOnce }, sender));
      await restarting;
      agent.destroy();
      for (let tries = 0; new Set(done).size < publishes && tries < (lostMax === 0 ? 400 : 50); tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));

      const lost = publishes - new Set(done).size;
      const twice = done.length - new Set(done).size;
      const counts = `${retries} retries, ${handed()} handed to workers, ${lost} lost, ${twice} twice`;
      console.log(`      ${publishes} publishes, ${counts}`);
      assert(restarting !== undefined);
      assert(handed() > publishes, 'some were handed over twice');
      assert.equal(twice, 0, `${twice} came twice`);
      assert(lost <= lostMax, `${lost} are lost`);
    });
});

function publishBody(index: number): string {
  return JSON.stringify({
    deviceId: `device-${index % 100}`,
    serialNumber: `SN${index % 100}`,
    schemaVersion: '4.2.0.beta',
    transactionId: `transaction-${index}`,
    ts: Math.floor(Date.now() / 1000),
    meter: { telemetry: { currentA: { val: index } } },
  });
}
