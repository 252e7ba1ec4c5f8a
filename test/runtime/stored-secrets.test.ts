import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountRoutes, routes as contract } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { localhostCertificate } from '../support/localhost-certificate';
import { type FlowNode, helper } from '../support/node-red-test-helper';
import { flowAround, serviceAccount } from '../support/runtime';

const placeholder = '__PWRD__';
/** Every route that sends requests with the account of a dialog. */
const routes = [
  'site',
  'test-connection',
  'captures',
  'charger',
  'batches',
  'circuits',
  'references',
  'tree',
  'try',
  'watched-day',
];
const untouched = { apiKey: placeholder, appSecret1: placeholder, orgSecret1: placeholder };

describe('stored secrets of an account that is tested before it is deployed', () => {
  let side: AdminSide;
  let other: Server;
  let heard: string[];
  let origin: string;

  beforeEach(async () => {
    side = await startAdminSide({
      flow: (account) => flowAround({ type: 'meter-read', account: 'account' }, account, stranger),
    });
    heard = [];
    other = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      heard.push(JSON.stringify([request.url, request.rawHeaders, body]));
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
    await side.stop();
  });

  const stranger = { id: 'stranger', type: 'helper', z: 'tab', wires: [] } as unknown as FlowNode;
  const draft = (stored: object = {}, credentials: object = untouched, id = 'account') => ({
    id,
    stored: { ...serviceAccount(side.service).account, ...stored },
    credentials,
    search: '',
    deviceId: side.service.device('Kitchen oven'),
    measure: 'amperes',
    question: {
      type: 'meter-read',
      nodeId: 'tried',
      flowId: 'tab',
      config: { account: id, action: 'reading', target: 'devices', devices: [side.service.device('Kitchen oven')] },
      sample: {},
    },
  });
  const ask = (route: string, body: object) => side.ask('POST', `breakerflow/${route}`, { body });
  const secrets = () => {
    const { apiKey, application, organization } = side.service.settings;
    return [apiKey, application?.secret1, organization?.secret1].map(String);
  };
  const refused = async (route: string, body: object) => {
    const before = side.service.requests().length;
    const { status, json, text } = await ask(route, body);
    assert.equal(status, 400, text);
    assert.equal(json.error.code, 'INVALID_INPUT');
    assert.match(json.error.message, /enter the API key and the secrets again/);
    assert.deepEqual(heard, []);
    assert.equal(side.service.requests().length, before);
  };

  for (const route of routes) {
    it(`${route}: go to no other address`, async () => {
      for (const credentials of [untouched, {}]) await refused(route, draft({ baseUrl: origin }, credentials));
    });

    it(`${route}: go to the stored address, on any path`, async () => {
      const { baseUrl } = side.service.settings;
      const { json, text } = await ask(route, draft({ baseUrl: `${new URL(baseUrl).origin}/`, replaced: '{}' }));
      assert.doesNotMatch(text, /again/);
      assert.notEqual(json?.error?.code, 'AUTH_FAILED');
      // A real site has no references of examples, and no type of node is registered here that could be tried.
      if (!['references', 'try'].includes(route)) assert(side.service.requests().length > 0);
    });
  }

  it('every route that uses a draft is one of these', async () => {
    const posts = [...Object.keys(contract), ...Object.keys(accountRoutes).map((name) => `POST ${name}`)].flatMap(
      (route) => (route.startsWith('POST ') ? [route.slice('POST '.length)] : []),
    );
    const tried: string[] = [];
    for (const route of posts) {
      const { text } = await ask(route.replace(':id', 'account'), draft({ baseUrl: origin }));
      if (/enter the API key and the secrets again/.test(text)) tried.push(route);
    }
    assert.deepEqual(tried.sort(), [...routes].sort());
    assert.deepEqual(heard, []);
  });

  it('are not sent with another API key header, CA or client id', async () => {
    await refused('site', draft({ apiKeyHeader: 'X-Other' }));
    await refused('site', draft({ ca: localhostCertificate.certificate }));
    await refused('site', draft({}, { ...untouched, appClientId: 'other' }));
    await refused('site', draft({}, { ...untouched, orgClientId: 'other' }));
  });

  it('are not needed if all are entered again', async () => {
    const entered = {
      apiKey: 'new-key',
      appClientId: 'a',
      appSecret1: 'new-a',
      orgClientId: 'o',
      orgSecret1: 'new-o',
    };
    const { json } = await ask('site', draft({ baseUrl: origin }, entered));
    assert.equal(json.error.code, 'AUTH_FAILED');
    assert(heard.length > 0);
    for (const secret of secrets()) assert.equal(heard.join().includes(secret), false);
  });

  it('are those of accounts: the secrets of another node are never read', async () => {
    const password = 'of-another-node';
    await helper._redNodes.addCredentials('stranger', {
      apiKey: password,
      orgClientId: 'x',
      orgSecret1: password,
      password,
    });
    const answer = await ask('site', draft({ baseUrl: origin }, {}, 'stranger'));
    assert.equal(answer.status, 400);
    assert.deepEqual(heard, []);
  });

  it('are not needed by the built-in simulator', async () => {
    const { status, text } = await ask('site', draft({ mode: 'simulator', baseUrl: origin }));
    assert.equal(status, 200, text);
    assert.deepEqual(heard, []);
  });
});
