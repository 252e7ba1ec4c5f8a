import assert from 'node:assert/strict';
import type { InputOf, OperationId } from '../../src/catalog';
import { rowOf } from '../../src/catalog';
import { type ClientSettings, settingsProblems } from '../../src/client';
import { errorAnswer } from '../support/scripted-service';
import { type ClientUnderTest, startClientUnderTest, tokenRoute } from './client-under-test';

type Replaced = NonNullable<ClientSettings['replaced']>;

const path = { deviceId: 'd-1' };
const bodies = ({ requests }: ClientUnderTest['service'], route: string) =>
  requests.filter(({ method, target }) => `${method} ${target.split('?')[0]}` === route).map(({ body }) => body);

describe('what is assumed can be replaced by the account', () => {
  let tested: ClientUnderTest;
  const start = async (replaced: Replaced = {}) => {
    tested = await startClientUnderTest({ settings: { replaced } });
    return tested;
  };
  afterEach(() => tested?.close());

  it('the names and units of a body: other fields stay as they are written', async () => {
    const { client } = await start({
      'dataReportRate.set': { names: { dataReportRate: 'rate' }, factors: { dataReportRate: 1 / 60 } },
      'streams.create': {
        names: {
          'webhookStreamConfig.authCredentials.accessKeyId': 'accessKey',
          'webhookStreamConfig.authCredentials.secretAccessKey': 'secretKey',
        },
      },
    });
    const rate = client.preview('dataReportRate.set', { path, body: { dataReportRate: 300 } });
    assert.deepEqual(rate.body, { rate: 5 });
    assert.deepEqual(client.preview('dataReportRate.set', { path, body: { every: '5 min' } }).body, { every: '5 min' });
    const body = {
      description: 'd',
      format: 'webhook',
      webhookStreamConfig: {
        baseUrl: 'https://receiver.example',
        authType: 'aws-request-v4-signature',
        authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'very secret' },
        validationPath: '/v',
        publishPath: '/p',
      },
    } as const;
    const stream = client.preview('streams.create', { body }).body as typeof body;
    assert.deepEqual(stream.webhookStreamConfig.authCredentials, { accessKey: 'AKID', secretKey: '***' });
    assert.equal(stream.webhookStreamConfig.baseUrl, 'https://receiver.example');
  });

  it('what the preview shows is what is sent', async () => {
    const { client, service, turn } = await start({ 'dataReportRate.set': { names: { dataReportRate: 'rate' } } });
    const route = 'PUT /devices/d-1/telemetry/settings/dataReportRate';
    service.on(route, { status: 204 });
    await turn(client.call('dataReportRate.set', { path, body: { dataReportRate: 60 } }));
    assert.deepEqual(JSON.parse(bodies(service, route)[0] ?? ''), { rate: 60 });
  });

  it('methods that the samples show otherwise, of a read too', async () => {
    const { client } = await start({ 'udpKeys.get': { method: 'POST' }, 'streams.delete': { method: 'POST' } });
    assert.equal(client.preview('udpKeys.get', { path: { keyId: 'k' } }).method, 'POST');
    assert.equal(client.preview('streams.delete', { path: { streamId: 's' } }).method, 'POST');
  });

  it('a setting of anything else, or of another shape, is refused by its field', () => {
    const fields = (replaced: unknown) =>
      settingsProblems({ baseUrl: 'https://api.test', apiKey: 'k', replaced: replaced as Replaced })
        .map(({ field, rule }) => `${field}: ${rule}`)
        .sort();
    assert.deepEqual(
      fields({
        'devices.list': { token: 'APP' },
        'dataReportRate.set': { names: { other: 'x', dataReportRate: 'a b' }, factors: { dataReportRate: 0 } },
        'udpKeys.get': { method: 'DELETE' },
        'streams.delete': { method: 'GET' },
        'sharedDevices.list': { token: 'BOTH', colour: 'red' },
        'meter.latest': 'x',
        'meter.history': { path: 5 },
      }),
      [
        'replaced.dataReportRate.set.factors.dataReportRate: value',
        'replaced.dataReportRate.set.names.dataReportRate: value',
        'replaced.dataReportRate.set.names.other: fixed',
        'replaced.devices.list.token: fixed',
        'replaced.meter.history.path: type',
        'replaced.meter.latest: type',
        'replaced.sharedDevices.list.colour: unknown',
        'replaced.sharedDevices.list.token: enum',
        'replaced.streams.delete.method: enum',
        'replaced.udpKeys.get.method: enum',
      ],
    );
    for (const name of ['__proto__', 'constructor', '', 'a.b c'])
      assert.equal(fields({ 'dataReportRate.set': { names: { dataReportRate: name } } }).length, 1, name);
  });

  describe('the kind of token of sharing', () => {
    const route = 'GET /sharedDevices';
    const kinds = (service: ClientUnderTest['service']) =>
      bodies(service, tokenRoute).map((body) => (JSON.parse(body) as { clientId: string }).clientId);

    it('is tried the other way once after a 403', async () => {
      const { client, service, turn } = await start();
      service.on(route, errorAnswer(403, 'wrong token'), { json: { data: [] } });
      assert.deepEqual((await turn(client.call('sharedDevices.list', {}))).data, []);
      assert.deepEqual(kinds(service), ['organization-id', 'application-id']);
      assert.equal(service.count(route), 2);
    });

    it('a second 403 is final', async () => {
      const { client, service, failure } = await start();
      service.on(route, errorAnswer(403, 'no'));
      assert.equal((await failure(client.call('sharedDevices.list', {}))).code, 'FORBIDDEN');
      assert.equal(service.count(route), 2);
    });

    it('a write is sent again after a 403, which did not execute it', async () => {
      const { client, service, turn } = await start();
      const claim = 'POST /shareDeviceCodes/c-1/claim';
      service.on(claim, errorAnswer(403, 'wrong token'), { json: { data: { code: 'c-1' } } });
      await turn(client.call('shareDeviceCodes.claim', { path: { code: 'c-1' } }));
      assert.deepEqual(bodies(service, claim), ['', '']);
    });

    it('is the one that the account says first', async () => {
      const { client, service, turn } = await start({ 'sharedDevices.list': { token: 'APP' } });
      service.on(route, { json: { data: [] } });
      await turn(client.call('sharedDevices.list', {}));
      assert.deepEqual(kinds(service), ['application-id']);
    });

    it('a specified kind is never tried the other way', async () => {
      const { client, service, failure } = await start();
      service.on('GET /devices/d-1', errorAnswer(403, 'no'));
      assert.equal((await failure(client.call('devices.get', { path }))).code, 'FORBIDDEN');
      assert.equal(service.count('GET /devices/d-1'), 1);
    });
  });

  it('asAssumed leaves what is replaced aside', async () => {
    const { client, service, turn, failure } = await start({ 'meter.latest': { path: '/v9/{deviceId}' } });
    service.on('GET /v9/d-1', errorAnswer(404, 'no'));
    service.on('GET /devices/d-1/data/telemetry/meter/latest', { json: { data: { ts: 1 } } });
    assert.equal((await failure(client.call('meter.latest', { path }))).code, 'NOT_FOUND');
    assert.equal((await turn(client.call('meter.latest', { path }, { asAssumed: true }))).data.ts, 1);
  });
});

