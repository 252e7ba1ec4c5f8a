import assert from 'node:assert/strict';
import english from '../../../nodes/breaker-account/locales/en-US/breaker-account.json';
import { responses } from '../../../src/receiver';
import {
  addressFinding,
  clockFinding,
  type FindingKey,
  findingOf,
  type Observation,
} from '../../../src/runtime/receiver/address-finding';
import type { OutsideAnswer, OutsideResponse, Stage } from '../../../src/runtime/receiver/outside-request';

const origin = 'https://flows.test';
const path = '/breakerflow/test-1';
const addresses = ['203.0.113.7'];

function failed(stage: Stage, message: string): OutsideResponse {
  return { addresses, failed: stage, message };
}

function answered(status: number, headers: OutsideAnswer['headers'] = {}, body = ''): OutsideAnswer {
  return { addresses, status, headers, body };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const redirect = (status: number, location: string) => answered(status, { location });
const refusal = ({ status, body }: (typeof responses)[keyof typeof responses]) => answered(status, {}, body);

/** Symptom, what is seen, and the finding. */
const rows: readonly (readonly [string, OutsideResponse, FindingKey, Partial<Observation>?])[] = [
  ['no DNS entry', failed('name', 'ENOTFOUND'), 'noName'],
  ['no resolver', failed('name', 'EAI_AGAIN'), 'noResolver'],
  ['a resolver that is silent', failed('name', 'ETIMEDOUT'), 'noResolver'],
  ['a closed port', failed('connection', 'ECONNREFUSED'), 'refused'],
  ['a router that drops', failed('connection', 'ETIMEDOUT'), 'noForward'],
  ['no route', failed('connection', 'EHOSTUNREACH'), 'unreachable'],
  ['no network', failed('connection', 'ENETUNREACH'), 'unreachable'],
  ['an expired certificate', failed('certificate', 'CERT_HAS_EXPIRED'), 'certificateExpired'],
  ['a certificate of tomorrow', failed('certificate', 'CERT_NOT_YET_VALID'), 'certificateEarly'],
  ['the name of another site', failed('certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'certificateName'],
  ['a self-signed certificate', failed('certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificateUntrusted'],
  ['a chain that is not whole', failed('certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificateUntrusted'],
  ['plain http', failed('certificate', 'EPROTO'), 'plainHttp'],
  ['plain http, in other words', failed('certificate', 'ERR_SSL_WRONG_VERSION_NUMBER'), 'plainHttp'],
  ['no certificate for the name', failed('certificate', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'), 'noCertificate'],
  ['a handshake that breaks off', failed('certificate', 'ECONNRESET'), 'noCertificate'],
  ['an answer that breaks off', failed('answer', 'ECONNRESET'), 'noAnswer'],
  ['an answer that does not come', failed('answer', 'ETIMEDOUT'), 'slowAnswer'],
  ['another protocol', failed('answer', 'HPE_INVALID_CONSTANT'), 'notHttp'],
  ['a path cut off', refusal(responses.unknownTarget), 'otherPath', { otherPath: '/test-1' }],
  ["Cloudflare's challenge", answered(403, { 'cf-mitigated': 'challenge', ...html }), 'challenge'],
  ['Cloudflare Access', redirect(302, 'https://home.cloudflareaccess.com/cdn-cgi/access/x'), 'loginRedirect'],
  ['a login of the same host', redirect(302, '/login?next=%2F'), 'loginRedirect'],
  ['a loop to https', redirect(301, `${origin}${path}`), 'redirectHttps'],
  ['http to https', redirect(308, `https://flows.test${path}`), 'redirectHttps', { origin: 'http://flows.test' }],
  ['another path', redirect(308, `${path}/`), 'redirect'],
  ['another host', redirect(301, `https://www.flows.test${path}`), 'redirect'],
  ['a redirect to nowhere', redirect(302, 'http://['), 'redirect'],
  ['a tunnel that is down', answered(530, { server: 'cloudflare' }, 'error code: 1033'), 'noTunnel'],
  ['a tunnel that is down, as a page', answered(502, html, '<html>Error 1033'), 'noTunnel'],
  ['another endpoint, which has no such path', refusal(responses.unknownTarget), 'otherEndpoint'],
  ['another endpoint with this path', refusal(responses.forbidden), 'otherEndpoint'],
  ["a proxy's own login", answered(401, { 'www-authenticate': 'Basic realm="home"' }), 'basicAuth'],
  ['a certificate behind Cloudflare', answered(526, html), 'originTls'],
  ['a proxy that reaches nobody', answered(502, html, '<html>502 Bad Gateway'), 'gateway'],
  ['a proxy that waits', answered(504), 'gateway'],
  ['a proxy without a way', answered(503), 'gateway'],
  ['the editor', answered(200, html, '<!DOCTYPE html><html><head><title>Node-RED</title>'), 'editor'],
  ["Node-RED's server", answered(404, html, `<!DOCTYPE html><pre>Cannot GET ${path}</pre>`), 'otherNodeRed'],
  ['a proxy that knows no such path', answered(404, html, '<html>404 Not Found nginx'), 'notFound'],
  ['a method that is not taken', answered(405), 'methodBlocked'],
  ['a body that is too large', answered(413), 'tooLarge'],
  ['a firewall', answered(403, html, '<html>Forbidden'), 'blocked'],
  ['the page of a router', answered(200, html, '<html><title>FRITZ!Box'), 'page'],
  ['a page without its type', answered(200, {}, '\n<!doctype html>'), 'page'],
  ['anything else', answered(200, { 'content-type': 'application/json' }, '{}'), 'otherServer'],
  ['httpNodeAuth', answered(401), 'wantsUser', { isLocal: true }],
  ['an endpoint that is not deployed', failed('connection', 'ECONNREFUSED'), 'notListening', { isLocal: true }],
  ['another program on the port', answered(404), 'localOther', { isLocal: true }],
];

const addressRows: readonly (readonly [string, string, FindingKey | undefined])[] = [
  [origin, '203.0.113.7', undefined],
  [origin, '2001:db8::7', undefined],
  [origin, '127.0.0.1', 'thisMachineAddress'],
  [origin, '::1', 'thisMachineAddress'],
  [origin, '192.168.1.20', 'privateAddress'],
  [origin, '10.0.0.1', 'privateAddress'],
  [origin, '172.31.255.255', 'privateAddress'],
  [origin, '172.32.0.1', undefined],
  [origin, 'fd00::1', 'privateAddress'],
  [origin, '100.64.0.0', 'carrierAddress'],
  [origin, '100.127.255.255', 'carrierAddress'],
  [origin, '100.128.0.1', undefined],
  ['https://pi.tail1234.ts.net', '100.101.102.103', 'tailnetAddress'],
  ['https://pi.tail1234.ts.net', '127.0.0.1', 'thisMachineAddress'],
];

describe('what keeps a request from arriving at a public address', () => {
  for (const [symptom, response, key, more] of rows)
    it(`${symptom}: ${key}`, () => {
      const found = findingOf({ origin, path, isLocal: false, response, ...more });
      assert.equal(found.key, key);
      // Whatever the sentences name is known.
      const { said, next } = english.breakerflow.outside.finding[key];
      const named = [...`${said} ${next}`.matchAll(/__(\w+?)__/g)].map(([, name = '']) => name);
      for (const name of named) assert.equal(typeof found.params[name], 'string', name);
    });

  for (const [where, address, key] of addressRows)
    it(`${address} of ${where}: ${key ?? 'is public'}`, () => {
      assert.equal(addressFinding(where, { ...answered(200), addresses: [address] })?.key, key);
    });

  it('one address of several that is not public is enough', () => {
    const found = addressFinding(origin, { ...answered(200), addresses: ['203.0.113.7', 'fd00::1'] });
    assert.deepEqual(found, { key: 'privateAddress', params: { address: '203.0.113.7, fd00::1' } });
  });

  for (const [minutes, age, key] of [
    [14, undefined, undefined],
    [16, undefined, 'clockOff'],
    [-16, undefined, 'clockOff'],
    [16, '960', undefined],
  ] as const)
    it(`a clock that is ${minutes} min off${age === undefined ? '' : ', told by a cache'}: ${key ?? 'is right'}`, () => {
      const date = (atMs: number) => ({ date: new Date(atMs).toUTCString(), ...(age === undefined ? {} : { age }) });
      const local = answered(200, { date: new Date(1_760_000_000_000).toUTCString() });
      const outside = answered(200, date(1_760_000_000_000 + minutes * 60_000));
      assert.equal(clockFinding(local, outside, 15 * 60_000)?.key, key);
    });

  it('an answer without a date says nothing of the clock', () => {
    assert.equal(clockFinding(answered(200), answered(200, { date: new Date(0).toUTCString() }), 1), undefined);
  });

  it('a redirect is shown without its query', () => {
    const response = redirect(302, 'https://home.cloudflareaccess.com/login?kid=secret#part');
    const { params } = findingOf({ origin, path, isLocal: false, response });
    assert.equal(params.location, 'https://home.cloudflareaccess.com/login');
  });

  it('every sentence has a row', () => {
    const found = [
      ...rows.map(([, , key]) => key),
      ...addressRows.map(([, , key]) => key),
      'clockOff',
      'bodyRewritten',
    ];
    assert.deepEqual(
      Object.keys(english.breakerflow.outside.finding).filter((key) => !found.includes(key as FindingKey)),
      [],
    );
  });
});
