import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent';
import { proxyFor } from './proxy-from-environment';
import { maxConnections } from './request-scheduler';
import type { ParsedSettings } from './settings';

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** The origin of the proxy, without its password. */
  readonly proxy?: string;
  destroy(): void;
}

/**
 * Keep-alive agents, through the proxy that the environment sets for the service (never for a loopback address). They
 * trust the account's certificate authorities besides the default ones, and always check certificates, a proxy's too.
 */
export function createAgents(
  account: ParsedSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Agents {
  const proxy = account.loopback ? undefined : proxyFor(new URL(account.baseUrl), environment);
  const ca = account.certificates.length === 0 ? {} : { ca: [...rootCertificates, ...account.certificates] };
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED may be set for another node and would disable the check here too.
  const tlsOptions = { rejectUnauthorized: true, ...ca } as const;
  const connectionOptions = { keepAlive: true, scheduling: 'lifo', maxSockets: maxConnections } as const;
  if (proxy === undefined) {
    const http = new HttpAgent(connectionOptions);
    const https = new HttpsAgent({ ...connectionOptions, ...tlsOptions });
    return {
      http,
      https,
      destroy() {
        http.destroy();
        https.destroy();
      },
    };
  }

  // hpagent does not track the socket of a tunnel that is still being opened: the signal closes it.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const proxyRequestOptions = { ...tlsOptions, signal: closing.signal };
  const proxyOptions = { ...connectionOptions, proxy, proxyRequestOptions, timeout: account.connectTimeoutMs };
  const http = new HttpProxyAgent(proxyOptions);
  const https = new HttpsProxyAgent({ ...proxyOptions, ...tlsOptions });
  return {
    http,
    https,
    proxy: new URL(proxy).origin,
    destroy() {
      closing.abort();
      http.destroy();
      https.destroy();
    },
  };
}
