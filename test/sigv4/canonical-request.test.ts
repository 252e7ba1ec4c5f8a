import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  canonicalHeaders,
  canonicalQueryString,
  canonicalRequest,
  canonicalTargets,
  canonicalUri,
  deriveSigningKey,
  readHeaderFields,
  stringToSign,
} from '../../src/sigv4';
import { asBytes } from './arrived-request';

const nothingHashed = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe("the AWS documentation's example, IAM ListUsers", () => {
  const scope = { date: '20150830', region: 'us-east-1', service: 'iam', terminator: 'aws4_request' };
  const { values } = readHeaderFields([
    'Host',
    'iam.amazonaws.com',
    'Content-Type',
    'application/x-www-form-urlencoded; charset=utf-8',
    'X-Amz-Date',
    '20150830T123600Z',
  ]);
  const signedHeaders = ['content-type', 'host', 'x-amz-date'];
  const canonical = canonicalRequest({
    method: 'GET',
    target: { uri: canonicalUri('/'), query: canonicalQueryString('Action=ListUsers&Version=2010-05-08') },
    headers: canonicalHeaders(values, signedHeaders),
    signedHeaders,
    payloadHash: nothingHashed,
  });

  it('has the documented canonical request', () => {
    assert.equal(
      canonical,
      [
        'GET',
        '/',
        'Action=ListUsers&Version=2010-05-08',
        'content-type:application/x-www-form-urlencoded; charset=utf-8',
        'host:iam.amazonaws.com',
        'x-amz-date:20150830T123600Z',
        '',
        'content-type;host;x-amz-date',
        nothingHashed,
      ].join('\n'),
    );
  });

  it('has the documented string to sign', () => {
    assert.equal(
      stringToSign('20150830T123600Z', scope, canonical),
      [
        'AWS4-HMAC-SHA256',
        '20150830T123600Z',
        '20150830/us-east-1/iam/aws4_request',
        'f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59',
      ].join('\n'),
    );
  });

  it('has the documented signing key', () => {
    const key = deriveSigningKey('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', scope);
    assert.equal(key.toString('hex'), 'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9');
  });
});

describe('canonical URI', () => {
  const documented: [path: string, uri: string][] = [
    ['/', '/'],
    ['//', '/'],
    ['/a', '/a'],
    ['/a/', '/a/'],
    ['/a//b', '/a/b'],
    ['/a/./b', '/a/b'],
    ['/a/../b', '/b'],
    ['/../..', '/'],
    ['/.a/..b/c..', '/.a/..b/c..'],
    ['/a b', '/a%20b'],
    ['/a%20b', '/a%2520b'],
    ['/a:b@c', '/a%3Ab%40c'],
    [asBytes('/é'), '/%C3%A9'],
    ['/\t\xff', '/%09%FF'],
  ];
  for (const [path, uri] of documented) {
    it(`of ${JSON.stringify(path)} is ${uri}`, () => assert.equal(canonicalUri(path), uri));
  }

  it('of characters beyond a byte is an error, not another path', () => {
    for (const character of ['ሴ', '\u0100']) assert.throws(() => canonicalUri(`/${character}`), RangeError);
  });
});

describe('canonical query string', () => {
  const documented: [query: string, canonical: string][] = [
    ['', ''],
    ['b=2&a=1', 'a=1&b=2'],
    ['a=2&a=1', 'a=1&a=2'],
    ['a-b=1&a=1', 'a=1&a-b=1'],
    ['Z=1&a=1', 'Z=1&a=1'],
    ['name', 'name='],
    ['a=b=c', 'a=b%3Dc'],
    ['a=%2f%7E', 'a=%2F~'],
    ['a=1+1', 'a=1%2B1'],
    ['a=100%', 'a=100%25'],
    ['&&a=1&', 'a=1'],
    ['=1', '=1'],
    [asBytes('é=ü'), '%C3%A9=%C3%BC'],
  ];
  for (const [query, canonical] of documented) {
    it(`of ${JSON.stringify(query)} is ${JSON.stringify(canonical)}`, () =>
      assert.equal(canonicalQueryString(query), canonical));
  }
});

describe('what a signer of a target may have signed', () => {
  it('is one form for plain characters', () => {
    assert.deepEqual(canonicalTargets('/breakers/stream?a=1&b=2'), [{ uri: '/breakers/stream', query: 'a=1&b=2' }]);
  });

  it('is the documented form or the target as it was sent', () => {
    assert.deepEqual(canonicalTargets('/a%20b?b&a'), [
      { uri: '/a%2520b', query: 'a=&b=' },
      { uri: '/a%20b', query: 'b&a' },
    ]);
  });

  it('has a path of its own where there is only a query', () => {
    assert.deepEqual(canonicalTargets('?a=1'), [
      { uri: '/', query: 'a=1' },
      { uri: '', query: 'a=1' },
    ]);
  });

  it('is never the documented form of another URI', () => {
    for (const [path, other] of [
      ['/a%3Ab', '/a:b'],
      ['/a%2520b', '/a%20b'],
      ['/a%40', '/a@'],
    ] as const) {
      assert.equal(canonicalUri(other), path);
      assert.deepEqual(canonicalTargets(path), [{ uri: canonicalUri(path), query: '' }]);
    }
  });
});

describe('canonical headers', () => {
  it('have lower-case names and values without superfluous white space', () => {
    const { values } = readHeaderFields(['X-A', ' \t a  b\t c ', 'X-B', 'a b']);
    assert.deepEqual(
      [...values],
      [
        ['x-a', 'a b c'],
        ['x-b', 'a b'],
      ],
    );
  });

  it('join repeated fields in the order they came, and tell which were repeated', () => {
    const { values, repeated } = readHeaderFields(['X-A', '2', 'Host', 'h', 'x-a', '1']);
    assert.equal(values.get('x-a'), '2,1');
    assert.deepEqual(repeated, ['x-a']);
  });

  it('leave out a name without a value', () => {
    assert.deepEqual([...readHeaderFields(['X-A', '1', 'X-B']).values], [['x-a', '1']]);
  });

  it('are lines by name, empty for one that did not come', () => {
    assert.equal(canonicalHeaders(new Map([['x-a', '1']]), ['x-a', 'x-b']), 'x-a:1\nx-b:\n');
  });

  it('keep a no-break space: it is not white space of HTTP', () => {
    const { values } = readHeaderFields(['X-A', '\u00a0a\u00a0\u00a0b', 'X-B', '\u00a0a\u00a0  b']);
    assert.equal(values.get('x-a'), '\u00a0a\u00a0\u00a0b');
    assert.equal(values.get('x-b'), '\u00a0a\u00a0 b');
  });
});

describe('string to sign', () => {
  it('hashes one byte a character, not UTF-8', () => {
    const scope = { date: '20150830', region: 'us-east-1', service: 'iam', terminator: 'aws4_request' };
    const hash = createHash('sha256').update('x\u00e9', 'latin1').digest('hex');
    assert.equal(stringToSign('20150830T123600Z', scope, 'x\u00e9').split('\n').at(-1), hash);
  });
});
