import assert from 'node:assert/strict';
import waveformCapture from '../../nodes/waveform-capture/waveform-capture';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { startScriptedService } from '../support/scripted-service';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

describe('waveform-capture in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let rack: string;
  let lights: string;
  let conditioner: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    lights = service.device('Living room lights');
    conditioner = service.device('Air conditioner');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'waveform-capture',
    account: 'account',
    target: 'devices',
    devices: [rack],
    ...settings,
  });
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const flow = flowAround(node(settings), account);
    runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes: [withTexts(waveformCapture)] });
    return runtime;
  }
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Result;
  const counts = (red: Runtime) => [red.outputs.length, red.completed.length, red.caught.length];
  const captures = () => service.requests('waveforms.capture').length;
  const sets = () => service.requests('waveformConfiguration.set').length;
  const error = (red: Runtime) => red.caught.at(-1)?.error ?? assert.fail('nothing was caught');
  const thresholdsOf = async (deviceId: string) => {
    const call = service.client().call('waveformConfiguration.get', { path: { deviceId } });
    return (await turned(service.clock, call)).data;
  };

  describe('capturing now', () => {
    it('one capture, analysed, the other properties of the message kept; the badge says current and THD', async () => {
      const red = await start();
      await red.run({ topic: 'rack', deep: { a: 1 } });
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.deepEqual([red.outputs[0]?.topic, red.outputs[0]?.deep], ['rack', { a: 1 }]);
      const { deviceId, triggers, p0, p1, frequencyHz, spans } = payload(red) as Result & {
        p0: Record<string, number>;
      };
      assert.deepEqual([deviceId, triggers, p1, spans], [rack, ['Immediate'], undefined, []]);
      assert(Math.abs(Number(frequencyHz) - 60) < 0.1);
      assert(Number(p0.voltageRmsV) > 110 && Number(p0.currentThdFPercent) > 15);
      assert.equal(captures(), 1);
      await turnUntil(service.clock, () => /^\d+\.\d A, THD \d+ %$/.test(red.statuses.at(-1)?.text ?? ''));
    });

    it('everything: the record as it came, every harmonic, the thresholds', async () => {
      const red = await start({ output: 'full' });
      await red.run({});
      const { record, analysis, sampleRate, triggerSample, thresholds } = payload(red) as {
        record: { data: { mVp0: number[] } };
        analysis: { p0: { current: { harmonics: { percent: unknown[] } } } };
        sampleRate: { sampleRateHz: number };
        triggerSample: number;
        thresholds: Result;
      };
      assert.equal(record.data.mVp0.length, 200);
      assert.equal(analysis.p0.current.harmonics.percent.length, 34);
      assert.deepEqual([sampleRate.sampleRateHz, triggerSample], [4000, 100]);
      assert.equal(thresholds.p0mAOvercurrent, 60_000);
    });

    it('points for a chart: milliseconds around the trigger, volts and amperes', async () => {
      const red = await start({ output: 'chart', curves: 'current', seriesName: 'rack' });
      await red.run({});
      const points = payload(red) as unknown as { series: string; x: number; y: number }[];
      assert.equal(points.length, 200);
      assert.deepEqual([points[0]?.series, points[0]?.x, points[100]?.x], ['rack current 0 (A)', -25, 0]);
    });

    it('points of harmonics: the order and percent of the fundamental', async () => {
      const red = await start({ output: 'chart', curves: 'harmonics' });
      await red.run({});
      const points = payload(red) as unknown as { series: string; x: number; y: number }[];
      assert.deepEqual(
        points.filter(({ x }) => x === 1).map(({ series, y }) => [series, y]),
        [
          ['voltage 0 (%)', 100],
          ['current 0 (%)', 100],
        ],
      );
    });

    it('CSV text with a file name', async () => {
      const red = await start({ output: 'csv' });
      await red.run({});
      const lines = String(red.outputs[0]?.payload).split('\r\n');
      assert.deepEqual([lines[0], lines.length], ['sample,time_ms,mVp0,mAp0', 202]);
      assert.match(String(red.outputs[0]?.filename), /^[\w.-]+\.csv$/);
    });

    it('several devices: points of all of them, and the failures beside', async () => {
      service.simulator.controls.setOnline(lights, false);
      const red = await start({ output: 'chart', devices: [rack, lights] });
      await red.run({});
      assert.equal((payload(red) as unknown as unknown[]).length, 400);
      const [{ failed } = assert.fail()] = red.outputs as { failed: { deviceId: string; error: { code: string } }[] }[];
      assert.deepEqual(
        failed.map(({ deviceId, error: { code } }) => [deviceId, code]),
        [[lights, 'DEVICE_OFFLINE']],
      );
    });

    it('an offline device ends at the Catch node', async () => {
      service.simulator.controls.setOnline(rack, false);
      const red = await start();
      await red.run({});
      assert.deepEqual([error(red).code, error(red).cause.deviceId], ['DEVICE_OFFLINE', rack]);
      assert.deepEqual([red.caught[0]?.statusCode, counts(red)], [503, [0, 0, 1]]);
    });

    it('an account that is not armed shows the request and sends nothing', async () => {
      const red = await start({ output: 'chart' }, { armed: false });
      await red.run({});
      assert.equal(payload(red).outcome, 'dry-run');
      assert.equal((payload(red).request as Result).method, 'POST');
      assert.equal(captures(), 0);
    });

    it('a message that is kept by a broker, too old, or made before the start records nothing', async () => {
      const red = await start({ expiry: 5 }, { startMute: 5 });
      await red.run({});
      await red.run({ retain: true });
      await red.run({ madeAt: service.clock.now() - 6_000 });
      assert.deepEqual(
        red.caught.map(({ error: { code } }) => code),
        ['MUTED', 'COMMAND_EXPIRED', 'COMMAND_EXPIRED'],
      );
      assert.equal(captures(), 0);
    });

    it('a group above its ceiling is refused as a whole', async () => {
      const red = await start({ target: 'value', maxDevices: 1 });
      await red.run({ deviceId: [rack, lights] });
      assert.equal(error(red).code, 'BLOCKED_BY_INTERLOCK');
      assert.equal(captures(), 0);
    });

    it('thresholds that cannot be read cost the spans, not the capture', async () => {
      service.simulator.controls.faults.inject({
        kind: 'error',
        status: 403,
        match: { operation: 'waveformConfiguration.get' },
      });
      const red = await start();
      await red.run({});
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.equal(payload(red).spans, undefined);
      assert.equal((payload(red).thresholdsError as Result).code, 'FORBIDDEN');
    });

    it('when the answer is lost, the record is looked for: one capture is made, and it is output', async () => {
      service.simulator.controls.faults.inject({
        kind: 'reset-after',
        match: { operation: 'waveforms.capture' },
        times: 1,
      });
      const red = await start();
      await red.run({});
      assert.deepEqual([counts(red), captures()], [[1, 1, 0], 1]);
      const { data } = await turned(
        service.clock,
        service.client().call('waveforms.list', { path: { deviceId: rack }, filter: { trigger: 'Immediate' } }),
      );
      assert.equal(payload(red).id, data.at(-1)?.id);
    });

    it('a record of arrays of unequal length, or of none, is output, with what could not be computed', async () => {
      const script = await startScriptedService(service.clock);
      const data = { mVp0: [1, 2, 3], mAp0: [1, 2], mVp1: [], mAp1: null };
      const record = { id: 'w1', type: 'waveform', sampleDelta: 0, data };
      script.on(`GET /devices/${rack}/waveforms/w1`, { json: { data: record } });
      script.on(`GET /devices/${rack}/waveforms/w2`, { json: { data: { id: 'w2', type: 'waveform' } } });
      const red = await start({ action: 'get', withSpans: false }, { baseUrl: `${script.origin}/api/v1` });
      await red.run({ payload: 'w1' });
      assert.deepEqual(counts(red), [1, 1, 0]);
      const summary = payload(red) as { p0?: { voltagePeakV?: number }; p1?: unknown; notes?: string[] };
      assert.deepEqual([summary.p0?.voltagePeakV, summary.p1], [0.003, undefined]);
      assert.deepEqual(
        summary.notes?.map((note) => note.split(' ')[0]),
        ['sampleDelta', 'The', 'mAp0', 'Too'],
      );
      assert.match(String(summary.notes?.[1]), /the documented 4 kHz are taken/);
      await red.run({ payload: 'w2' });
      assert.equal((payload(red) as { id: string }).id, 'w2');
      assert.match(String((payload(red) as { notes?: string[] }).notes?.at(-1)), /no samples: nothing can be computed/);
      await red.stop();
      runtime = undefined;
      await script.close();
    });
  });

  describe('finding captures', () => {
    it('the list, the newest first, with the device each is of', async () => {
      const red = await start({ action: 'list', captureType: 'any', devices: [conditioner] });
      await red.run({});
      const list = payload(red) as unknown as { deviceId: string; capturedAt: string; type: string }[];
      assert.equal(list.length, 3);
      assert(list.every(({ deviceId }) => deviceId === conditioner));
      assert.deepEqual(
        list.map(({ capturedAt }) => capturedAt),
        list
          .map(({ capturedAt }) => capturedAt)
          .sort()
          .reverse(),
      );
    });

    it('by trigger, kind and limit', async () => {
      const red = await start({
        action: 'list',
        trigger: 'value',
        triggerText: 'wanted',
        triggerTextType: 'msg',
        devices: [conditioner],
      });
      await red.run({ wanted: 'Phase A Undervoltage' });
      assert.equal((payload(red) as unknown as unknown[]).length, 1);
      await red.run({ wanted: "it's none" });
      assert.deepEqual(payload(red), []);
      await red.run({});
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['triggerText'],
      );
    });

    it('by time: a range with both ends, one end, a moment', async () => {
      const red = await start({ action: 'list' });
      const times: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        await turned(service.clock, service.client().call('waveforms.capture', { path: { deviceId: rack } }));
        times.push(service.clock.now());
        await service.clock.advance(60_000);
      }
      await red.stop();
      const [first = 0, second = 0, third = 0] = times;
      const ranged = await start({ action: 'list', range: 'custom' });
      const length = () => (payload(ranged) as unknown as unknown[]).length;
      await ranged.run({ from: first, to: second });
      assert.equal(length(), 2);
      await ranged.run({ from: new Date(third).toISOString() });
      assert.equal(length(), 1);
      await ranged.run({ from: third, to: first });
      assert.deepEqual(
        error(ranged).cause.validations.map(({ field, rule }) => [field, rule]),
        [['to', 'order']],
      );
      await ranged.stop();
      const exact = await start({ action: 'list', range: 'at', at: 'at' });
      await exact.run({ at: new Date(second) });
      assert.equal((payload(exact) as unknown as unknown[]).length, 1);
      await exact.run({ at: second + 1 });
      assert.deepEqual(payload(exact), []);
      await exact.run({ at: -8_640_000_000_000_001 });
      assert.deepEqual(
        error(exact).cause.validations.map(({ field, rule }) => [field, rule]),
        [['at', 'format']],
      );
    });

    it('in pages, the last one with the count', async () => {
      const red = await start({
        action: 'list',
        captureType: 'any',
        split: 'page',
        pageSize: 2,
        devices: [conditioner],
      });
      await red.run({ topic: 't' });
      const parts = red.outputs.map(({ parts: part }) => part as { id: string; index: number; count?: number });
      assert.deepEqual(
        red.outputs.map(({ payload: items }) => (items as unknown[]).length),
        [2, 1],
      );
      assert.deepEqual(
        parts.map(({ index, count }) => [index, count]),
        [
          [0, undefined],
          [1, 2],
        ],
      );
      assert.deepEqual(
        red.outputs.map(({ complete }) => complete),
        [undefined, true],
      );
      assert.equal(red.completed.length, 1);
    });

    it('one by its id, or as an item of a list, of the device that it is of', async () => {
      const list = await start({ action: 'list', devices: [conditioner] });
      await list.run({});
      const [item] = payload(list) as unknown as { id: string; deviceId: string }[];
      await list.stop();
      const red = await start({ action: 'get', target: 'value' });
      await red.run({ payload: item });
      assert.deepEqual([payload(red).id, payload(red).deviceId], [item?.id, conditioner]);
      await red.run({ payload: item?.id, deviceId: conditioner });
      assert.equal(payload(red).id, item?.id);
      await red.run({ payload: item?.id, deviceId: rack });
      assert.equal(error(red).code, 'NOT_FOUND');
      await red.run({ payload: 7, deviceId: rack });
      assert.equal(error(red).code, 'INVALID_INPUT');
    });

    it('the latest of a trigger, and none', async () => {
      const red = await start({ action: 'latest', trigger: 'Phase 0 Overcurrent', devices: [conditioner] });
      await red.run({});
      const { triggers, spans } = payload(red) as { triggers: string[]; spans: { kind: string; phase: string }[] };
      assert.deepEqual(triggers, ['Phase 0 Overcurrent']);
      assert.deepEqual([spans[0]?.kind, spans[0]?.phase], ['overcurrent', 'p0']);
      await red.stop();
      const none = await start({ action: 'latest', trigger: 'Phase 0 Overcurrent' });
      await none.run({});
      assert.equal(error(none).code, 'NOT_FOUND');
    });

    it('a fastRMS capture has ranges of its RMS values and no harmonics', async () => {
      const red = await start({ action: 'latest', captureType: 'fastRMS', devices: [conditioner], output: 'full' });
      await red.run({});
      const { fastRms, analysis, type } = payload(red) as {
        fastRms: Record<string, { min: number; max: number }>;
      } & Result;
      assert.deepEqual([type, analysis], ['fastRMS', undefined]);
      assert(Number(fastRms.mVp0?.min) < 100 && Number(fastRms.mVp0?.max) > 110);
    });
  });

  describe('waiting for the next capture', () => {
    const overcurrent = { action: 'wait', trigger: 'Phase 0 Overcurrent', devices: [lights], pollSeconds: 2 };
    const waiting = (settings: Settings = {}) => ({ ...overcurrent, devices: [lights], ...settings });

    async function switchOffFor(deviceId: string, seconds: number): Promise<void> {
      const body = { command: 'open', reason: 'test', secondsUntilReset: seconds } as const;
      await turned(service.clock, service.client().call('remoteHandle.setPosition', { path: { deviceId }, body }));
    }

    it('the inrush when the circuit is closed again is captured, waited for, and shown as an overcurrent', async () => {
      const red = await start(waiting());
      red.give({});
      await settled();
      await switchOffFor(lights, 10);
      await red.untilEnded(1);
      assert.deepEqual(counts(red), [1, 1, 0]);
      const { triggers, spans, p0 } = payload(red) as {
        triggers: string[];
        spans: { samples: number; kind: string; extreme: number }[];
        p0: { currentPeakA: number };
      };
      assert.deepEqual([triggers, spans[0]?.kind], [['Phase 0 Overcurrent'], 'overcurrent']);
      assert(Number(spans[0]?.samples) >= 50 && p0.currentPeakA > 45);
    });

    it('what was there before is not the next one', async () => {
      const red = await start(waiting({ devices: [rack], trigger: 'Immediate' }));
      await turned(service.clock, service.client().call('waveforms.capture', { path: { deviceId: rack } }));
      red.give({});
      await settled();
      await service.clock.advance(20_000);
      await settled();
      assert.deepEqual(counts(red), [0, 0, 0]);
      const made = service.client().call('waveforms.capture', { path: { deviceId: rack } });
      const { data } = await turned(service.clock, made);
      await red.untilEnded(1);
      assert.equal(payload(red).id, data.id);
    });

    it('ends with TIMEOUT when none comes, the badge counting down before', async () => {
      const red = await start(waiting({ waitSeconds: 60 }));
      const before = service.clock.now();
      await red.run({});
      assert.deepEqual([error(red).code, error(red).cause.retryable], ['TIMEOUT', true]);
      assert.equal(service.clock.now() - before, 60_000);
      assert(red.statuses.some(({ text, shape }) => /^waiting, \d+ s$/.test(text) && shape === 'ring'));
    });

    it('a look that fails in passing is made again', async () => {
      const red = await start(waiting({ waitSeconds: 120 }));
      red.give({});
      await settled();
      service.simulator.controls.faults.inject({
        kind: 'unavailable',
        match: { operation: 'waveforms.list' },
        times: 4,
      });
      await service.clock.advance(4_000);
      await settled();
      await switchOffFor(lights, 10);
      await red.untilEnded(1);
      assert.deepEqual(counts(red), [1, 1, 0]);
    });

    it('a redeploy ends it, and nothing is asked any more', async () => {
      const red = await start(waiting());
      red.give({});
      await settled();
      const { account } = serviceAccount(service);
      const flow: FlowNode[] = flowAround(node(waiting({ name: 'again' })), account);
      await red.deploy(flow);
      const asked = service.requests('waveforms.list').length;
      await service.clock.advance(120_000);
      await settled();
      assert.equal(service.requests('waveforms.list').length, asked);
      assert.equal(red.outputs.length, 0);
    });

    it('more than eight devices are too many to wait for', async () => {
      const nine = service.simulator.controls
        .devices()
        .slice(0, 9)
        .map(({ id }) => id);
      const red = await start(waiting({ devices: nine }));
      await red.run({});
      assert.equal(error(red).code, 'INVALID_INPUT');
    });
  });

  describe('thresholds', () => {
    it('are read in both spellings', async () => {
      const red = await start({ action: 'readThresholds' });
      await red.run({});
      assert.equal((payload(red).thresholds as Result).p0mVSag, 100_000);
      await red.stop();
      const named = await start({ action: 'readThresholds', spelling: 'pA' });
      await named.run({});
      const { thresholds } = payload(named) as { thresholds: Result };
      assert.deepEqual(
        [thresholds.pAmVSag, thresholds.p0mVSag, thresholds.samplesAfterTrigger],
        [100_000, undefined, 100],
      );
    });

    it('set in the dialog: what is named is sent and read back, the rest stays', async () => {
      const before = await thresholdsOf(conditioner);
      const thresholds = JSON.stringify({ p0mAOvercurrent: 45_000, p1SagEnabled: false });
      const red = await start({ action: 'setThresholds', thresholds, devices: [conditioner] });
      await red.run({});
      assert.deepEqual(
        [payload(red).outcome, payload(red).changed],
        ['confirmed', ['p0mAOvercurrent', 'p1SagEnabled']],
      );
      assert.deepEqual(await thresholdsOf(conditioner), { ...before, p0mAOvercurrent: 45_000, p1SagEnabled: false });
      await red.run({});
      assert.deepEqual([payload(red).outcome, sets()], ['unchanged', 1]);
    });

    it('from a message, as device data spells and wraps them', async () => {
      const red = await start({ action: 'setThresholds', thresholdsFrom: 'value' });
      await red.run({ payload: { val: { pAmVSag: 95_000 }, ts: 1 } });
      assert.deepEqual([payload(red).outcome, payload(red).changed], ['confirmed', ['p0mVSag']]);
      assert.equal((await thresholdsOf(rack)).p0mVSag, 95_000);
    });

    it('every problem of a message is named at once, and nothing is read or sent', async () => {
      const red = await start({ action: 'setThresholds', thresholdsFrom: 'value' });
      const wrong = { p0mVSag: 130_000, pBSwellDuration: 49, p0SagEnabled: 1, level: 5, p1mVSag: 1, pBmVSag: 2 };
      await red.run({ payload: wrong });
      assert.deepEqual(
        error(red).cause.validations.map(({ field, rule }) => [field, rule]),
        [
          ['p0mVSag', 'thresholdSag'],
          ['pBSwellDuration', 'thresholdDuration'],
          ['p0SagEnabled', 'thresholdFlag'],
          ['level', 'thresholdName'],
          ['pBmVSag', 'thresholdTwice'],
        ],
      );
      for (const value of [{}, [], 'p0mVSag', null]) await red.run({ payload: value });
      assert.deepEqual(
        red.caught.map(({ error: { code } }) => code),
        Array(5).fill('INVALID_INPUT'),
      );
      assert.equal(service.requests('waveformConfiguration.get').length + sets(), 0);
    });

    it('a node whose thresholds are wrong names every problem at each input', async () => {
      const thresholds = JSON.stringify({ p0mVSag: 130_000, samplesAfterTrigger: 200 });
      const red = await start({ action: 'setThresholds', thresholds });
      await red.run({});
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['thresholds.p0mVSag', 'thresholds.samplesAfterTrigger'],
      );
    });

    it('a dry run shows the request, a protected device keeps its thresholds', async () => {
      const set = { action: 'setThresholds', thresholds: '{"p0mVSag": 90000}' };
      const dry = await start({ ...set, dryRun: true });
      await dry.run({});
      assert.deepEqual([payload(dry).outcome, (payload(dry).request as Result).body], ['dry-run', { p0mVSag: 90_000 }]);
      await dry.stop();
      const red = await start(set, { protectedDevices: [rack] });
      await red.run({});
      assert.equal(error(red).code, 'BLOCKED_BY_INTERLOCK');
      await red.stop();
      const load = await start(set, { protectedLoads: 'server-rack' });
      await load.run({});
      assert.equal(error(load).code, 'BLOCKED_BY_INTERLOCK');
      assert.equal(sets(), 0);
    });

    it('an offline device keeps them, and the error says so', async () => {
      service.simulator.controls.setOnline(rack, false);
      const red = await start({ action: 'setThresholds', thresholds: '{"p0mVSag": 90000}' });
      await red.run({});
      assert.equal(error(red).code, 'DEVICE_OFFLINE');
      assert.deepEqual(counts(red), [0, 0, 1]);
    });

    it('without read-back the outcome is accepted', async () => {
      const red = await start({ action: 'setThresholds', thresholds: '{"p0mVSag": 90000}', readBack: false });
      await red.run({});
      assert.deepEqual([payload(red).outcome, (payload(red).thresholds as Result).p0mVSag], ['accepted', 90_000]);
    });
  });
});
