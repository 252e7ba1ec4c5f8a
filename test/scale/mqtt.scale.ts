import assert from 'node:assert/strict';
import { type MqttSite, startMqttSite } from './mqtt-site';
import { sendAll } from './send-all';
import type { SiteProcess } from './site-processes';

const credential = { accessKeyId: 'AKIDSCALE', secretAccessKey: 'scale-secret' };
const publishes = 2_000;
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

describe('more than one machine, with MQTT', () => {
  let site: MqttSite | undefined;
  afterEach(() => site?.stop());

  for (const { killed, signal, title, lostMax } of cases)
    it(`2,000 publishes, ${title}: none comes twice, ${lostMax === 0 ? 'none is lost' : 'what it held may be lost'}`, async () => {
      site = await startMqttSite(credential);
      const { port, done, handed, kill, restart } = site;
      let restarting: Promise<void> | undefined;
      const retries = await sendAll({
        port,
        credential,
        count: publishes,
        onAnswered(answered) {
          if (answered === publishes / 4) kill(killed, signal);
          if (answered === publishes / 2) restarting = restart(killed);
        },
      });
      await restarting;
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
