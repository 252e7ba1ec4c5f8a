import { randomBytes } from 'node:crypto';
import { streamSignature } from '../../catalog';
import type { Clock } from '../../clock';
import { createRefusalLog, createStreamTarget, type LoggedRefusal, type RefusalLog } from '../../receiver';
import { type AccessKey, signRequest } from '../../sigv4';
import type { Hub } from './endpoint-hub';
import { type OutsideRequest, requestFromOutside, type Stage } from './outside-request';

/** What a test needs of an endpoint. */
export interface TestedEndpoint {
  readonly clock: Clock;
  /** The origin that the service calls, without a path; empty where no requests are taken. */
  readonly publicUrl: string;
  readonly windowMs: number;
  /** The whole path of a route, as the service calls it. */
  pathOf(route: string): string;
  /** The origin on this machine behind the public one. */
  localOrigin(): string;
  hub(): Promise<Hub>;
}

/** One step on the way of a request; a step that fails is the last one. */
export interface OutsideStep {
  /** `local`: straight to the port; then the way through the public address up to our own verdict. */
  readonly step: 'local' | Stage | 'arrival' | 'verdict';
  readonly ok: boolean;
  readonly detail: string;
  /** The refusal behind it, without secrets. */
  readonly refusal?: LoggedRefusal;
}

/** How requests fared that went out to the public address and should have come back in. */
export interface OutsideTest {
  readonly url: string;
  readonly steps: readonly OutsideStep[];
}

/** A request as the service would send it, and how its receiver took it. */
export interface Trial {
  readonly request: OutsideRequest;
  /** How many requests of the kind have come in, and the newest that was refused. */
  arrivals(): { readonly accepted: number; readonly refused: LoggedRefusal | undefined };
  /** Whether a refusal is where the request was to end: past every check that matters. */
  isExpected?(refusal: LoggedRefusal): boolean;
}

/** Sends the trial to this machine, then to the public address, and says how far it came. */
export async function testFromOutside(endpoint: TestedEndpoint, makeTrial: () => Trial): Promise<OutsideTest> {
  const { publicUrl } = endpoint;
  const url = `${publicUrl}${makeTrial().request.path}`;
  const local = await send(endpoint.localOrigin(), makeTrial(), true);
  const [failed] = local.filter(({ ok }) => !ok);
  if (failed !== undefined) return { url, steps: [{ ...failed, step: 'local' }] };
  return {
    url,
    steps: [
      { step: 'local', ok: true, detail: endpoint.localOrigin() },
      ...(await send(publicUrl, makeTrial(), false)),
    ],
  };
}

async function send(origin: string, { request, arrivals, isExpected }: Trial, trustsAny: boolean) {
  const before = arrivals();
  const answer = await requestFromOutside(origin, request, trustsAny);
  const stages: readonly Stage[] = origin.startsWith('https:')
    ? ['name', 'connection', 'certificate', 'answer']
    : ['name', 'connection', 'answer'];
  if ('failed' in answer)
    return [
      ...stages.slice(0, stages.indexOf(answer.failed)).map((step): OutsideStep => ({ step, ok: true, detail: '' })),
      { step: answer.failed, ok: false, detail: answer.message } satisfies OutsideStep,
    ];
  const steps: OutsideStep[] = stages.map((step) => ({
    step,
    ok: true,
    detail: step === 'answer' ? [answer.status, answer.server].join(' ').trim() : '',
  }));
  const after = arrivals();
  const refusal = after.refused === before.refused ? undefined : after.refused;
  const accepted = after.accepted > before.accepted;
  steps.push({ step: 'arrival', ok: accepted || refusal !== undefined, detail: String(answer.status) });
  if (accepted || (refusal !== undefined && isExpected?.(refusal)))
    steps.push({ step: 'verdict', ok: true, detail: '' });
  else if (refusal !== undefined) steps.push({ step: 'verdict', ok: false, detail: '', refusal });
  return steps;
}

/** The validation request of a stream. spec 6.2 */
export function validationTrial(
  endpoint: TestedEndpoint,
  path: string,
  credential: AccessKey,
  service: string,
  arrivals: Trial['arrivals'],
): Trial {
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
  return { request: { method: 'GET', path, headers: Object.fromEntries(headers) }, arrivals };
}

/** Tests an endpoint without any receiver: with a route and credentials that live as long as the test. */
export async function testEndpoint(endpoint: TestedEndpoint): Promise<OutsideTest> {
  const hub = await endpoint.hub();
  const { clock, publicUrl, windowMs } = endpoint;
  const secret = () => randomBytes(20).toString('hex');
  const credential: AccessKey = { accessKeyId: `TEST${secret()}`, secretAccessKey: secret() };
  const route = endpoint.pathOf(`/test-${secret()}`);
  const refusals: RefusalLog = createRefusalLog({ clock, warn: () => {} });
  let accepted = 0;
  const target = createStreamTarget({
    clock,
    scope: route,
    validationPath: route,
    publishPath: `${route}/publish`,
    credentials: [credential],
    hosts: [new URL(publicUrl).host],
    windowMs,
    deliverOnce: hub.deliverOnce,
    deliver() {
      throw new Error('nothing is delivered in a test');
    },
    onValidated: () => {
      accepted += 1;
    },
    refusals,
    onError: () => {},
  });
  const registration = hub.router.register(target);
  try {
    const arrivals = () => ({ accepted, refused: refusals.recent()[0] });
    return await testFromOutside(endpoint, () => validationTrial(endpoint, route, credential, '', arrivals));
  } finally {
    registration.remove();
    target.close();
    refusals.close();
  }
}
