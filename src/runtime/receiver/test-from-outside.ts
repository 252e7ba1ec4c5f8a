import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import type { LoggedRejection } from '../../receiver';
import { addressFinding, clockFinding, type Finding, findingOf } from './address-finding';
import { type OutsideRequest, type OutsideResponse, requestFromOutside, type Stage } from './outside-request';
import type { Proof } from './proof';
import type { SharedEndpoint } from './shared-endpoint';

/** The part of an endpoint that a test needs. */
export interface TestedEndpoint {
  readonly clock: Clock;
  /** The origin that the service calls, without a path; empty if the endpoint accepts no requests. */
  readonly publicUrl: string;
  readonly windowMs: number;
  /** The newest request of the service that was accepted. */
  proof(): Proof | undefined;
  /** The whole path of a route, as the service calls it. */
  pathOf(route: string): string;
  /** The origin on this machine behind the public one. */
  localOrigin(): string;
  shared(): Promise<SharedEndpoint>;
}

/** One step of a test. A step that failed is the last one. */
export interface OutsideStep {
  /** `local` is the direct request to the port; the others follow the request through the public address. */
  readonly step: 'local' | Stage | 'arrival' | 'verdict' | 'push' | 'clock';
  readonly ok: boolean;
  readonly detail: string;
  /** Why it failed; of a step that did not fail, what is to be known all the same. */
  readonly finding?: Finding;
  /** The rejection that explains it; without secrets. */
  readonly refusal?: LoggedRejection;
}

/** The result of a request to the public address, which should arrive at this receiver. */
export interface OutsideTest {
  readonly url: string;
  readonly steps: readonly OutsideStep[];
  readonly proof?: Proof;
}

/** A test request, and how to detect that the receiver got it. */
export interface Probe {
  readonly request: OutsideRequest;
  /** The number of accepted requests, and the newest rejection. */
  received(): { readonly accepted: number; readonly rejected: LoggedRejection | undefined };
  /** Whether this rejection means success, because the request passed all relevant checks. */
  isExpected?(rejection: LoggedRejection): boolean;
}

interface Passage {
  readonly steps: readonly OutsideStep[];
  readonly response: OutsideResponse;
}

/** Marks a request of a test by a number that nobody else knows, so that it is found where a proxy has changed its path. */
const marker = 'x-breakerflow-test';

/**
 * Sends a request to the local port, then one to the public address, and returns the steps that they passed; last the push,
 * if there is one, through the public address.
 */
export async function testFromOutside(
  endpoint: TestedEndpoint,
  makeProbe: () => Probe,
  makePush?: () => Probe,
): Promise<OutsideTest> {
  const { publicUrl, windowMs } = endpoint;
  const url = `${publicUrl}${makeProbe().request.path}`;
  const localOrigin = endpoint.localOrigin();
  const local = await send(endpoint, makeProbe(), localOrigin, true);
  const [failed] = local.steps.filter(({ ok }) => !ok);
  if (failed !== undefined) return { url, steps: [{ ...failed, step: 'local' }] };
  const outside = await send(endpoint, makeProbe(), publicUrl, false);
  const steps: OutsideStep[] = [{ step: 'local', ok: true, detail: localOrigin }, ...outside.steps];
  if (makePush !== undefined && steps.every(({ ok }) => ok)) {
    const push = await send(endpoint, makePush(), publicUrl, false);
    steps.push(pushStep(push));
  }
  const clock =
    'failed' in local.response || 'failed' in outside.response
      ? undefined
      : clockFinding(local.response, outside.response, windowMs);
  if (clock !== undefined && steps.every(({ ok }) => ok))
    steps.push({ step: 'clock', ok: false, detail: '', finding: clock });
  return { url, steps, ...defined({ proof: endpoint.proof() }) };
}

function pushStep({ steps }: Passage): OutsideStep {
  const failed = steps.find(({ ok }) => !ok);
  if (failed === undefined) return { step: 'push', ok: true, detail: '' };
  const { check } = failed.refusal ?? {};
  // The validation before it was authentic: what differs is its body.
  if (check === 'signature' || check === 'body')
    return { step: 'push', ok: false, detail: '', finding: { key: 'bodyRewritten', params: {} } };
  return { ...failed, step: 'push' };
}

async function send(endpoint: TestedEndpoint, probe: Probe, origin: string, isLocal: boolean): Promise<Passage> {
  const { received, isExpected } = probe;
  const { path } = probe.request;
  const token = randomBytes(16).toString('hex');
  const request = { ...probe.request, headers: { ...probe.request.headers, [marker]: token } };
  let otherPath: string | undefined;
  const { router } = await endpoint.shared();
  const ended = router.onUnknownPath(({ headers }, seen) => {
    if (headers[marker] === token) otherPath = seen;
  });
  const before = received();
  const response = await requestFromOutside(origin, request, { trustsAny: isLocal }).finally(ended);
  const after = received();
  const stages = stagesOf(origin, response).map((step): OutsideStep => {
    const known = step === 'name' && !isLocal ? addressFinding(origin, response) : undefined;
    return { step, ok: true, detail: '', ...defined({ finding: known }) };
  });
  const finding = () => findingOf({ origin, path, isLocal, response, otherPath });
  if ('failed' in response) {
    const { failed: step, message: detail } = response;
    return { steps: [...stages, { step, ok: false, detail, finding: finding() }], response };
  }
  const { status, headers } = response;
  const rejection = after.rejected === before.rejected ? undefined : after.rejected;
  const accepted = after.accepted > before.accepted;
  const arrived = accepted || rejection !== undefined;
  const steps: OutsideStep[] = [
    ...stages,
    { step: 'answer', ok: true, detail: [status, headers.server].join(' ').trim() },
    { step: 'arrival', ok: arrived, detail: String(status), ...(arrived ? {} : { finding: finding() }) },
  ];
  if (accepted || (rejection !== undefined && isExpected?.(rejection)))
    steps.push({ step: 'verdict', ok: true, detail: '' });
  else if (rejection !== undefined) steps.push({ step: 'verdict', ok: false, detail: '', refusal: rejection });
  return { steps, response };
}

/** The stages before the answer that were passed. */
function stagesOf(origin: string, response: OutsideResponse): readonly Stage[] {
  const stages: readonly Stage[] = origin.startsWith('https:')
    ? ['name', 'connection', 'certificate', 'answer']
    : ['name', 'connection', 'answer'];
  return stages.slice(0, stages.indexOf('failed' in response ? response.failed : 'answer'));
}
