import assert from 'node:assert/strict';
import { parseAuthorization } from '../../src/sigv4';

describe('Authorization', () => {
  const signature = '0123456789abcdef'.repeat(4);
  const credential = 'Credential=AKID/20150830/us-east-1/iam/aws4_request';

  it('is read with a space after its commas or without', () => {
    for (const comma of [', ', ',']) {
      const value = [`AWS4-HMAC-SHA256 ${credential}`, 'SignedHeaders=host;x-amz-date', `Signature=${signature}`];
      assert.deepEqual(parseAuthorization(value.join(comma)), {
        accessKeyId: 'AKID',
        scope: { date: '20150830', region: 'us-east-1', service: 'iam', terminator: 'aws4_request' },
        signedHeaders: ['host', 'x-amz-date'],
        signature,
      });
    }
  });

  for (const value of [
    '',
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA25',
    `aws4-hmac-sha256 ${credential}, SignedHeaders=host, Signature=${signature}`,
    `AWS4-ECDSA-P256-SHA256 ${credential}, SignedHeaders=host, Signature=${signature}`,
    `AWS4-HMAC-SHA1 ${credential}, SignedHeaders=host, Signature=${signature}`,
    'Basic QUtJRDpzZWNyZXQ=',
    'Bearer AWS4-HMAC-SHA256',
  ]) {
    it(`of another scheme is told: ${value}`, () => assert.equal(parseAuthorization(value), 'other-algorithm'));
  }

  for (const [fault, parameters] of [
    ['no signature', `${credential}, SignedHeaders=host`],
    ['a short signature', `${credential}, SignedHeaders=host, Signature=${signature.slice(1)}`],
    ['a long signature', `${credential}, SignedHeaders=host, Signature=${signature}0`],
    ['a signature in upper case', `${credential}, SignedHeaders=host, Signature=${signature.toUpperCase()}`],
    ['no signed headers', `${credential}, SignedHeaders=, Signature=${signature}`],
    ['signed headers out of order', `${credential}, SignedHeaders=x-amz-date;host, Signature=${signature}`],
    ['a header signed twice', `${credential}, SignedHeaders=host;host, Signature=${signature}`],
    ['an empty signed header', `${credential}, SignedHeaders=;host, Signature=${signature}`],
    ['a signed header in upper case', `${credential}, SignedHeaders=Host, Signature=${signature}`],
    ['a scope of four parts', `Credential=AKID/20150830/iam/aws4_request, SignedHeaders=host, Signature=${signature}`],
    ['a scope of six parts', `${credential}/x, SignedHeaders=host, Signature=${signature}`],
    ['two credentials', `${credential}, ${credential}, SignedHeaders=host, Signature=${signature}`],
    ['something after it', `${credential}, SignedHeaders=host, Signature=${signature}, X=1`],
    ['other order', `SignedHeaders=host, ${credential}, Signature=${signature}`],
  ] as const) {
    it(`with ${fault} is malformed`, () =>
      assert.equal(parseAuthorization(`AWS4-HMAC-SHA256 ${parameters}`), 'malformed'));
  }
});
