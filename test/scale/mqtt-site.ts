import { connectAsync } from 'mqtt';
import { accepting } from '../../bench/harness/recipe';
import { freePort } from '../support/free-port';
import { startEngines, startMosquitto } from './engines';
import { prepareSite, type SiteProcesses } from './site-processes';

/** The recipe with MQTT as it runs: nginx, two receivers, Redis, mosquitto and two workers. */
export interface MqttSite extends SiteProcesses {
  /** Of nginx. */
  readonly port: number;
  /** The transactionId of each publish that a worker has done, in order. */
  readonly done: readonly string[];
  /** How many messages the workers were handed over MQTT. */
  handed(): number;
}

const names = ['8080', '6379', '1883', '1881', '1882'] as const;

/** Each so many is handed to the workers twice. */
const handedAgainEvery = 10;

export async function startMqttSite(credential: Readonly<Record<string, string>>): Promise<MqttSite> {
  const ports: Record<string, number> = {};
  for (const name of names) ports[name] = await freePort();
  const engines = await startEngines(ports);
  const stopMosquitto = await startMosquitto(ports['1883'] ?? 0);
  const flows = { receiver: 'receiver-mqtt.json', worker: 'worker-mqtt.json' };
  const processes = await prepareSite({ directory: engines.directory, ports, credential, flows });

  const done: string[] = [];
  let handed = 0;
  const client = await connectAsync(`mqtt://127.0.0.1:${ports['1883']}`);
  client.on('message', (topic, payload) => {
    if (topic === 'breakers/done') {
      done.push((JSON.parse(payload.toString()) as { transactionId: string }).transactionId);
      return;
    }
    handed += 1;
    // As a receiver does that was killed before it could write down what it had handed over.
    if (handed % handedAgainEvery === 0) client.publish(topic, payload, { qos: 1 });
  });
  await client.subscribeAsync(['breakers/done', 'breakers/publishes'], { qos: 1 });
  for (const name of ['worker 1', 'worker 2', 'receiver 1', 'receiver 2'] as const) await processes.start(name);
  for (const name of ['1881', '1882']) await accepting(ports[name] ?? 0);

  return {
    ...processes,
    port: ports['8080'] ?? 0,
    done,
    handed: () => handed,
    async stop() {
      await client.endAsync();
      await processes.stop();
      await stopMosquitto();
      await engines.stop();
    },
  };
}
