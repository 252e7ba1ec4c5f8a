import { streamSignature } from '../catalog';
import type { RefusalLog } from '../inbound';
import { type Credential, signRequest } from '../sigv4';

const timeoutMs = 10_000;

/** How a signed request fared that went out to the public address and should have come back in. */
export interface OutsideTest {
  readonly url: string;
  readonly reached: boolean;
  /** HTTP status of what answered. */
  readonly status?: number;
  /** The check at which it was refused, if it came in and was refused. */
  readonly refusedAt?: { readonly check: string; readonly reason: string; readonly detail: unknown };
  readonly message?: string;
}

/** Sends the validation request to the public address as the service would. spec 6.2 */
export async function testFromOutside(
  origin: string,
  path: string,
  credential: Credential,
  service: string,
  refusals: RefusalLog,
  nowMs: number,
): Promise<OutsideTest> {
  const url = `${origin}${path}`;
  const { headers } = signRequest({
    method: 'GET',
    target: path,
    headers: [],
    host: new URL(origin).host,
    ...credential,
    region: streamSignature.region,
    service: service === '' ? `breakerflow-${streamSignature.serviceSuffix}` : service,
    date: new Date(nowMs),
  });
  try {
    const response = await fetch(url, {
      headers: Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'host')),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const [latest] = refusals.recent();
    const refused = latest !== undefined && latest.at >= nowMs && response.status >= 400 ? latest : undefined;
    return {
      url,
      reached: true,
      status: response.status,
      ...(refused === undefined
        ? {}
        : { refusedAt: { check: refused.check, reason: refused.reason, detail: refused.detail } }),
    };
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown };
    const reason = cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
    return { url, reached: false, message: reason };
  }
}
