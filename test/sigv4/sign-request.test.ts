import assert from 'node:assert/strict';
import { type SigningRequest, signRequest } from '../../src/sigv4';
import { accessKey, signedAt } from './signed-publish';

const unsignedRequest: SigningRequest = {
  method: 'POST',
  target: '/breakers/stream',
  headers: [['Content-Type', 'application/x-amz-json-1.0']],
  host: 'flows.example.com',
  body: 'Küche',
  ...accessKey,
  region: 'global',
  service: 'vendorem-agent-stream',
  date: signedAt,
};

describe('signRequest', () => {
  it('signs with the secret given, also where the key id had another one before', () => {
    const signatures = ['first', 'second', 'first'].map(
      (secretAccessKey) => signRequest({ ...unsignedRequest, secretAccessKey }).signature,
    );
    assert.equal(signatures[0], signatures[2]);
    assert.notEqual(signatures[0], signatures[1]);
  });

  it('adds Host, X-Amz-Date and Authorization, in the order in which a client sends them', () => {
    const { headers, signature } = signRequest(unsignedRequest);
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
    const signed = signRequest({ ...unsignedRequest, headers: [['host', 'given.example.com']] });
    assert.deepEqual(
      signed.headers.map(([name]) => name),
      ['X-Amz-Date', 'Authorization'],
    );
    assert.match(signed.canonicalRequest, /\nhost:given\.example\.com\n/);
  });

  it('shows what it signed', () => {
    const { canonicalRequest, stringToSign } = signRequest({ ...unsignedRequest, body: undefined });
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
    const ofText = signRequest(unsignedRequest).signature;
    assert.equal(signRequest({ ...unsignedRequest, body: Buffer.from('Küche', 'utf8') }).signature, ofText);
    assert.notEqual(signRequest({ ...unsignedRequest, body: Buffer.from('Küche', 'latin1') }).signature, ofText);
  });

  it('is refused without a host, and for a request that is already signed', () => {
    const { host: _, ...hostless } = unsignedRequest;
    assert.throws(() => signRequest(hostless), TypeError);
    for (const name of ['Authorization', 'x-amz-date']) {
      assert.throws(() => signRequest({ ...unsignedRequest, headers: [[name, '20260115T120000Z']] }), TypeError);
    }
  });
});
