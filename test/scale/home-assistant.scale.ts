import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectAsync, type MqttClient } from 'mqtt';
import { stop } from '../../bench/harness/recipe';
import { boundToSimulator } from '../examples/example-files';
import { freePort } from '../support/free-port';
import { root, startMosquitto } from './engines';

interface RedScript {
  quietSettings(options: { port: number }): string;
  makeUserDirectory(directory: string, options: { settings: string; flows: readonly object[] }): void;
  startNodeRed(directory: string): Promise<{ readonly child: ChildProcess }>;
}

/** The units that Home Assistant knows for a device class. */
const units: Readonly<Record<string, readonly string[]>> = {
  apparent_power: ['VA'],
  current: ['A', 'mA'],
  energy: ['Wh', 'kWh', 'MWh'],
};
const topicForm = /^homeassistant\/(switch|sensor)\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/;

type Config = Readonly<Record<string, unknown>>;

describe('Home Assistant through a real broker', () => {
  const directory = mkdtempSync(join(tmpdir(), 'breakerflow-home-assistant-'));
  let endBroker: (() => Promise<void>) | undefined;
  let red: ChildProcess | undefined;
  let client: MqttClient;
  /** The newest payload of each topic, and whether it was retained. */
  const seen = new Map<string, string>();

  before(async () => {
    const port = await freePort();
    endBroker = await startMosquitto(port);
    client = await connectAsync(`mqtt://127.0.0.1:${port}`);
    // Of another day: whoever takes it for a wish opens the outlets at the start.
    await client.publishAsync('breakerflow/kitchen_outlets/set', 'open', { qos: 1, retain: true });
    client.on('message', (topic, payload) => seen.set(topic, payload.toString()));
    await client.subscribeAsync(['homeassistant/#', 'breakerflow/#'], { qos: 1 });
    const example = readFileSync(join(root, 'examples/08-integrations/01-home-assistant.json'), 'utf8');
    const flows = (boundToSimulator(JSON.parse(example)) as Config[]).map((node) => {
      if (node.type === 'mqtt-broker') return { ...node, port: String(port) };
      return node.type === 'meter-read' ? { ...node, poll: 2 } : node;
    });
    const scripts = (await import(pathToFileURL(join(root, 'scripts/red.mjs')).href)) as RedScript;
    scripts.makeUserDirectory(directory, { settings: scripts.quietSettings({ port: await freePort() }), flows });
    ({ child: red } = await scripts.startNodeRed(directory));
  });
  after(async () => {
    await client?.endAsync();
    if (red !== undefined) await stop(red);
    await endBroker?.();
    rmSync(directory, { recursive: true, force: true });
  });

  async function until(isDone: () => boolean, what: string): Promise<void> {
    for (let tries = 0; !isDone(); tries += 1) {
      assert(tries < 300, `${what} did not come; ${[...seen.keys()].join(' ')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const configs = () => [...seen].filter(([topic]) => topic.endsWith('/config'));

  it('finds eleven entities of three devices', async () => {
    await until(() => configs().length === 11, 'discovery');
    const ids = new Set<string>();
    for (const [topic, text] of configs()) {
      const [, component] = topicForm.exec(topic) ?? assert.fail(topic);
      const config = JSON.parse(text) as Config;
      ids.add(String(config.unique_id));
      assert.equal(config.availability_topic, 'breakerflow/status');
      assert.deepEqual(Object.keys(config.device as Config), ['identifiers', 'name', 'manufacturer', 'model']);
      if (component === 'sensor') {
        assert(units[String(config.device_class)]?.includes(String(config.unit_of_measurement)), text);
        assert.equal(config.state_class, config.device_class === 'energy' ? 'total_increasing' : 'measurement');
        assert.match(String(config.value_template), /^\{\{ value_json\.\w+ \}\}$/);
      } else {
        const { command_topic, state_topic, payload_on, payload_off, state_on, state_off } = config;
        assert.match(String(command_topic), /^breakerflow\/\w+\/set$/);
        assert.match(String(state_topic), /^breakerflow\/\w+\/position$/);
        assert.deepEqual([payload_on, payload_off, state_on, state_off], ['close', 'open', 'closed', 'open']);
      }
    }
    assert.equal(ids.size, 11);
    assert.equal(configs().filter(([topic]) => topic.startsWith('homeassistant/switch/')).length, 2);
  });

  it('shows what each breaker measures where its sensors look', async () => {
    await until(() => seen.has('breakerflow/water_heater/meter'), 'a measurement');
    for (const [topic, text] of configs()) {
      const { state_topic, value_template } = JSON.parse(text) as Config;
      if (value_template === undefined) continue;
      const [, name = ''] = /value_json\.(\w+)/.exec(String(value_template)) ?? [];
      const values = JSON.parse(seen.get(String(state_topic)) ?? '{}') as Config;
      assert.equal(typeof values[name], 'number', `${topic}: ${name}`);
    }
    assert.equal(seen.get('breakerflow/status'), 'online');
  });

  it('a retained command of another day does nothing', async () => {
    await until(() => seen.has('breakerflow/kitchen_outlets/position'), 'a position');
    // Longer than the mute after a start, in which nothing is operated anyway.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    assert.equal(seen.get('breakerflow/kitchen_outlets/position'), 'closed');
  });

  it('a switch opens and closes its breaker, and follows the position', async () => {
    for (const [command, position] of [
      ['open', 'open'],
      ['close', 'closed'],
    ] as const) {
      await client.publishAsync('breakerflow/pool_pump/set', command, { qos: 1 });
      await until(() => seen.get('breakerflow/pool_pump/position') === position, position);
    }
    assert.equal(seen.get('breakerflow/kitchen_outlets/position'), 'closed');
  });

  it('what may only be measured cannot be switched, and neither can what is not in the list', async () => {
    for (const key of ['water_heater', 'kitchen_oven'])
      await client.publishAsync(`breakerflow/${key}/set`, 'open', { qos: 1 });
    await client.publishAsync('breakerflow/pool_pump/set', 'toggle', { qos: 1 });
    await client.publishAsync('breakerflow/pool_pump/set', 'open', { qos: 1 });
    await until(() => seen.get('breakerflow/pool_pump/position') === 'open', 'the command after them');
    assert.equal(seen.get('breakerflow/water_heater/position'), 'closed');
  });

  it('comes back when Home Assistant has started anew', async () => {
    seen.clear();
    await client.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await until(() => configs().length === 11, 'discovery');
  });

  it('is unavailable when Node-RED is gone', async () => {
    assert(red !== undefined);
    red.kill('SIGKILL');
    await until(() => seen.get('breakerflow/status') === 'offline', 'the last will');
  });
});
