import { randomBytes } from 'node:crypto';
import { streamSignature } from '../../catalog';
import { createRejectionLog, createStreamTarget, type LoggedRejection, type RejectionLog } from '../../receiver';
import { type AccessKey, signRequest } from '../../sigv4';
import { type OutsideTest, type Probe, type TestedEndpoint, testFromOutside } from './test-from-outside';

/** A signed validation request of a stream. spec 6.2 */
export function validationProbe(
  endpoint: TestedEndpoint,
  path: string,
  credential: AccessKey,
  service: string,
  received: Probe['received'],
): Probe {
  const headers = signed(endpoint, { method: 'GET', target: path, headers: [] }, credential, service);
  return { request: { method: 'GET', path, headers }, received };
}

/** Written as no program writes it: what reads the JSON and writes it anew breaks the signature. */
const pushBody = '{ "test" : 1.0 }';

/** A signed push that is authentic but has no device, so that it is never delivered. spec 6.2 */
function pushProbe(endpoint: TestedEndpoint, path: string, credential: AccessKey, received: Probe['received']): Probe {
  const sent = { method: 'POST', target: path, headers: [['Content-Type', streamSignature.contentType]] } as const;
  const headers = signed(endpoint, { ...sent, body: pushBody }, credential, '');
  return {
    request: {
      method: 'POST',
      path,
      headers: {
        ...headers,
        'Content-Type': streamSignature.contentType,
        'Content-Length': String(Buffer.byteLength(pushBody)),
      },
      body: pushBody,
    },
    received,
    isExpected: ({ check }: LoggedRejection) => check === 'content',
  };
}

function signed(
  { publicUrl, clock }: TestedEndpoint,
  request: Pick<Parameters<typeof signRequest>[0], 'method' | 'target' | 'headers' | 'body'>,
  credential: AccessKey,
  service: string,
): Readonly<Record<string, string>> {
  const { headers } = signRequest({
    ...request,
    host: new URL(publicUrl).host,
    ...credential,
    region: streamSignature.region,
    service: service === '' ? `breakerflow-${streamSignature.serviceSuffix}` : service,
    date: new Date(clock.now()),
  });
  return Object.fromEntries(headers);
}

/** Tests an endpoint that needs no receiver: registers a temporary route with its own credentials. */
export async function testEndpoint(endpoint: TestedEndpoint): Promise<OutsideTest> {
  const shared = await endpoint.shared();
  const { clock, publicUrl, windowMs } = endpoint;
  const secret = () => randomBytes(20).toString('hex');
  const credential: AccessKey = { accessKeyId: `TEST${secret()}`, secretAccessKey: secret() };
  const route = endpoint.pathOf(`/test-${secret()}`);
  const publishPath = `${route}/publish`;
  const rejections: RejectionLog = createRejectionLog({ clock, warn: () => {} });
  let accepted = 0;
  const target = createStreamTarget({
    clock,
    scope: route,
    validationPath: route,
    publishPath,
    credentials: [credential],
    hosts: [new URL(publicUrl).host],
    windowMs,
    deliverOnce: shared.deliverOnce,
    deliver() {
      throw new Error('a test delivers nothing');
    },
    onValidated: () => {
      accepted += 1;
    },
    rejections,
    onError: () => {},
  });
  const registration = shared.router.register(target);
  try {
    const received = () => ({ accepted, rejected: rejections.recent()[0] });
    return await testFromOutside(
      endpoint,
      () => validationProbe(endpoint, route, credential, '', received),
      () => pushProbe(endpoint, publishPath, credential, received),
    );
  } finally {
    registration.remove();
    target.close();
    rejections.close();
  }
}
