import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectAsync, type MqttClient } from 'mqtt';
import { signRequest } from '../../src/sigv4';
import { freePort } from '../support/receiving';
import { accepting, type Engines, recipeFlow, root, startEngines, stop } from './engines';

const credential = { accessKeyId: 'AKIDSCALE', secretAccessKey: 'scale-secret' };
const host = 'flows.local';
const path = '/breakerflow/streams/publish';
const publishes = 2_000;
const atOnce = 16;

interface RedScript {
  quietSettings(options: { port: number; extra: string }): string;
  makeUserDirectory(
    directory: string,
    options: { settings: string; flows: readonly object[]; modules?: Readonly<Record<string, string>> },
  ): void;
  startNodeRed(directory: string): Promise<{ readonly child: ChildProcess; stop(): Promise<void> }>;
}

describe('more than one machine', () => {
  let engines: Engines | undefined;
  let client: MqttClient | undefined;
  const running: ChildProcess[] = [];
  afterEach(async () => {
    await client?.endAsync();
    await Promise.all(running.map(stop));
    await engines?.stop();
  });

  for (const [signal, title] of [
    ['SIGTERM', 'stopped and restarted: exactly once'],
    ['SIGKILL', 'killed and restarted: nothing is lost, and only what it had not written down comes again'],
  ] as const)
    it(`2,000 publishes while one of two instances is ${title}`, async () => {
      const names = ['8080', '6379', '1883', '1881', '1882'] as const;
      const free: number[] = [];
      for (const _ of names) free.push(await freePort());
      const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0]));
      engines = await startEngines(ports);
      const { directory } = engines;
      const scripts = (await import(pathToFileURL(join(root, 'scripts/red.mjs')).href)) as RedScript;

      async function startNodeRed(name: string): Promise<ChildProcess> {
        const { child } = await scripts.startNodeRed(join(directory, name));
        running.push(child);
        return child;
      }
      async function makeReceiver(name: string, port: number): Promise<void> {
        const flows = recipeFlow('receiver.json', { 1881: port, 1883: ports['1883'] ?? 0 });
        const idOf = (type: string) => String(flows.find((node) => node.type === type)?.id);
        const settings = scripts.quietSettings({ port: await freePort(), extra: 'credentialSecret: false,' });
        const modules = { redis: process.env.SCALE_REDIS_CLIENT ?? '' };
        scripts.makeUserDirectory(join(directory, name), { settings, flows, modules });
        const credentials = {
          [idOf('stream-receiver')]: credential,
          [idOf('breaker-endpoint')]: { redisUrl: `redis://127.0.0.1:${ports['6379']}` },
        };
        writeFileSync(join(directory, name, 'flows_cred.json'), JSON.stringify(credentials));
      }

      await makeReceiver('one', ports['1881'] ?? 0);
      await makeReceiver('two', ports['1882'] ?? 0);
      const workers = ['a', 'b'].flatMap((name) => recipeFlow('worker.json', { 1883: ports['1883'] ?? 0 }, name));
      const settings = scripts.quietSettings({ port: await freePort(), extra: '' });
      scripts.makeUserDirectory(join(directory, 'workers'), { settings, flows: workers });

      const done: string[] = [];
      client = await connectAsync(`mqtt://127.0.0.1:${ports['1883']}`);
      client.on('message', (_, payload) => {
        done.push((JSON.parse(payload.toString()) as { transactionId: string }).transactionId);
      });
      await client.subscribeAsync('breakers/done', { qos: 1 });
      await startNodeRed('workers');
      let one = await startNodeRed('one');
      await startNodeRed('two');
      for (const name of ['1881', '1882']) await accepting(ports[name] ?? 0);

      const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
      let next = 0;
      let answered = 0;
      let retries = 0;
      const killAt = Math.floor(publishes / 4);
      const restartAt = Math.floor(publishes / 2);
      let killed = false;
      let restarting: Promise<void> | undefined;

      async function deliver(index: number): Promise<void> {
        const body = publishBody(index);
        for (;;) {
          if ((await post(agent, ports['8080'] ?? 0, body)) === 200) return;
          retries += 1;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
      async function sender(): Promise<void> {
        while (next < publishes) {
          const index = next;
          next += 1;
          // Every tenth comes twice at once, as the service may send it.
          await Promise.all(index % 10 === 0 ? [deliver(index), deliver(index)] : [deliver(index)]);
          answered += 1;
          if (answered >= killAt && !killed) {
            killed = true;
            one.kill(signal);
          }
          if (answered >= restartAt && restarting === undefined)
            restarting = (async () => {
              if (one.exitCode === null && one.signalCode === null) await once(one, 'exit');
              one = await startNodeRed('one');
            })();
        }
      }
      await Promise.all(Array.from({ length: atOnce }, sender));
      await restarting;
      agent.destroy();
      for (let tries = 0; new Set(done).size < publishes && tries < 100; tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));

      const unique = new Set(done);
      const twice = done.length - unique.size;
      console.log(`      ${publishes} publishes, ${retries} retries, ${twice} came twice`);
      assert(killed && restarting !== undefined);
      assert.equal(unique.size, publishes, 'nothing is lost');
      assert(twice <= (signal === 'SIGTERM' ? 0 : atOnce), `${twice} came twice`);
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

/** The status of the answer, 0 where there was none. */
function post(agent: Agent, port: number, body: string): Promise<number> {
  const type = 'application/x-amz-json-1.0';
  const { headers } = signRequest({
    method: 'POST',
    target: path,
    headers: [['Content-Type', type]],
    host,
    body,
    ...credential,
    region: 'global',
    service: 'anem-agent-stream',
    date: new Date(),
  });
  const all = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...Object.fromEntries(headers) };
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: all });
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}
