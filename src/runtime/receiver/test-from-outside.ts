import { randomBytes } from 'node:crypto';
import { streamSignature } from '../../catalog';
import type { Clock } from '../../clock';
import { createRejectionLog, createStreamTarget, type LoggedRejection, type RejectionLog } from '../../receiver';
import { type AccessKey, signRequest } from '../../sigv4';
import { type OutsideRequest, requestFromOutside, type Stage } from './outside-request';
import type { SharedEndpoint } from './shared-endpoint';

/** The part of an endpoint that a test needs. */
export interface TestedEndpoint {
  readonly clock: Clock;
  /** The origin that the service calls, without a path; empty if the endpoint accepts no requests. */
  readonly publicUrl: string;
  readonly windowMs: number;
  /** The whole path of a route, as the service calls it. */
  pathOf(route: string): string;
  /** The origin on this machine behind the public one. */
  localOrigin(): string;
  shared(): Promise<SharedEndpoint>;
}

/** One step of a test. A step that failed is the last one. */
export interface OutsideStep {
  /** `local` is the direct request to the port; the others follow the request through the public address. */
  readonly step: 'local' | Stage | 'arrival' | 'verdict';
  readonly ok: boolean;
  readonly detail: string;
  /** The rejection that explains it; without secrets. */
  readonly refusal?: LoggedRejection;
}

/** The result of a request to the public address, which should arrive at this receiver. */
export interface OutsideTest {
  readonly url: string;
  readonly steps: readonly OutsideStep[];
}

/** A test request, and how to detect that the receiver got it. */
export interface Probe {
  readonly request: OutsideRequest;
  /** The number of accepted requests, and the newest rejection. */
  received(): { readonly accepted: number; readonly rejected: LoggedRejection | undefined };
  /** Whether this rejection means success, because the request passed all relevant checks. */
  isExpected?(rejection: LoggedRejection): boolean;
}

/** Sends a request to the local port, then one to the public address, and returns the steps that they passed. */
export async function testFromOutside(endpoint: TestedEndpoint, makeProbe: () => Probe): Promise<OutsideTest> {
  const { publicUrl } = endpoint;
  const url = `${publicUrl}${makeProbe().request.path}`;
  const local = await send(endpoint.localOrigin(), makeProbe(), true);
  const [failed] = local.filter(({ ok }) => !ok);
  if (failed !== undefined) return { url, steps: [{ ...failed, step: 'local' }] };
  return {
    url,
    steps: [
      { step: 'local', ok: true, detail: endpoint.localOrigin() },
      ...(await send(publicUrl, makeProbe(), false)),
    ],
  };
}

async function send(origin: string, { request, received, isExpected }: Probe, trustsAny: boolean) {
  const before = received();
  const result = await requestFromOutside(origin, request, trustsAny);
  const stages: readonly Stage[] = origin.startsWith('https:')
    ? ['name', 'connection', 'certificate', 'answer']
    : ['name', 'connection', 'answer'];
  if ('failed' in result)
    return [
      ...stages.slice(0, stages.indexOf(result.failed)).map((step): OutsideStep => ({ step, ok: true, detail: '' })),
      { step: result.failed, ok: false, detail: result.message } satisfies OutsideStep,
    ];
  const steps: OutsideStep[] = stages.map((step) => ({
    step,
    ok: true,
    detail: step === 'answer' ? [result.status, result.server].join(' ').trim() : '',
  }));
  const after = received();
  const rejection = after.rejected === before.rejected ? undefined : after.rejected;
  const accepted = after.accepted > before.accepted;
  steps.push({ step: 'arrival', ok: accepted || rejection !== undefined, detail: String(result.status) });
  if (accepted || (rejection !== undefined && isExpected?.(rejection)))
    steps.push({ step: 'verdict', ok: true, detail: '' });
  else if (rejection !== undefined) steps.push({ step: 'verdict', ok: false, detail: '', refusal: rejection });
  return steps;
}

/** A signed validation request of a stream. spec 6.2 */
export function validationProbe(
  endpoint: TestedEndpoint,
  path: string,
  credential: AccessKey,
  service: string,
  received: Probe['received'],
): Probe {
  const { headers } = signRequest({
    method: 'GET',
    target: path,
    headers: [],
    host: new URL(endpoint.publicUrl).host,
    ...credential,
    region: streamSignature.region,
    service: service === '' ? `breakerflow-${streamSignature.serviceSuffix}` : service,
    date: new Date(endpoint.clock.now()),
  });
  return { request: { method: 'GET', path, headers: Object.fromEntries(headers) }, received };
}

/** Tests an endpoint that needs no receiver: registers a temporary route with its own credentials. */
export async function testEndpoint(endpoint: TestedEndpoint): Promise<OutsideTest> {
  const shared = await endpoint.shared();
  const { clock, publicUrl, windowMs } = endpoint;
  const secret = () => randomBytes(20).toString('hex');
  const credential: AccessKey = { accessKeyId: `TEST${secret()}`, secretAccessKey: secret() };
  const route = endpoint.pathOf(`/test-${secret()}`);
  const rejections: RejectionLog = createRejectionLog({ clock, warn: () => {} });
  let accepted = 0;
  const target = createStreamTarget({
    clock,
    scope: route,
    validationPath: route,
    publishPath: `${route}/publish`,
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
    return await testFromOutside(endpoint, () => validationProbe(endpoint, route, credential, '', received));
  } finally {
    registration.remove();
    target.close();
    rejections.close();
  }
}
