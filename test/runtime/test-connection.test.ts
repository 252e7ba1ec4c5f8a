import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fields } from '../../nodes/breaker-account/breaker-account.fields';
import { type CheckLine, textKey } from '../../src/admin-api';
import { type OperationId, rowOf } from '../../src/catalog';
import { createManualClock } from '../../src/clock';
import { readConfig } from '../../src/fields';
import { createAccount } from '../../src/runtime';
import { type AccountConfig, accountSource, safetySettings } from '../../src/runtime/accounts/account-source';
import { leaseSimulator } from '../../src/runtime/accounts/simulators';
import { nodesByToken } from '../../src/runtime/admin/nodes-by-token';
import { testConnection } from '../../src/runtime/admin/test-connection';
import { localhostCertificate } from '../support/localhost-certificate';
import { nodeText } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { serviceAccount } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

const texts = (key: string, params?: Readonly<Record<string, unknown>>) =>
  nodeText(textKey(`breakerflow.${key}`), params);

describe('test connection', () => {
  let service: SimulatedService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  async function check(stored: object = {}, credentials: object = {}): Promise<Map<string, CheckLine>> {
    const lines = await checkLines(stored, credentials);
    return new Map(lines.map((line) => [line.check, line]));
  }

  async function checkLines(stored: object, credentials: object = {}): Promise<CheckLine[]> {
    const deployed = serviceAccount(service);
    const all = { ...deployed.account, ...stored };
    const config = readConfig(fields, all, {
      ...deployed.credentials.account,
      ...credentials,
    }) as unknown as AccountConfig;
    const { clock } = service;
    const account = createAccount({
      name: '',
      source: accountSource('draft', config, '/nowhere'),
      safety: safetySettings(config),
      clock,
      random: () => 0.5,
      leaseSimulator: (options) => leaseSimulator(options, clock),
      commandSpacingMs: 10_000,
    });
    const lines = await turned(clock, testConnection(account, { ...all, ...config }, clock.now(), texts));
    await turned(clock, account.close());
    const several = ['replaced', 'organizations' in stored ? 'tokenORG' : ''];
    const once = lines.filter((line) => !several.includes(line.check)).map((line) => line.check);
    assert.equal(new Set(once).size, once.length, 'no line comes twice');
    for (const line of lines) {
      texts(`check.name.${line.check}`);
      assert.equal(line.result === 'failed' && line.remedy === undefined, false, `${line.check} has a remedy`);
      assert.notEqual(line.detail, '', `${line.check} says something`);
      assert.doesNotMatch(line.detail, /\b[a-z]+\.[a-z]+: /, `${line.check} names no operation`);
    }
    return lines;
  }
  /** Of an account whose address answers every request so. */
  async function checkOf(status: number, headers: Record<string, string>, body: string) {
    const other: Server = createServer((_, response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const lines = await check({ baseUrl: `http://127.0.0.1:${port}` });
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
    return lines;
  }
  const results = (lines: Map<string, CheckLine>) =>
    Object.fromEntries([...lines].map(([name, { result }]) => [name, result]));

  describe('spec 1.2: several organizations', () => {
    const lines = async (oak: object, credentials: object = {}) => {
      const { clientId, clientSecret } = service.simulator.controls.secondHouse();
      const entered = { org2ClientId: clientId, org2Secret1: clientSecret, ...oak };
      const all = await checkLines({ organizations: [{ slot: 2, name: 'Oak' }] }, { ...entered, ...credentials });
      const ofCheck = (name: string) =>
        all.filter(({ check: own }) => own === name).map(({ result, detail }) => [result, detail] as const);
      return { organizations: ofCheck('tokenORG'), devices: ofCheck('devices'), locations: ofCheck('locations') };
    };

    it('each has a line with its devices and locations', async () => {
      const { organizations, devices } = await lines({});
      assert.deepEqual(organizations, [
        ['ok', 'the first organization: accepted; 14 devices, 4 locations'],
        ['ok', 'Oak: accepted; 3 devices, 2 locations'],
      ]);
      assert.deepEqual(devices, [['ok', '17 found']]);
    });

    it('a refused one says which nodes do not work without it, and its devices are not green by the application', async () => {
      const { organizations, devices, locations } = await lines({ org2Secret1: 'wrong' });
      assert.deepEqual(organizations[0], ['ok', 'the first organization: accepted; 14 devices, 4 locations']);
      assert.equal(organizations[1]?.[0], 'failed');
      assert.match(organizations[1]?.[1] ?? '', /^Oak: The service refuses it .* do not work, .*: breaker-control, /);
      for (const [[result, detail] = []] of [devices, locations]) {
        assert.equal(result, 'warning');
        assert.match(detail ?? '', /found by the application's token. Those of Oak cannot be operated/);
      }
    });

    it('without the application, a list says which of them it lacks', async () => {
      const { devices } = await lines({ org2Secret1: 'wrong' }, { appClientId: '' });
      assert.deepEqual(devices, [['warning', '14 found; the list is not complete: Oak could not be read']]);
    });

    it('one without a credential is told, and so is the only one that is refused', async () => {
      const { organizations } = await lines({ org2Secret1: '' });
      assert.deepEqual(organizations[1], ['failed', 'Oak: no client id and secret are given']);
      const single = await check({}, { orgSecret1: 'wrong' });
      assert.match(single.get('tokenORG')?.detail ?? '', /these nodes do not work/);
      assert.equal(single.get('devices')?.result, 'warning');
    });

    it('the nodes that are named are those with an operation that takes no other token', () => {
      for (const kind of ['APP', 'ORG'] as const) {
        const needing = Object.keys(nodes).filter((type) => {
          const file = join(__dirname, '..', '..', 'nodes', type, `${type}.operations.js`);
          const { operations = [] } = existsSync(file) ? (require(file) as { operations: readonly OperationId[] }) : {};
          return operations.some((id) => rowOf(id).token.length === 1 && rowOf(id).token[0] === kind);
        });
        assert.deepEqual(new Set(nodesByToken[kind]), new Set(needing));
      }
    });
  });

  describe('what replaces an assumption is tried, as far as a read shows it', () => {
    const replacedLines = async (replaced: object) =>
      (await checkLines({ replaced: JSON.stringify(replaced) })).filter((line) => line.check === 'replaced');

    it('one with which the service fails, where the assumed one works, fails and says so', async () => {
      const [line, ...others] = await replacedLines({ 'meter.latest': { path: '/v9/{deviceId}/latest' } });
      assert.deepEqual([line?.result, line?.fields, others.length], ['failed', ['replaced'], 0]);
      assert.match(line?.detail ?? '', /^Get the latest meter telemetry: with your value it fails, .* it works\./);
      assert.match(line?.remedy ?? '', /Remove this value/);
    });

    it('one that works is green, and what a read does not show is not tried', async () => {
      const lines = await replacedLines({
        'sharedDevices.list': { token: 'ORG' },
        'dataReportRate.set': { names: { dataReportRate: 'rate' } },
      });
      assert.deepEqual(
        lines.map(({ result, detail }) => [result, detail]),
        [
          ['skipped', 'Set the data report rate: cannot be tried without changing something'],
          ['ok', 'List shared devices: works with your value'],
        ],
      );
      assert.deepEqual(
        service.requests().filter(({ method, operation }) => method !== 'GET' && operation !== 'token.create'),
        [],
      );
    });

    it('a kind of token that is refused fails, although the client itself goes on with the other one', async () => {
      const both = { 'shareDeviceCodes.list': { token: 'APP' }, 'sharedDevices.list': { token: 'APP' } };
      const lines = await replacedLines(both);
      assert.deepEqual(
        lines.map(({ result }) => result),
        ['failed'],
      );
    });

    it('one that fails either way is a warning', async () => {
      service.simulator.controls.faults.inject({
        kind: 'error',
        status: 418,
        message: 'teapot',
        match: { operation: 'meter.latest' },
        times: 100,
      });
      const [line] = await replacedLines({ 'meter.latest': { path: '/v9/{deviceId}/latest' } });
      assert.equal(line?.result, 'warning');
      assert.match(line?.detail ?? '', /with your value and with the assumed one/);
    });
  });

  it('if everything works, each line is green with its result', async () => {
    const lines = await check();
    assert.deepEqual(results(lines), {
      address: 'ok',
      tls: 'skipped',
      apiKey: 'ok',
      tokenAPP: 'ok',
      tokenORG: 'ok',
      organizations: 'ok',
      locations: 'ok',
      devices: 'ok',
      clock: 'ok',
    });
    assert.match(lines.get('devices')?.detail ?? '', /14/);
    assert.match(lines.get('locations')?.detail ?? '', /4/);
    assert.match(lines.get('organizations')?.detail ?? '', /1/);
  });

  it('the simulator needs no settings', async () => {
    const lines = await check({ mode: 'simulator' });
    assert.equal(lines.get('site')?.detail, 'Maple Street 12');
    for (const name of ['address', 'site', 'tokenAPP', 'tokenORG', 'organizations', 'locations', 'devices', 'clock'])
      assert.equal(lines.get(name)?.result, 'ok', name);
  });

  it('another account of the site runs it with other settings: both are named, in yellow', async () => {
    const { clock } = service;
    const deployed = await leaseSimulator({ id: 'site-maple street 12', seed: 1, speed: 60 }, clock);
    const { result, detail, remedy } = (await check({ mode: 'simulator', speed: 2 })).get('site') ?? assert.fail();
    assert.equal(result, 'warning');
    assert.equal(
      detail,
      'The simulated site Maple Street 12 runs with clock speed 60, and this account has clock speed 2: it uses the site as it runs.',
    );
    assert.match(String(remedy), /same settings/);
    await deployed.release();
  });

  it('wrong host: the address is red, with a remedy', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const startedAt = service.clock.now();
    const lines = await check({ baseUrl: `http://127.0.0.1:${port}` });
    assert.equal(lines.get('address')?.result, 'failed');
    assert.equal(lines.get('address')?.detail, `Nothing accepts connections at http://127.0.0.1:${port}.`);
    assert.match(lines.get('address')?.remedy ?? '', /base URL/);
    assert.equal(service.clock.now(), startedAt, 'it says so at once');
    assert.deepEqual([...lines.keys()], ['address', 'tls', 'clock'], 'what needs the service is not checked');
  });

  it('a certificate that is not trusted: the address is green, the encryption red', async () => {
    const { certificate: cert, key } = localhostCertificate;
    const other = createSecureServer({ cert, key });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const lines = await check({ baseUrl: `https://127.0.0.1:${port}` });
    assert.deepEqual(results(lines), { address: 'ok', tls: 'failed', clock: 'skipped' });
    assert.match(lines.get('tls')?.remedy ?? '', /certificate/);
    await new Promise((resolve) => other.close(resolve));
  });

  for (const [what, status] of [
    ['a page that is not there', 404],
    ['a page', 200],
    ['a redirect', 302],
  ] as const)
    it(`a server that is not the service (${what}): the address is red`, async () => {
      const headers = { 'content-type': 'text/html', location: 'https://example.com/' };
      const lines = await checkOf(status, headers, '<html>hello</html>');
      assert.equal(lines.get('address')?.result, 'failed');
    });

  for (const [what, status, type, body, said] of [
    ['a web page', 404, 'text/html', '<html><title>Welcome to nginx!</title>', 'Welcome to nginx!'],
    ['a gateway', 404, 'application/json', '{"statusCode":404,"message":"Resource not found"}', 'Resource not found'],
    ['another program', 200, 'text/plain', 'It works', 'It works'],
  ] as const)
    it(`what is not the service is told in its own words (${what})`, async () => {
      const lines = await checkOf(status, { 'content-type': type }, body);
      assert(
        [...lines.values()].some(({ result, detail }) => result === 'failed' && detail.endsWith(`: ${said}`)),
        JSON.stringify([...lines.values()]),
      );
    });

  it('the API key is red where the gateway in front says so in its own way', async () => {
    const body = '{"statusCode":401,"message":"Access denied due to invalid subscription key"}';
    const lines = await checkOf(401, { 'content-type': 'application/json' }, body);
    assert.equal(lines.get('apiKey')?.result, 'failed');
    assert.match(lines.get('apiKey')?.detail ?? '', /invalid subscription key/);
  });

  it('wrong API key: only its line is red, at its field; what it hides is not checked', async () => {
    const lines = await check({}, { apiKey: 'wrong' });
    assert.deepEqual(results(lines), {
      address: 'ok',
      tls: 'skipped',
      apiKey: 'failed',
      tokenAPP: 'skipped',
      tokenORG: 'skipped',
      clock: 'ok',
    });
    assert.deepEqual(lines.get('apiKey')?.fields, ['apiKey']);
    assert.match(lines.get('tokenORG')?.detail ?? '', /API key is refused/);
    assert.match(lines.get('apiKey')?.remedy ?? '', /API key/);
    assert.equal(lines.has('devices'), false);
  });

  it('wrong APP secret: only its line is red, and dependent checks are skipped', async () => {
    const lines = await check({}, { appSecret1: 'wrong' });
    assert.deepEqual(results(lines), {
      address: 'ok',
      tls: 'skipped',
      apiKey: 'ok',
      tokenAPP: 'failed',
      tokenORG: 'ok',
      organizations: 'skipped',
      locations: 'ok',
      devices: 'ok',
      nodes: 'warning',
      clock: 'ok',
    });
    assert.match(lines.get('nodes')?.detail ?? '', /read and operate devices can work.*stream receiver, webhook in/);
    assert.match(lines.get('tokenAPP')?.remedy ?? '', /application/);
    assert.match(lines.get('tokenAPP')?.detail ?? '', /^The service refuses it \(401\)/);
  });

  it('wrong ORG secret: its line is red', async () => {
    const lines = await check({}, { orgSecret1: 'wrong' });
    assert.equal(lines.get('tokenORG')?.result, 'failed');
    assert.deepEqual(lines.get('tokenORG')?.fields, ['orgClientId', 'orgSecret1']);
    assert.match(lines.get('tokenORG')?.remedy ?? '', /organization/);
    assert.equal(lines.get('tokenAPP')?.result, 'ok');
    assert.equal(lines.get('organizations')?.result, 'ok');
  });

  it('a second secret that works is enough', async () => {
    const good = service.settings.organization?.secret1;
    const lines = await check({}, { orgSecret1: 'wrong', orgSecret2: good });
    assert.equal(lines.get('tokenORG')?.result, 'ok');
  });

  it('wrong secrets of both kinds are two causes: both lines are red, each at its fields', async () => {
    const lines = await check({}, { appSecret1: 'wrong', orgSecret1: 'wrong' });
    const red = [...lines.values()].filter(({ result }) => result === 'failed');
    assert.deepEqual(
      red.map(({ check: name, fields: [field] = [] }) => [name, field]),
      [
        ['tokenAPP', 'appClientId'],
        ['tokenORG', 'orgClientId'],
      ],
    );
  });

  it('lists that are refused for one reason: it is said once', async () => {
    const { faults } = service.simulator.controls;
    for (const operation of ['locations.list', 'devices.list'] as const)
      faults.inject({ kind: 'error', status: 403, match: { operation } });
    const lines = await check();
    assert.deepEqual([lines.get('locations')?.result, lines.get('devices')?.result], ['failed', 'skipped']);
    assert.match(lines.get('devices')?.detail ?? '', /same reason as Locations/);
  });

  it('what was pasted with spaces or a line break around it works', async () => {
    const { apiKey, organization } = service.settings;
    const lines = await check({}, { apiKey: ` ${apiKey}\n`, orgSecret1: `${organization?.secret1} ` });
    assert.deepEqual([lines.get('apiKey')?.result, lines.get('tokenORG')?.result], ['ok', 'ok']);
  });

  it('no credentials at all', async () => {
    const lines = await check({}, { appClientId: '', orgClientId: '' });
    assert.equal(lines.get('credentials')?.result, 'failed');
  });

  it('an organization only: checks of the application are skipped', async () => {
    const lines = await check({}, { appClientId: '' });
    assert.equal(lines.get('tokenAPP')?.result, 'skipped');
    assert.equal(lines.get('organizations')?.result, 'skipped');
    assert.equal(lines.get('devices')?.result, 'ok');
  });

  it('a clock that differs by more than a minute is yellow', async () => {
    await service.close();
    const clock = createManualClock();
    const ahead = { ...clock, now: () => clock.now() + 120_000 };
    service = await startService({ clock, serviceClock: ahead });
    const lines = await check();
    assert.equal(lines.get('clock')?.result, 'warning');
    assert.match(lines.get('clock')?.detail ?? '', /120|121/);
    assert.match(lines.get('clock')?.remedy ?? '', /NTP/);
  });

  const day = (daysFromNow: number) =>
    new Date(service.clock.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
  it('a secret that expires within 30 days is yellow, an expired one red, a later one green', async () => {
    const lines = await check({ appSecret1Expiry: day(10), appSecret2Expiry: day(-2), orgSecret1Expiry: day(200) });
    assert.equal(lines.get('appSecret1Expiry')?.result, 'warning');
    assert.equal(lines.get('appSecret2Expiry')?.result, 'failed');
    assert.equal(lines.get('orgSecret1Expiry')?.result, 'ok');
    assert.equal(lines.has('orgSecret2Expiry'), false);
    assert.match(lines.get('appSecret1Expiry')?.remedy ?? '', /Rotate/);
  });

  it('an account without devices: the counts are yellow', async () => {
    service.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'devices.list' } });
    const lines = await check();
    assert.equal(lines.get('devices')?.result, 'failed');
    assert.match(lines.get('devices')?.remedy ?? '', /permission/);
  });
});
