import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turnUntil } from '../support/turn-clock';
import { deviceOf, simulatorOf } from './example-site';
import { parseExposition } from './exposition-format';
import { parseLineProtocol } from './line-protocol';
import { describeExamples, errors, withVariables } from './running-example';

describeExamples('08-integrations', (example) => {
  let database: Server | undefined;
  afterEach(() => {
    database?.close();
    database = undefined;
  });

  /** What an InfluxDB was given, and what it answers next. */
  const influx = { answers: [] as number[], bodies: [] as string[], heads: [] as IncomingMessage[], url: '' };
  async function startInflux(): Promise<void> {
    Object.assign(influx, { answers: [], bodies: [], heads: [] });
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        influx.heads.push(request);
        influx.bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(influx.answers.shift() ?? 204).end();
      });
    });
    server.keepAliveTimeout = 1;
    database = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    influx.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/write?precision=s`;
  }

  example(
    '02-influxdb',
    'writes line protocol, and again what was not taken',
    async (shown) => {
      const { clock, at } = shown;
      const simulator = await simulatorOf(shown);
      influx.answers.push(503, 204, 400);
      await turnUntil(clock, () => at('answer').length === 4);
      const [refused, both, , last] = influx.bodies.map(parseLineProtocol);
      assert(refused !== undefined && both !== undefined && last !== undefined);
      assert.deepEqual(both.slice(0, refused.length), refused);
      assert.equal(both.length, 2 * refused.length);
      // What is wrong for good is not sent for ever.
      assert.equal(last.length, refused.length);
      const [head] = influx.heads;
      assert.deepEqual(
        [head?.method, head?.url, head?.headers.authorization],
        ['POST', '/api/v2/write?precision=s', 'Token influx-secret'],
      );
      const outlets = deviceOf(simulator, 'Kitchen outlets');
      const point = refused.find(({ tags }) => tags.device === outlets);
      assert.deepEqual([point?.measurement, point?.tags.name], ['breaker', 'Kitchen outlets']);
      assert.deepEqual(Object.keys(point?.fields ?? {}).sort(), [
        'apparentPowerVA',
        'currentA',
        'energyDeliveredWh',
        'energyGeneratedWh',
        'frequency',
        'voltageAN',
      ]);
      assert(Math.abs(Number(point?.timestamp) - clock.now() / 1000) < 120);
      assert.equal(refused.length, 12);
    },
    async (flow) => {
      await startInflux();
      return withVariables({ INFLUX_URL: influx.url, INFLUX_TOKEN: 'influx-secret' })(flow);
    },
  );

  example('03-prometheus', 'is scraped in the text format', async (shown) => {
    const { clock, at, push, url, red: runtime, flow } = shown;
    const simulator = await simulatorOf(shown);
    const scrape = async () => {
      const answer = await fetch(`${url}/metrics`);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain;.* version=0\.0\.4/);
      return answer.text();
    };
    assert.equal(await scrape(), '\n');
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    push('every 15 s');
    const keep = runtime.node(flow.find(({ name }) => name === 'keep')?.id ?? '');
    const kept = () => Object.values((keep.context().flow.get('kept') ?? {}) as Record<string, { up?: number }>);
    await turnUntil(clock, () => kept().filter(({ up }) => up !== undefined).length === 6);
    const samples = parseExposition(await scrape());
    const of = (metric: string, name: string) =>
      samples.filter((sample) => sample.metric === metric && sample.labels.name === name);
    assert.deepEqual(
      of('breaker_up', 'Pool pump').map(({ value }) => value),
      [0],
    );
    assert.deepEqual(of('breaker_current_amperes', 'Pool pump'), []);
    assert.deepEqual(
      of('breaker_closed', 'Kitchen oven').map(({ value }) => value),
      [1],
    );
    assert.deepEqual(
      of('breaker_voltage_volts', 'Refrigerator').map(({ labels }) => labels.leg),
      ['a'],
    );
    assert.deepEqual(
      of('breaker_voltage_volts', 'Kitchen oven').map(({ labels }) => labels.leg),
      ['a', 'b'],
    );
    const [rack] = of('breaker_apparent_power_voltamperes', 'Server rack');
    assert(Number(rack?.value) > 300 && Number(rack?.value) < 1_000, `${rack?.value} VA`);
    const [joules] = of('breaker_energy_delivered_joules_total', 'Water heater');
    assert(Number(joules?.value) > 1e9, `${joules?.value} J`);
    assert.deepEqual(at(errors), []);
  });

  const files = mkdtempSync(join(tmpdir(), 'breakerflow-csv-'));
  after(() => rmSync(files, { recursive: true, force: true }));
  example(
    '04-csv-files',
    'begins a file a day, and goes on in it after a restart',
    async (shown) => {
      const { clock, at, red: runtime, flow } = shown;
      let simulator = await simulatorOf(shown);
      const rows = (day: string) => readFileSync(join(files, `breakers-${day}.csv`), 'utf8').split('\n');
      // Files are written in their own time, and an hour is long for them.
      const written = async (count: number) => {
        const lines = simulator.requests.length;
        await turnUntil(clock, () => simulator.requests.length >= lines + 5, { withinMs: 7_200_000 });
        for (let rounds = 0; at('file').length < count && rounds < 100_000; rounds += 1)
          await new Promise((resolve) => setImmediate(resolve));
        assert.equal(at('file').length, count);
      };
      await written(1);
      await written(2);
      const header = 'time,breaker,currentA,currentB,voltageAN,voltageBN,energyDeliveredWh';
      const today = rows('2026-01-15');
      assert.equal(today[0], header);
      assert.equal(today.length, 12);
      for (const line of today.slice(1, -1))
        assert.match(line, /^2026-01-15T1\d:\d\d:\d\d\.000Z,"[A-Z][a-z ]+"(,[\d.]*){5}$/);
      await runtime.deploy(flow);
      simulator = await simulatorOf(shown);
      runtime
        .node(flow.find(({ name }) => name === 'file')?.id ?? '')
        .on('input', (msg) => at('file').push(msg as never));
      await written(3);
      const goesOn = rows('2026-01-15');
      assert.deepEqual([goesOn.filter((line) => line === header).length, goesOn.length], [1, 17]);
      const tomorrow = join(files, 'breakers-2026-01-16.csv');
      for (let count = 4; !existsSync(tomorrow); count += 1) await written(count);
      assert.equal(rows('2026-01-16')[0], header);
      assert.deepEqual(at(errors), []);
    },
    // An hour between the lines, or the test would write all the minutes until midnight.
    (flow) =>
      withVariables({ CSV_DIR: files })(
        flow.map((node) => (node.type === 'meter-read' ? { ...node, poll: 3600 } : node)),
      ),
  );

  example('05-e-mail', 'has a subject, a text and a table', async ({ click, at }) => {
    const mail = await click('07:00', 'e-mail');
    const lines = String(mail.payload).split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      ['Refrigerator', 'Water heater', 'Heat pump', 'Air conditioner'],
    );
    for (const line of lines) assert.match(line, /^[A-Z][a-z ]+, \d+\.\d\d kWh, at most \d+ W$/);
    const sum = lines.reduce((total, line) => total + Number(/([\d.]+) kWh/.exec(line)?.[1]), 0);
    assert(Math.abs(sum - Number(/: ([\d.]+) kWh$/.exec(String(mail.topic))?.[1])) < 0.1);
    assert.equal(String(mail.html).match(/<tr>/g)?.length, 4);
    assert.deepEqual(at(errors), []);
  });
});
