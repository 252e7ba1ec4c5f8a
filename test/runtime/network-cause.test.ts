import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { textKey } from '../../src/admin-api';
import { ClientError } from '../../src/client';
import type { Texts } from '../../src/runtime';
import { networkCauseOf, presentError } from '../../src/runtime';
import { networkCodes } from '../../src/runtime/node/network-cause';
import { languages } from '../locales/catalog-files';
import { textsIn } from '../support/language-texts';
import { nodeText, packageRoot } from '../support/node-texts';

const texts = (key: string, params?: Readonly<Record<string, unknown>>) =>
  nodeText(textKey(`breakerflow.${key}`), params);

/**
 * Asks an address where nobody listens, a server without TLS, a proxy that wants a password, one that refuses, and one that
 * is not there. In a process of its own: requests that a proxy has refused never close, and others wait for theirs.
 */
const script = `
  const http = require('node:http');
  const { createClient } = require(process.argv[1] + '/dist/src/client');
  const { systemClock } = require(process.argv[1] + '/dist/src/clock');
  const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve('127.0.0.1:' + server.address().port)));
  const proxyThat = (status) =>
    listening(http.createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 ' + status + '\\r\\ncontent-length: 0\\r\\n\\r\\n')));
  async function closed() {
    const server = http.createServer();
    const place = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    return place;
  }
  async function main() {
    const nobody = await closed();
    const through = (proxy) => ['https://service.test', { HTTPS_PROXY: 'http://user:pw@' + proxy }, proxy];
    const ways = {
      nobody: ['http://' + nobody, {}, nobody],
      noTls: ['https://' + (await listening(http.createServer((_, response) => response.end()))), {}],
      password: through(await proxyThat('407 Proxy Authentication Required')),
      refusing: through(await proxyThat('403 Forbidden')),
      noProxy: through(nobody),
    };
    const results = {};
    for (const [way, [baseUrl, environment, place]] of Object.entries(ways)) {
      const settings = { baseUrl, apiKey: 'key', organization: { clientId: 'id', secret1: 'secret' } };
      const client = createClient({ settings, clock: systemClock, random: () => 0, environment });
      const error = await client.authenticate('ORG').catch((reason) => reason);
      results[way] = { code: error.code, message: error.message, address: error.cause.address, place };
    }
    console.log(JSON.stringify(results));
    process.exit(0);
  }
  main();`;

interface Failure {
  readonly code: 'NETWORK';
  readonly message: string;
  readonly address: string;
  /** Host and port of the proxy, or of the address. */
  readonly place: string;
}

async function failures(): Promise<Readonly<Record<string, Failure>>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, packageRoot], { cwd: packageRoot });
  return JSON.parse(stdout) as Record<string, Failure>;
}

const errorOf = ({ code, message, address }: Failure) => new ClientError(code, message, { address });

const rawCode = /\b(?:E[A-Z]{4,}|ERR_\w+|[A-Z]+_[A-Z_]+)\b/;

describe('why the service is not reached is told in words', () => {
  let found: Readonly<Record<string, Failure>>;
  before(async function () {
    this.timeout(60_000);
    found = await failures();
  });

  for (const [title, way, key, at] of [
    ['nobody listens at the address', 'nobody', 'ECONNREFUSED', 'address'],
    ['what answers speaks no TLS', 'noTls', 'noTls', 'tls'],
    ['a proxy wants a password', 'password', 'proxyPassword', 'proxy'],
    ['a proxy refuses', 'refusing', 'proxyRefused', 'proxy'],
    ['a proxy is not there', 'noProxy', 'proxyUnreached', 'proxy'],
  ] as const)
    it(`${title}: it is named, without a password`, () => {
      const failure = found[way] ?? assert.fail(way);
      const cause = networkCauseOf(errorOf(failure));
      assert.deepEqual([cause?.key, cause?.at], [key, at], failure.message);
      const { message } = presentError(errorOf(failure), texts);
      assert.doesNotMatch(message.replace(/ \(\w+\)$/, at === 'tls' ? '' : '$&'), rawCode);
      assert.doesNotMatch(message, /user:|:pw/);
      if (failure.place !== undefined) assert(message.includes(failure.place), message);
      if (at === 'proxy') assert.doesNotMatch(message, /service\.test/);
    });

  for (const [code, key, at] of [
    ['ENOTFOUND', 'ENOTFOUND', 'address'],
    ['EAI_AGAIN', 'EAI_AGAIN', 'address'],
    ['ETIMEDOUT', 'ETIMEDOUT', 'address'],
    ['ECONNRESET', 'ECONNRESET', 'address'],
    ['EHOSTUNREACH', 'EHOSTUNREACH', 'address'],
    ['CERT_HAS_EXPIRED', 'certificateExpired', 'tls'],
    ['CERT_NOT_YET_VALID', 'certificateEarly', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateOtherName', 'tls'],
    ['CERT_REVOKED', 'certificateRevoked', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateSelfSigned', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateChain', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate', 'tls'],
    ['EPROTO', 'noTls', 'tls'],
  ] as const)
    it(`${code} is a sentence in every language${at === 'tls' ? ', with what OpenSSL calls it in parentheses' : ', without the code'}`, () => {
      const error = new ClientError('NETWORK', `devices.list: the connection could not be made (${code})`, {
        address: 'https://api.example.com/api/v1',
      });
      assert.deepEqual([networkCauseOf(error)?.key, networkCauseOf(error)?.at], [key, at]);
      const said = languages.map((language) => {
        const { message } = presentError(error, textsIn<Texts>('breaker-account', language, 'breakerflow'));
        if (at === 'tls') assert.match(message, new RegExp(`. ?[(（]${code}[)）]$`));
        assert.doesNotMatch(at === 'tls' ? message.replace(code, '') : message, rawCode);
        assert.match(message, /https:\/\/api\.example\.com/);
        return message;
      });
      assert.equal(new Set(said).size, languages.length);
    });

  it('every code in the table has its sentence in every language, and a code that is not in it is kept in parentheses', () => {
    for (const language of languages) {
      const texts = textsIn<Texts>('breaker-account', language, 'breakerflow');
      for (const code of [...networkCodes, 'ENEW', 'ERR_SSL_NEW', 'CRL_SIGNATURE_FAILURE']) {
        const error = new ClientError('NETWORK', `devices.list: the connection could not be made (${code})`, {
          address: 'https://api.example.com/api/v1',
        });
        const { message } = presentError(error, texts);
        assert.match(message, /https:\/\/api\.example\.com/);
        assert.doesNotMatch(message, /__\w+__|breakerflow\.|unreachable\./);
        assert.doesNotMatch(message.replace(new RegExp(`[(（]${code}[)）]`), ''), rawCode);
      }
    }
  });
});
