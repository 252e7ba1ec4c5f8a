import { createVerifier, type SigningRequest, signRequest, type VerifierOptions } from '../../src/sigv4';
import type { ArrivedRequest } from './arrived-request';

/** When {@link signedPublish} signs. */
export const signedAt = new Date(Date.UTC(2026, 0, 15, 12));

export const accessKey = { accessKeyId: 'AKIDSTREAM0000001A', secretAccessKey: 'wJalr+the/first=secret' };
export const secondCredential = { accessKeyId: 'AKIDSTREAM0000002B', secretAccessKey: 'K7MDE+the/second=secret' };

export const verifierOptions = {
  credentials: [accessKey, secondCredential],
  region: 'global',
  service: { endsWith: 'em-agent-stream' },
  hosts: ['flows.example.com'],
  contentType: 'application/x-amz-json-1.0',
} as const satisfies VerifierOptions;

export const verifier = createVerifier(verifierOptions);

/** A verifier that differs from {@link verifier} in some options. */
export function verifierWith(options: Partial<VerifierOptions>) {
  return createVerifier({ ...verifierOptions, ...options });
}

/** A request as the service signs and sends it, spec 6.2: a publish unless `changes` say otherwise. */
export function signedPublish(changes: Partial<SigningRequest> = {}): ArrivedRequest {
  const request: SigningRequest = {
    method: 'POST',
    target: '/breakers/stream',
    headers: [
      ['Host', 'flows.example.com'],
      ['Content-Type', 'application/x-amz-json-1.0'],
    ],
    body: '{"deviceId":"a1","serialNumber":"30000c2a","schemaVersion":"4.2.0.beta","transactionId":"t-1","ts":1768478400}',
    ...accessKey,
    region: 'global',
    service: 'vendorem-agent-stream',
    date: signedAt,
    ...changes,
  };
  const body = Buffer.from(request.body ?? '');
  const length = ['Content-Length', String(body.length)];
  const headers = [...request.headers, ...signRequest(request).headers, ['User-Agent', 'agent/4.2'], length];
  return { method: request.method, target: request.target, rawHeaders: headers.flat(), body };
}

/** The validation GET of spec 6.2. */
export function signedValidation(changes: Partial<SigningRequest> = {}): ArrivedRequest {
  return signedPublish({ method: 'GET', headers: [['Host', 'flows.example.com']], body: undefined, ...changes });
}
