import assert from 'node:assert/strict';
import { type SigningRequest, signRequest } from '../../src/sigv4';
import { CREDENTIAL, SIGNED_AT } from './signed-publish';

const REQUEST: SigningRequest = {
  method: 'POST',
  target: '/breakers/stream',
  headers: [['Content-Type', 'application/x-amz-json-1.0']],
  host: 'flows.example.com',
  body: 'Küche',
  ...CREDENTIAL,
  region: 'global',
  service: 'vendorem-agent-stream',
  date: SIGNED_AT,
};

describe('signRequest', () => {
  it('signs with the secret given, also where the key id had another one before', () => {
    const signatures = ['first', 'second', 'first'].map(
      (secretAccessKey) => signRequest({ ...REQUEST, secretAccessKey }).signature,
    );
    assert.equal(signatures[0], signatures[2]);
    assert.notEqual(signatures[0], signatures[1]);
  });

  it('adds Host, X-Amz-Date and Authorization, in the order in which a client sends them', () => {
    const { headers, signature } = signRequest(REQUEST);
    assert.deepEqual(headers, [
      ['Host', 'flows.example.com'],
      ['X-Amz-Date', '20260115T120000Z'],
      [
        'Authorization',
        'AWS4-HMAC-SHA256 Credential=AKIDSTREAM0000001A/20260115/global/vendorem-agent-stream/aws4_request, ' +
          `SignedHeaders=content-type;host;x-amz-date, Signature=${signature}`,
      ],
    ]);
  });

  it('keeps a Host that is given', () => {
    const signed = signRequest({ ...REQUEST, headers: [['host', 'given.example.com']] });
    assert.deepEqual(
      signed.headers.map(([name]) => name),
      ['X-Amz-Date', 'Authorization'],
    );
    assert.match(signed.canonicalRequest, /\nhost:given\.example\.com\n/);
  });

  it('shows what it signed', () => {
    const { canonicalRequest, stringToSign } = signRequest({ ...REQUEST, body: undefined });
    assert.equal(
      canonicalRequest,
      [
        'POST',
        '/breakers/stream',
        '',
        'content-type:application/x-amz-json-1.0',
        'host:flows.example.com',
        'x-amz-date:20260115T120000Z',
        '',
        'content-type;host;x-amz-date',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ].join('\n'),
    );
    assert.match(
      stringToSign,
      /^AWS4-HMAC-SHA256\n20260115T120000Z\n20260115\/global\/vendorem-agent-stream\/aws4_request\n[0-9a-f]{64}$/,
    );
  });

  it('takes a text for its UTF-8', () => {
    const ofText = signRequest(REQUEST).signature;
    assert.equal(signRequest({ ...REQUEST, body: Buffer.from('Küche', 'utf8') }).signature, ofText);
    assert.notEqual(signRequest({ ...REQUEST, body: Buffer.from('Küche', 'latin1') }).signature, ofText);
  });

  it('is refused without a host, and for a request that is already signed', () => {
    const { host: _, ...hostless } = REQUEST;
    assert.throws(() => signRequest(hostless), TypeError);
    for (const name of ['Authorization', 'x-amz-date']) {
      assert.throws(() => signRequest({ ...REQUEST, headers: [[name, '20260115T120000Z']] }), TypeError);
    }
  });
});
