import assert from 'node:assert/strict';
import crypto from 'node:crypto';

type Digests = typeof import('../../src/sigv4/digest');

const file = require.resolve('../../src/sigv4/digest');

/** Gives `task` the module as a Node loads it whose `crypto.hash` is `hash`. */
function withHash(
  hash: ((algorithm: string, data: string | Buffer) => string) | undefined,
  task: (_: Digests) => void,
) {
  const { hash: own } = crypto;
  const loaded = require.cache[file];
  delete require.cache[file];
  Object.assign(crypto, { hash });
  try {
    task(require(file));
  } finally {
    Object.assign(crypto, { hash: own });
    require.cache[file] = loaded;
  }
}

// FIPS 180-4, the examples for SHA-256
const vectors = {
  abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

describe('digests', () => {
  it('are made without crypto.hash too, which came with Node 20.12', () =>
    withHash(undefined, ({ sha256Hex, sha256HexOfBytes }) => {
      for (const [text, hex] of Object.entries(vectors)) {
        assert.equal(sha256Hex(text), hex);
        assert.equal(sha256Hex(Buffer.from(text)), hex);
        assert.equal(sha256HexOfBytes(text), hex);
      }
    }));

  it('are made with crypto.hash where it is there', () =>
    withHash(
      (algorithm, data) => `${algorithm} of ${data}`,
      ({ sha256Hex }) => assert.equal(sha256Hex('abc'), 'sha256 of abc'),
    ));
});
