import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import evseConfig from '../../nodes/evse-config/evse-config';
import waveformCapture from '../../nodes/waveform-capture/waveform-capture';
import { circuit } from '../directory/circuits';
import { flowAround, type Received, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService, startService } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

describe('Message for people, in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let [outlets, dryer, charger]: string[] = [];

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    dryer = service.device('Clothes dryer');
    charger = service.device('EV charger left');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  async function start(settings: Settings): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service);
    const circuits = [
      circuit(outlets ?? '', 'Kitchen'),
      circuit(dryer ?? '', 'Tumbler'),
      circuit(charger ?? '', 'Garage left'),
    ];
    const directory = { id: 'directory', type: 'breaker-directory', account: 'account', circuits };
    const node = { account: 'account', target: 'devices', words: true, wordsZone: 'America/New_York', ...settings };
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround(node, account, directory),
      credentials,
      nodes: [breakerDirectory, evseConfig, waveformCapture].map((register) => withTexts(register)),
    });
    return runtime;
  }
  const last = (red: Runtime): Received => red.outputs.at(-1) ?? assert.fail('nothing was sent');
  const eventOf = ({ event }: Received) => event as Record<string, unknown>;

  describe('breaker-control', () => {
    const control = (settings: Settings) => start({ type: 'breaker-control', devices: [outlets], ...settings });

    it('subject, sentence and the record; the other properties stay, and the Complete node has the same', async () => {
      const red = await control({ action: 'open', name: 'cellar' });
      await red.run({ topic: 'before', to: 'a@b.example' });
      const { topic, payload, to, event } = last(red);
      assert.deepEqual([topic, payload, to], ['cellar: Kitchen', 'Kitchen was opened.', 'a@b.example']);
      assert.deepEqual(
        [(event as Settings).deviceId, (event as Settings).outcome, (event as Settings).name],
        [outlets, 'confirmed', 'Kitchen'],
      );
      assert.equal(red.completed[0]?.payload, payload);
    });

    it('without the flag the payload is the record, and nothing else is there', async () => {
      const red = await control({ action: 'open', words: false });
      await red.run({ topic: 'before' });
      const { topic, payload, event } = last(red);
      assert.deepEqual([topic, (payload as Settings).outcome, event], ['before', 'confirmed', undefined]);
    });

    it('a refusal goes to Catch as it does without the flag', async () => {
      const red = await control({ action: 'lock' });
      await red.run({ by: 'Anna' });
      assert.equal(last(red).payload, 'Kitchen was opened. It is locked open by Anna.');
      await red.deploy(
        flowAround(
          {
            type: 'breaker-control',
            account: 'account',
            target: 'devices',
            devices: [outlets],
            action: 'close',
            words: true,
          },
          serviceAccount(service).account,
        ),
      );
      await red.run({ confirm: true });
      assert.deepEqual([red.outputs.length, red.caught[0]?.error.code], [1, 'LOCKED_OUT']);
    });

    it('several devices, one of which is locked: who, and why not', async () => {
      const red = await control({ action: 'value', command: 'payload', commandType: 'msg', devices: [outlets, dryer] });
      await red.run({ payload: { lock: dryer, by: 'Anna' } });
      await red.run({ payload: 'close', confirm: true });
      const { topic, payload, event } = last(red);
      assert.equal(topic, 'Devices: 2');
      assert.match(
        String(payload),
        /^1 of 2 done\. Tumbler was not closed: .*Anna.*\. Kitchen was closed\. Its state: live\.$/,
      );
      assert.equal((event as { results: unknown[] }).results.length, 2);
    });

    it('a dry run is told as one', async () => {
      const red = await control({ action: 'open', dryRun: true });
      await red.run({});
      assert.equal(last(red).payload, 'Dry run: Kitchen would be opened.');
      assert.equal(service.position(outlets ?? ''), 'closed');
    });

    it('a scene that is set and restored names its circuits', async () => {
      const red = await control({
        action: 'value',
        command: 'payload',
        commandType: 'msg',
        devices: [outlets, dryer],
      });
      await red.run({ payload: { scene: 'away', do: 'set' } });
      assert.deepEqual(
        [last(red).topic, last(red).payload],
        ['away', 'The scene away was set. Commanded: Kitchen and Tumbler.'],
      );
      // The account's time between two commands to one breaker.
      await service.clock.advance(10_000);
      await red.run({ payload: { scene: 'away', do: 'restore' } });
      assert.match(String(last(red).payload), /^The scene away was restored\. Commanded: Kitchen and Tumbler\.$/);
      await red.run({ payload: { scene: 'away', do: 'restore' } });
      assert.equal(last(red).payload, 'The scene away has nothing to restore.');
    });

    it('the later outcome of a deferred command is a sentence too', async () => {
      const held = await holdByOverrideEvent(service, outlets ?? '');
      const red = await control({ action: 'open', laterOutput: true, outputs: 2, wires: [['outputs'], ['outputs']] });
      await red.run({});
      assert.equal(last(red).payload, 'Kitchen is to be opened when its override event ends.');
      await held.removed();
      await turnUntil(service.clock, () => red.outputs.length === 2, { withinMs: 600_000 });
      assert.match(
        String(last(red).payload),
        /^Kitchen was opened\. An override event had held the command back since .*\d\d:\d\d\.$/,
      );
      assert.equal(eventOf(last(red)).outcome, 'confirmed');
    });
  });

  describe('evse-config', () => {
    const evse = (settings: Settings) => start({ type: 'evse-config', devices: [charger], ...settings });

    it('the state of a charger', async () => {
      const red = await evse({ action: 'readState' });
      await red.run({});
      assert.match(String(last(red).payload), /^Garage left: state C · charging since .*\d\d:\d\d\.$/);
      assert.equal(eventOf(last(red)).state, 'C');
    });

    it('why it charges, and with how much', async () => {
      const red = await evse({ action: 'readConfiguration' });
      await red.run({});
      assert.match(String(last(red).payload), /^Garage left: allows charging, .*\. Its mode /);
    });

    it('a followed current', async () => {
      const red = await evse({ action: 'setCurrent', amperes: 'payload', amperesType: 'msg', takeMode: true });
      await red.run({ payload: 16 });
      assert.equal(last(red).payload, 'Garage left: charging allowed, at most 16 A.');
    });

    it('what was changed, by the labels of the dialog', async () => {
      const red = await evse({ action: 'changeConfiguration', mode: 'api-override-disable' });
      await red.run({});
      assert.equal(last(red).payload, 'Garage left: changed: Mode.');
    });

    it('a session with energy and cost; sessions of a list', async () => {
      const red = await evse({ action: 'sessionSummary', currency: 'EUR' });
      await red.run({});
      assert.match(String(last(red).payload), /^Garage left: plugged in .* kWh.*\. Cost: \d+(\.\d+)? EUR\./);
      await red.deploy(
        flowAround(
          {
            type: 'evse-config',
            account: 'account',
            target: 'devices',
            devices: [charger],
            action: 'listSessions',
            words: true,
          },
          serviceAccount(service).account,
        ),
      );
      await red.run({});
      assert.match(String(last(red).payload), /^Plug sessions: \d+\. /);
      assert(Array.isArray(last(red).event));
    });

    it('meter data stay a table for charts', async () => {
      const red = await evse({ action: 'sessionMeter', output: 'flat' });
      await red.run({});
      assert(Array.isArray(last(red).payload));
    });
  });

  describe('waveform-capture', () => {
    const capture = (settings: Settings) => start({ type: 'waveform-capture', devices: [outlets], ...settings });

    it('what triggered a capture, when, and what it shows', async () => {
      const red = await capture({ action: 'capture' });
      await red.run({});
      assert.match(
        String(last(red).payload),
        /^Kitchen: a waveform was captured at \d\d:\d\d, trigger: on demand\. Phase A: [\d.]+ A peak, [\d.]+ A RMS, THD \d+ %, [\d.]+ V RMS\.$/,
      );
      assert.deepEqual(eventOf(last(red)).triggers, ['Immediate']);
    });

    it('captures of a list, and of an item of it', async () => {
      const red = await capture({ action: 'list', split: 'item' });
      service.simulator.controls.tripBreaker(outlets ?? '');
      await red.run({});
      assert.equal(typeof last(red).payload, 'string');
      assert.doesNotMatch(String(last(red).payload), /undefined/);
    });

    it('thresholds that are read', async () => {
      const red = await capture({ action: 'readThresholds' });
      await red.run({});
      assert.match(String(last(red).payload), /^Kitchen: /);
    });

    for (const output of ['chart', 'csv'])
      it(`${output} stays as it is: a node for it comes next`, async () => {
        const red = await capture({ action: 'capture', output });
        await red.run({ topic: 'before' });
        assert.deepEqual([last(red).topic, last(red).event], ['before', undefined]);
      });
  });
});
