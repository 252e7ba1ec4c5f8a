import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localhostCertificate } from '../support/localhost-certificate';
import { packageRoot } from '../support/node-texts';

/** Asks a service with a certificate that nobody vouches for: directly, through a proxy, and through such a proxy. */
const script = `
  const https = require('node:https');
  const http = require('node:http');
  const net = require('node:net');
  const { createClient } = require(process.argv[1] + '/dist/src/client');
  const { systemClock } = require(process.argv[1] + '/dist/src/clock');
  const { requestFromOutside } = require(process.argv[1] + '/dist/src/runtime/receiver/outside-request');
  const { certificate: cert, key } = JSON.parse(process.argv[2]);
  const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  const tunnel = (_, socket, head) => {
    const way = net.connect(service.address().port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n');
      way.write(head);
      way.pipe(socket).pipe(way);
    });
    way.on('error', () => socket.destroy());
    socket.on('error', () => way.destroy());
  };
  const asked = [];
  const service = https.createServer({ cert, key }, (request, response) => {
    asked.push(request.url);
    response.writeHead(401).end();
  });
  const proxy = http.createServer().on('connect', tunnel);
  let tunnels = 0;
  const secureProxy = https.createServer({ cert, key }).on('connect', (...given) => { tunnels += 1; tunnel(...given); });
  async function main() {
    const port = await listening(service);
    const ways = {
      direct: ['127.0.0.1', {}],
      proxy: ['service.test', { HTTPS_PROXY: 'http://127.0.0.1:' + (await listening(proxy)) }],
      secureProxy: ['service.test', { HTTPS_PROXY: 'https://localhost:' + (await listening(secureProxy)) }],
    };
    const results = {};
    for (const [way, [host, environment]] of Object.entries(ways)) {
      const settings = {
        baseUrl: 'https://' + host + ':' + port,
        apiKey: 'key',
        organization: { clientId: 'id', secret1: 'secret' },
        ...(process.argv[3] === 'trusting' ? { ca: cert } : {}),
      };
      const client = createClient({ settings, clock: systemClock, random: () => 0, environment });
      results[way] = await client.authenticate('ORG').then(() => 'ok', ({ code, message }) => code + ' ' + message);
      await client.close();
    }
    const answer = await requestFromOutside('https://127.0.0.1:' + port, { method: 'GET', path: '/', headers: {} });
    results.receiverTest = 'failed' in answer ? 'NETWORK ' + answer.message : 'answered';
    console.log(JSON.stringify({ results, asked: asked.length, tunnels }));
    process.exit(0);
  }
  main();`;

async function run(trust: 'strange' | 'trusting') {
  const given = ['-e', script, packageRoot, JSON.stringify(localhostCertificate), trust];
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { stdout } = await promisify(execFile)(process.execPath, given, { env, cwd: join(packageRoot) });
  return JSON.parse(stdout) as { results: Record<string, string>; asked: number; tunnels: number };
}

describe('certificates with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it('are checked all the same: of the service, behind a proxy too, of the proxy, and of a tested receiver', async () => {
    const { results, asked, tunnels } = await run('strange');
    for (const [way, result] of Object.entries(results)) assert.match(result, /^NETWORK .*SELF_SIGNED/, way);
    assert.deepEqual([Object.keys(results).length, asked, tunnels], [4, 0, 0]);
  });

  it('are trusted where the account names their authority', async () => {
    const { results, asked } = await run('trusting');
    const { receiverTest: _, ...ways } = results;
    for (const [way, result] of Object.entries(ways)) assert.match(result, /^AUTH_FAILED/, way);
    assert(asked >= 3);
  });
});
