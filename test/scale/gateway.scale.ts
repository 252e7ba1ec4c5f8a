import assert from 'node:assert/strict';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { createClient } from '../../src/client';
import { systemClock } from '../../src/clock';
import { createSimulator } from '../../src/simulator';
import { freePort } from '../support/free-port';
import { differences } from '../support/outcome-differences';
import { beginWork } from '../support/turn-clock';
import { doWorks, type Gateway, type Outcome, prepareSite, worksOf } from '../support/varied-site';
import { startProxy } from './engines';

/** A gateway that was configured without knowledge of our client: other host, bodies of its own, more headers, links of its own. */
function configuration(port: number, service: URL, packs: boolean): string {
  return `worker_processes 1;
pid gateway.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  gzip ${packs ? 'on' : 'off'};
  gzip_types application/json;
  gzip_min_length 1;
  gzip_proxied any;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${service.origin};
      proxy_http_version 1.1;
      proxy_set_header Host backend.internal:8443;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Request-Id $request_id;
      proxy_set_header Accept-Encoding "";
      proxy_set_header Connection "";
      proxy_pass_request_headers on;
      add_header X-Request-Id $request_id always;
      add_header Via "1.1 gateway" always;
      add_header Cache-Control "no-store, must-revalidate" always;
      add_header Set-Cookie "affinity=$request_id; Path=/" always;
      sub_filter_types application/json;
      sub_filter_once off;
      sub_filter "http://backend.internal:8443/" "https://backend-7.internal/gateway/";
      sub_filter '"next":"/' '"next":"https://backend-7.internal/';
    }
  }
}
`;
}

async function behindNginx(serviceUrl: string, { packs = false } = {}): Promise<Gateway> {
  const port = await freePort();
  const service = new URL(serviceUrl);
  const nginx = await startProxy(configuration(port, service, packs), port, {});
  return { baseUrl: `http://127.0.0.1:${port}${service.pathname}`, stop: nginx.stop };
}

const plain = { title: 'without it', variants: [], packs: false } as const;
const cases = [
  plain,
  { ...plain, title: 'without it, page by page', variants: ['small-pages'] },
  { ...plain, title: 'without it, of packed bodies', packs: true },
  {
    title: 'without it, of packed bodies that are encoded anew',
    variants: ['small-pages', 'encoded-anew'],
    packs: true,
  },
] as const;

describe('behind a gateway', () => {
  const unzip = Object.getPrototypeOf(zlib.createUnzip()) as Transform;
  const unpack = unzip._transform;

  before(() => {
    // Unpacking takes real time, of which the clock that is turned by hand knows nothing.
    unzip._transform = function (chunk, encoding, unpacked) {
      const end = beginWork();
      unpack.call(this, chunk, encoding, (...result) => {
        end();
        unpacked(...result);
      });
    };
  });

  after(() => {
    unzip._transform = unpack;
  });

  for (const { title, variants, packs } of cases)
    it(`nodes do the same work as ${title}`, async () => {
      const prepared = await prepareSite();
      const works = worksOf(prepared.site);
      const usual = await doWorks(prepared, works, variants);
      const behind = await doWorks(prepared, works, variants, (url) => behindNginx(url, { packs }));
      assert(usual.every(({ error, payloads }) => error === undefined && payloads.length > 0));
      assert.deepEqual(
        behind.flatMap(({ work, error }) => (error === undefined ? [] : [`${work}: ${error.code} ${error.message}`])),
        [],
      );
      const other = usual.flatMap((outcome, index) => differences(outcome, behind[index] as Outcome));
      // What is made gets an id of its own.
      assert.deepEqual(
        other.filter((text) => !/: [0-9a-f-]{36} in place of [0-9a-f-]{36}$/.test(text)),
        [],
      );
    });

  it('that packs bodies, tokens, pages, commands and registrations arrive', async () => {
    const simulator = await createSimulator({ clock: systemClock, variants: ['small-pages'] });
    const { baseUrl } = await simulator.serve();
    const gateway = await behindNginx(baseUrl, { packs: true });
    const { apiKey, application, organization } = simulator.credentials;
    const client = createClient({
      settings: {
        baseUrl: gateway.baseUrl,
        apiKey,
        application: { clientId: application.clientId, secret1: application.clientSecret },
        organization: { clientId: organization.clientId, secret1: organization.clientSecret },
      },
      clock: systemClock,
      random: Math.random,
      environment: {},
    });
    try {
      const devices = await client.list('devices.list', {});
      assert.equal(devices.length, simulator.controls.devices().length);
      const [{ id: deviceId } = assert.fail()] = devices.filter(({ hardwareType }) => hardwareType === 'emcb');
      const hour = 3_600_000;
      const query = {
        startTime: new Date(Date.now() - 2 * hour).toISOString(),
        endTime: new Date(Date.now() - hour).toISOString(),
      };
      const page = { offset: 0, limit: 1_000 };
      assert.equal((await client.list('meter.history', { path: { deviceId }, query, page })).length, 12);
      await client.call('remoteHandle.setPosition', { path: { deviceId }, body: { command: 'open', reason: 'test' } });
      assert.equal(simulator.controls.devices().find(({ id }) => id === deviceId)?.remoteHandle, 'open');
      const hook = { uri: 'https://hooks.example.com/gateway', additionalHttpHeaders: { 'X-Secret': 'secret' } };
      const { data } = await client.call('deviceWebhooks.create', { body: hook });
      const hooks = await client.list('deviceWebhooks.list', {});
      assert(hooks.some(({ id }) => id === data.id));
    } finally {
      await client.close();
      await gateway.stop();
      await simulator.close();
    }
  });
});
