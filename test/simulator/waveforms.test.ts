import assert from 'node:assert/strict';
import { query, type RunningSimulator, startSimulator } from './running-simulator';
import { ids } from './small-state';

const path = `/devices/${ids.oven}/waveforms`;

describe('spec 4.3 waveforms', () => {
  let running: RunningSimulator;
  beforeEach(async () => {
    running = await startSimulator();
  });
  afterEach(() => running.simulator.close());

  const list = async (filter?: string) => {
    const { status, json } = await running.get(`${path}${filter === undefined ? '' : query({ $filter: filter })}`);
    return { status, ids: json.data?.map(({ id }: { id: string }) => id) as string[] | undefined };
  };

  it('a capture answers with the record and stores it', async () => {
    const captured = await running.post(path);
    assert.equal(captured.status, 200);
    assert.deepEqual(captured.json.data.triggers, ['Immediate']);
    assert.equal(captured.json.data.capturedAt, new Date(running.clock.now()).toISOString());
    assert.deepEqual((await running.get(`${path}/${captured.json.data.id}`)).json, captured.json);
    assert.deepEqual((await running.get(path)).json.data, [
      {
        id: captured.json.data.id,
        capturedAt: captured.json.data.capturedAt,
        triggers: ['Immediate'],
        type: 'waveform',
      },
    ]);
  });

  it('a capture is announced', async () => {
    const { json } = await running.post(path);
    assert.deepEqual(running.simulator.controls.events, [
      {
        type: 'waveform-captured',
        deviceId: ids.oven,
        waveformId: json.data.id,
        waveformType: 'waveform',
        at: running.clock.now(),
      },
    ]);
  });

  it('the list is filtered by trigger and by instant', async () => {
    const first = (await running.post(path)).json.data;
    await running.clock.advance(60_000);
    running.simulator.controls.tripBreaker(ids.oven);
    await running.clock.advance(60_000);
    const third = (await running.post(path)).json.data;
    const all = (await list()).ids ?? [];
    assert.equal(all.length, 3);
    assert.deepEqual((await list("trigger eq 'Immediate'")).ids, [first.id, third.id]);
    assert.deepEqual((await list("trigger eq 'Phase 0 Overcurrent'")).ids, [all[1]]);
    assert.deepEqual((await list("trigger eq 'nothing'")).ids, []);
    assert.deepEqual((await list(`capturedAt eq ${first.capturedAt}`)).ids, [first.id]);
    assert.deepEqual((await list(`capturedAt ge ${third.capturedAt}`)).ids, [third.id]);
    assert.deepEqual((await list(`capturedAt le ${first.capturedAt}`)).ids, [first.id]);
    assert.deepEqual(
      (await list(`capturedAt ge ${first.capturedAt} and capturedAt le ${third.capturedAt} and trigger eq 'Immediate'`))
        .ids,
      [first.id, third.id],
    );
  });

  it('eq is not combined with le or ge', async () => {
    const instant = '2026-01-01T00:00:00Z';
    assert.equal((await list(`capturedAt eq ${instant} and capturedAt ge ${instant}`)).status, 400);
  });

  it('503: an offline device captures nothing', async () => {
    running.simulator.controls.setOnline(ids.oven, false);
    assert.equal((await running.post(path)).status, 503);
    assert.deepEqual((await list()).ids, []);
  });

  it('an unknown waveform is not found', async () => {
    assert.equal((await running.get(`${path}/nothing`)).status, 404);
  });

  it('closing a circuit onto its load records the inrush when its peaks last above the threshold', async () => {
    const handle = `/devices/${ids.oven}/breaker/remoteHandle/position`;
    const configuration = `/devices/${ids.oven}/meter/settings/waveformConfiguration`;
    const cycle = async () => {
      for (const command of ['open', 'close']) {
        await running.post(handle, { command, reason: 'test' });
        await running.clock.advance(60_000);
      }
      return (await list("trigger eq 'Phase 0 Overcurrent'")).ids ?? [];
    };
    assert.deepEqual(await cycle(), [], 'the factory level is above the inrush of a heater');
    await running.put(configuration, { p0mAOvercurrent: 20_000 });
    const [id] = await cycle();
    assert(id !== undefined);
    const { data } = (await running.get(`${path}/${id}`)).json.data;
    const current: number[] = data.mAp0;
    assert(
      current.slice(0, 50).every((value) => value === 0),
      'no current flows before it is closed',
    );
    assert(Math.max(...current.slice(50, 120)) > 20_000);
    assert(
      data.mAp1.some((value: number) => value !== 0),
      'both poles close',
    );
    await running.put(configuration, { p0OvercurrentEnabled: false });
    assert.equal((await cycle()).length, 1);
  });
});
