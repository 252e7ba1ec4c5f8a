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

  it('is read the same the second time, with its own signature', () => {
    const value = (digits: string) => `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=${digits}`;
    const other = signature.toUpperCase().toLowerCase().split('').reverse().join('');
    const first = parseAuthorization(value(signature));
    assert.deepEqual(parseAuthorization(value(other)), { ...(first as object), signature: other });
    assert.equal(parseAuthorization(value(`${signature.slice(0, -1)}G`)), 'malformed');
  });

  describe('is remembered up to its signature', () => {
    /** The object that was made when these credentials were read, which tells whether they were read again. */
    const scopeOf = (start: string): object => {
      const read = parseAuthorization(`${start}${signature}`);
      assert.ok(typeof read === 'object');
      return read.scope;
    };
    const startOf = (id: string, names = 'host') =>
      `AWS4-HMAC-SHA256 Credential=${id}/20150830/us-east-1/iam/aws4_request, SignedHeaders=${names}, Signature=`;

    it('for 32 of them, and all are forgotten for one more', () => {
      const first = startOf('FIRST');
      const readAs = scopeOf(first);
      let others = 0;
      while (scopeOf(first) === readAs && others < 100) scopeOf(startOf(`OTHER${others++}`));
      assert.ok(others < 100, 'forgotten at some time');
      // Now two are remembered: the one that was too much, and the first, read again.
      const again = scopeOf(first);
      for (let more = 0; more < 30; more++) scopeOf(startOf(`MORE${more}`));
      assert.equal(scopeOf(first), again);
      scopeOf(startOf('TOOMUCH'));
      assert.notEqual(scopeOf(first), again);
    });

    it('for up to 512 characters', () => {
      const ofLength = (length: number) => startOf('LONG', `a${'x'.repeat(length - startOf('LONG', 'a').length)}`);
      assert.equal(ofLength(512).length, 512);
      assert.equal(scopeOf(ofLength(512)), scopeOf(ofLength(512)));
      assert.notEqual(scopeOf(ofLength(513)), scopeOf(ofLength(513)));
    });
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
    ['no word before its signature', `${credential}, SignedHeaders=host${signature}`],
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
