import assert from 'node:assert/strict';
import { ClientError, type ErrorCode, replaceSecrets, secretsIn } from '../../src/client';
import { createRedactor } from '../../src/client/redactor';
import type { ParsedSettings } from '../../src/client/settings';
import type { JsonSchema } from '../../src/schema';

describe('behaviour: secrets in a body', () => {
  const secret: JsonSchema = { type: 'string', secret: true };
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      secret,
      list: { type: 'array', items: secret },
      inner: { type: 'object', properties: { secret } },
      map: { type: 'object', additionalProperties: secret },
      mixed: { type: 'object', properties: { known: { type: 'string' } }, additionalProperties: secret },
      closed: { type: 'object', properties: {}, additionalProperties: false },
    },
  };
  const body = {
    name: 'n',
    secret: 's1',
    list: ['s2', 's3'],
    inner: { secret: 's4', more: 'm' },
    map: { any: 's5' },
    mixed: { known: 'k', any: 's6' },
    closed: { any: 'c' },
    unknown: 'u',
  };

  it('are the texts that its schema marks: in objects, lists and maps, at any depth', () => {
    assert.deepEqual(secretsIn(body, schema), ['s1', 's2', 's3', 's4', 's5', 's6']);
    assert.deepEqual(
      replaceSecrets(body, schema, (text) => `(${text})`),
      {
        name: 'n',
        secret: '(s1)',
        list: ['(s2)', '(s3)'],
        inner: { secret: '(s4)', more: 'm' },
        map: { any: '(s5)' },
        mixed: { known: 'k', any: '(s6)' },
        closed: { any: 'c' },
        unknown: 'u',
      },
    );
  });

  it('what does not fit its schema stays as it is', () => {
    const odd = { secret: null, list: { 0: 1 }, inner: ['a'], map: 7, mixed: true, name: ['b'] };
    assert.deepEqual(
      replaceSecrets(odd, schema, () => '***'),
      odd,
    );
    for (const value of [null, undefined, 7, false])
      assert.equal(
        replaceSecrets(value, secret, () => '***'),
        value,
      );
  });
});

describe('behaviour: secrets in an error', () => {
  it('are taken out whole in each spelling: as they are, in JSON and percent-encoded', () => {
    const secret = '"a b"';
    for (const spelled of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      const problem = { field: `f${spelled}`, rule: 'service', message: `is ${spelled}` };
      const detail = { path: `/${spelled}`, deviceId: `d${spelled}`, validations: [problem] };
      const { message, cause } = new ClientError('REFUSED', `<${spelled}>`, detail, [secret]);
      assert.deepEqual([message, cause.path, cause.deviceId], ['<***>', '/***', 'd***']);
      assert.deepEqual(cause.validations, [{ field: 'f***', rule: 'service', message: 'is ***' }]);
    }
    // No Unicode, and so without a percent-encoding.
    assert.equal(new ClientError('REFUSED', '<k\ud800>', {}, ['k\ud800']).message, '<***>');
  });

  it('a device and a path are named only where they are known', () => {
    const { cause } = new ClientError('REFUSED', 'no');
    assert.deepEqual(cause, { validations: [], retryable: false });
  });

  it('the last four tokens of each kind are known, for an answer may echo one that was renewed', () => {
    const account = {
      apiKey: 'the-key',
      credentials: { APP: undefined },
      organizations: [
        { credential: { clientId: 'c', secret1: 'first-secret', secret2: 'second-secret' } },
        { credential: { clientId: 'd', secret1: 'of-another' } },
      ],
    } as unknown as ParsedSettings;
    const redactor = createRedactor(account);
    const tokens = ['t-one', 't-two', 't-three', 't-four', 't-five'];
    for (const token of tokens) {
      redactor.remember('ORG', token);
      redactor.remember('APP', token.toUpperCase());
    }
    const fail = redactor.createFail(['body-secret']);
    const said = (text: string) => fail('REFUSED', text).message;
    assert.equal(said(tokens.join(' ')), 't-one *** *** *** ***');
    assert.equal(said(tokens.join(' ').toUpperCase()), 'T-ONE *** *** *** ***');
    assert.equal(said('the-key first-secret second-secret of-another body-secret c'), '*** *** *** *** *** c');
    assert.equal(redactor.createFail()('REFUSED', 'body-secret').message, 'body-secret');
  });
});

describe('behaviour: an error of the client', () => {
  it('can be tried again where nothing was refused for good, unless it says otherwise itself', () => {
    const retryable: ErrorCode[] = ['NETWORK', 'TIMEOUT', 'RATE_LIMITED', 'RATE_LIMITED_LOCALLY', 'DEVICE_OFFLINE'];
    const not: ErrorCode[] = ['UNKNOWN_OUTCOME', 'AUTH_FAILED', 'CONFLICT', 'REFUSED', 'CLOSED', 'BAD_RESPONSE'];
    for (const code of [...retryable, ...not]) {
      assert.equal(new ClientError(code, 'no').cause.retryable, retryable.includes(code), code);
      for (const own of [true, false])
        assert.equal(new ClientError(code, 'no', { retryable: own }).cause.retryable, own);
    }
    assert.equal(new ClientError('CLOSED', 'no').name, 'ClientError');
  });
});
