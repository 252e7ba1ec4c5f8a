import assert from 'node:assert/strict';
import type { ScriptedReply } from '../support/scripted-service';
import { type ClientUnderTest, startClientUnderTest } from './client-under-test';

const path = { deviceId: 'device-1' };
const device = { id: 'device-1', serialNumber: '7' };

describe('spec 1.5: what is assumed of an answer is not enforced', () => {
  let tested: ClientUnderTest;

  beforeEach(async () => {
    tested = await startClientUnderTest();
  });
  afterEach(() => tested.close());

  const call = (...args: Parameters<typeof tested.client.call>) => tested.turn(tested.client.call(...args));

  describe('an object is read', () => {
    for (const [name, body] of [
      ['without its envelope', device],
      ['in two envelopes', { data: { data: device } }],
      ['in a list of one', { data: [device] }],
      ['in an envelope with fields of its own', { id: 'request-9', status: 'ok', data: device }],
      ['behind a byte order mark', `\uFEFF${JSON.stringify({ data: device })}`],
    ] as const)
      it(name, async () => {
        const reply: ScriptedReply = typeof body === 'string' ? { text: body } : { json: body };
        tested.service.on('GET /devices/device-1', reply);
        assert.deepEqual((await call('devices.get', { path })).data, device);
      });

    it('also where a field of it has the name of the envelope', async () => {
      const waveform = { id: 'w', capturedAt: '2026-01-15T12:00:00Z', data: { mVp0: [1, 2], mAp0: [3, 4] } };
      const input = { path: { ...path, waveformId: 'w' } };
      const around = { id: 'request-9', status: 'ok', data: waveform };
      for (const body of [waveform, { data: waveform }, { data: { data: waveform } }, around, { data: [waveform] }]) {
        tested.service.on('GET /devices/device-1/waveforms/w', { json: body });
        assert.deepEqual((await call('waveforms.get', input)).data, waveform);
      }
      tested.service.on('GET /devices/device-1/waveforms/w', {
        json: { data: { ...waveform, data: [waveform.data] } },
      });
      assert.deepEqual((await call('waveforms.get', input)).data, waveform);
    });
  });

  describe('a list is read', () => {
    for (const [name, body] of [
      ['without its envelope', [device]],
      ['in two envelopes', { data: { data: [device], page: { totalCount: 1 } } }],
      ['as items', { items: [device], totalCount: 1 }],
      ['as items within data', { data: { items: [device] } }],
      ['as OData has it', { value: [device], '@odata.count': 1 }],
      ['as the one object of it', { data: device }],
    ] as const)
      it(name, async () => {
        tested.service.on('GET /devices', { json: body });
        assert.deepEqual(await tested.turn(tested.client.list('devices.list', {})), [device]);
      });

    for (const [name, reply] of [
      ['null', { json: { data: null } }],
      ['204', { status: 204 }],
      ['an empty object', { json: { data: {} } }],
    ] as const)
      it(`an empty one as ${name}`, async () => {
        tested.service.on('GET /devices', reply);
        const read = tested.client.list('devices.list', {});
        if (name === 'an empty object') assert.equal((await tested.failure(read)).code, 'BAD_RESPONSE');
        else assert.deepEqual(await tested.turn(read), []);
      });

    it('an empty one of which the service counts more is not complete', async () => {
      tested.service.on('GET /devices', { json: { data: null, page: { totalCount: '3' } } });
      assert.equal((await tested.failure(tested.client.list('devices.list', {}))).code, 'PAGE_LIMIT');
    });

    it('of results, without the object around it', async () => {
      const input = { path, query: { startTime: '2026-01-15T11:00:00Z' }, page: { offset: 0, limit: 5 } };
      const results = [{ ts: 1, currentA: { val: 4 } }];
      for (const body of [{ data: results }, { data: { items: results } }, { deviceId: 'device-1', results }]) {
        tested.service.on('GET /devices/device-1/data/telemetry/meter', { json: body });
        assert.deepEqual((await call('meter.history', input)).data, {
          ...('deviceId' in body ? { deviceId: 'device-1' } : {}),
          results,
        });
      }
    });
  });

  it('what cannot be read is told with its place and its words', async () => {
    for (const [body, words] of [
      [{ data: { voltageAN: { val: '120,4' } } }, /its voltageAN\.val is "120,4", not a number$/],
      [{ data: { voltageAN: { val: '120,4' }, ts: 'now' } }, /not a number, and 1 more$/],
      [{ data: 'busy' }, /its data is not an object: \{"data":"busy"\}$/],
      [{ message: 'come back later' }, /its data is not an object: \{"message":"come back later"\}$/],
      [{ error: { message: 'no such device' } }, /it tells an error: no such device$/],
    ] as const) {
      tested.service.on('GET /devices/device-1/data/telemetry/meter/reading', { json: body });
      const error = await tested.failure(tested.client.call('meter.reading', { path }));
      assert.equal(error.code, 'BAD_RESPONSE');
      assert.match(error.message, words);
    }
  });

  describe('a write that a 2xx answers is carried out', () => {
    const location = { id: 'loc', name: 'House', locationType: 'address' };
    const update = () => call('locations.update', { path: { locationId: 'loc' }, body: { name: 'House' } });

    for (const reply of [{ status: 204 }, { status: 200, text: '' }, { status: 202, json: { data: { id: 'loc' } } }])
      it(`a change answered ${JSON.stringify(reply)} is read back`, async () => {
        tested.service.on('PATCH /locations/loc', reply);
        tested.service.on('GET /locations/loc', { json: { data: location } });
        const { data, settledBy, statusCode } = await update();
        assert.deepEqual([data, settledBy, statusCode], [location, 'read-back', reply.status]);
        assert.equal(tested.service.count('PATCH /locations/loc'), 1);
      });

    it('a change that cannot be read back is done all the same', async () => {
      tested.service.on('PATCH /locations/loc', { status: 204 });
      tested.service.on('GET /locations/loc', { status: 403, json: { error: { message: 'no' } } });
      assert.deepEqual((await update()).data, {});
    });

    for (const body of [{ id: 'w' }, { data: { id: 'w' } }, { data: [{ id: 'w' }] }])
      it(`a capture answered ${JSON.stringify(body)} is read by its id, as soon as it is there`, async () => {
        const record = { id: 'w', capturedAt: '2026-01-15T12:00:00Z', data: { mVp0: [1] } };
        tested.service.on('POST /devices/device-1/waveforms', { status: 202, json: body });
        tested.service.on(
          'GET /devices/device-1/waveforms/w',
          { status: 404, json: { error: { message: 'not yet' } } },
          { json: { data: record } },
        );
        assert.deepEqual((await call('waveforms.capture', { path })).data, record);
        assert.equal(tested.service.count('POST /devices/device-1/waveforms'), 1);
      });

    it('what was made and cannot be found is told as carried out', async () => {
      tested.service.on('POST /devices/device-1/waveforms', { status: 202 });
      tested.service.on('GET /devices/device-1/waveforms', { json: { data: [] } });
      const error = await tested.failure(tested.client.call('waveforms.capture', { path }));
      assert.equal(error.code, 'UNKNOWN_OUTCOME');
      assert.match(error.message, /carried out, but what was made is not known: .*it is empty$/);
      assert.equal(tested.service.count('POST /devices/device-1/waveforms'), 1);
    });

    it('a field of its answer that cannot be read is left out', async () => {
      tested.service.on('POST /locations', { json: { data: { ...location, permissions: [{ a: 1 }] } } });
      const body = { name: 'House', organizationId: 'o', locationType: 'equipment' } as const;
      assert.deepEqual((await call('locations.create', { body })).data, { ...location, permissions: [] });
    });

    for (const text of ['OK', 'Accepted\n'])
      it(`a command answered with the text ${JSON.stringify(text)} is done`, async () => {
        tested.service.on('POST /devices/device-1/restart', { status: 202, text });
        assert.equal((await call('devices.restart', { path })).statusCode, 202);
      });

    it('a web page in its place leaves open whether it was', async () => {
      tested.service.on('POST /devices/device-1/restart', { status: 200, text: '<html><title>Log in</title>' });
      const error = await tested.failure(tested.client.call('devices.restart', { path }));
      assert.equal(error.code, 'UNKNOWN_OUTCOME');
    });
  });
});