describe('sent as written', () => {
  let tested: ClientUnderTest;
  before(async () => {
    tested = await startClientUnderTest();
  });
  after(() => tested.close());

  const preview = (id: OperationId, input: unknown) =>
    tested.client.preview(id, input as InputOf<OperationId>, { asWritten: true });
  const wrong = (id: OperationId, input: unknown): string[] => {
    try {
      preview(id, input);
      return [];
    } catch (error) {
      const { cause } = error as { cause: { validations: { field: string; rule: string }[] } };
      return cause.validations.map(({ field, rule }) => `${field}: ${rule}`);
    }
  };

  it('any JSON goes out, where the row knows no body too', () => {
    const body = [{ anything: [1, null] }];
    assert.deepEqual(preview('devices.restart', { path, body }).body, body);
    assert.deepEqual(preview('bargraphMode.set', { path, body: { mode: 'rainbow', more: 1 } }).body, {
      mode: 'rainbow',
      more: 1,
    });
  });

  it('parameters, criteria and orders that the row does not know go out', () => {
    const { url } = preview('devices.get', {
      path,
      query: { expand: 'all', $select: 'id', deep: true },
      filter: { color: "o'k", count: { ge: 5 } },
      orderby: { by: 'id', direction: 'desc' },
      page: { limit: 5 },
    });
    assert.deepEqual(Object.fromEntries(new URL(url).searchParams), {
      expand: 'all',
      $select: 'id',
      deep: 'true',
      $filter: "color eq 'o''k' and count ge 5",
      $orderby: 'id desc',
      limit: '5',
    });
  });

  it('what would make it another request is refused', () => {
    assert.deepEqual(wrong('devices.get', { path: { deviceId: '..' } }), ['deviceId: identifier']);
    assert.deepEqual(wrong('devices.get', {}), ['deviceId: required']);
    assert.deepEqual(wrong('devices.list', { query: { 'a=b&c': 'x', list: ['x'] } }), [
      'query.a=b&c: written',
      'query.list: written',
    ]);
    assert.deepEqual(wrong('devices.list', { filter: { "x' or 1 eq 1": 'y' }, headers: { a: 'b' } }), [
      'headers: unknown',
      "filter.x' or 1 eq 1: written",
    ]);
    assert.deepEqual(wrong('devices.list', { orderby: { by: 'id&x' }, page: { limit: -1 } }), [
      'orderby.by: written',
      'page.limit: written',
    ]);
    assert.deepEqual(wrong('devices.list', { body: {} }), ['body: get']);
  });

  it('a body that is no JSON, or longer than 1 MiB, is refused', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    assert.deepEqual(wrong('locations.create', { body: cycle }), ['body: json']);
    assert.deepEqual(wrong('locations.create', { body: { a: 'é'.repeat(512 * 1024) } }), ['body: size']);
    assert.deepEqual(wrong('locations.create', { body: { a: 'e'.repeat(1000 * 1024) } }), []);
  });

  it('headers that would end theirs are refused', () => {
    const additionalHttpHeaders = { ok: 'fine', 'X-A': 'x\r\nHost: y', 'a b': 'z' };
    assert.deepEqual(wrong('deviceWebhooks.create', { body: { additionalHttpHeaders } }), [
      'additionalHttpHeaders.X-A: headerPair',
      'additionalHttpHeaders.a b: headerPair',
    ]);
  });

  it('1 to 5 A stays refused: a rule of safety', () => {
    const body = { configuration: { apiConfiguration: { restrictions: { maxCurrent: 3 } } } };
    assert.deepEqual(wrong('evse.updateConfiguration', { path, body }), [
      'configuration.apiConfiguration.restrictions.maxCurrent: tooLow',
    ]);
  });

  it('secrets are masked as ever, under names that nobody knows too', () => {
    const { body } = preview('streams.create', {
      body: { webhookStreamConfig: { authCredentials: { key: 'k', nested: { deep: 's', list: ['t'] } } } },
    });
    assert.deepEqual(body, {
      webhookStreamConfig: { authCredentials: { key: '***', nested: { deep: '***', list: ['***'] } } },
    });
    assert.equal(rowOf('streams.create').method, 'POST');
  });
});
