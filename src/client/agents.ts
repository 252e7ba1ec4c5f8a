import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent';
import { proxyFor } from './proxy-from-environment';
import { maxConnections } from './request-scheduler';
import type { CheckedSettings } from './settings';

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  destroy(): void;
}

/**
 * Agents that keep connections alive; through a proxy if the environment names one for the service (never for a service
 * on this machine), trusting the account's certificate authorities besides the usual ones. Certificates are always checked, a proxy's too.
 */
export function createAgents(
  account: CheckedSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Agents {
  const proxy = account.loopback ? undefined : proxyFor(new URL(account.baseUrl), environment);
  const ca = account.certificates.length === 0 ? {} : { ca: [...rootCertificates, ...account.certificates] };
  // Said in so many words: else NODE_TLS_REJECT_UNAUTHORIZED, set for some other node, would switch the check off for us too.
  const checked = { rejectUnauthorized: true, ...ca } as const;
  const kept = { keepAlive: true, scheduling: 'lifo', maxSockets: maxConnections } as const;
  if (proxy === undefined) {
    const http = new HttpAgent(kept);
    const https = new HttpsAgent({ ...kept, ...checked });
    return {
      http,
      https,
      destroy() {
        http.destroy();
        https.destroy();
      },
    };
  }

  // hpagent forgets the socket of a tunnel that is still being opened: the signal ends it.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const proxyRequestOptions = { ...checked, signal: closing.signal };
  const tunnelled = { ...kept, proxy, proxyRequestOptions, timeout: account.connectTimeoutMs };
  const http = new HttpProxyAgent(tunnelled);
  const https = new HttpsProxyAgent({ ...tunnelled, ...checked });
  return {
    http,
    https,
    destroy() {
      closing.abort();
      http.destroy();
      https.destroy();
    },
  };
}
