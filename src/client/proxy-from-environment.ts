type Environment = Readonly<Record<string, string | undefined>>;

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * The proxy for `url` by the rules of Node-RED's own http request node: `NO_PROXY` first, then the variable of the
 * protocol, then `ALL_PROXY`, lower case before upper case, npm's spellings before the plain ones. With
 * `NR_PROXY_MODE=legacy` the rules of Node-RED 3. Undefined: connect directly.
 */
export function proxyFor(url: URL, environment: Environment): string | undefined {
  const protocol = url.protocol.slice(0, -1);
  if (variable(environment, 'nr_proxy_mode') === 'legacy') return legacyProxyFor(url, environment);
  // The host without its port; an IPv6 address in brackets.
  const host = url.host.replace(/:\d*$/, '');
  const port = Number.parseInt(url.port, 10) || (defaultPorts[protocol] ?? 0);
  const exceptions = variable(environment, 'npm_config_no_proxy') || variable(environment, 'no_proxy');
  if (isException(host, port, exceptions.toLowerCase())) return undefined;
  const proxy =
    variable(environment, `npm_config_${protocol}_proxy`) ||
    variable(environment, `${protocol}_proxy`) ||
    variable(environment, 'npm_config_proxy') ||
    variable(environment, 'all_proxy');
  if (proxy === '') return undefined;
  return proxy.includes('://') ? proxy : `${protocol}://${proxy}`;
}

function variable(environment: Environment, name: string): string {
  return environment[name] || environment[name.toUpperCase()] || '';
}

function isException(host: string, port: number, exceptions: string): boolean {
  if (exceptions === '*') return true;
  return exceptions
    .split(/[,\s]/)
    .filter((exception) => exception !== '')
    .some((exception) => {
      const [, name = exception, exceptionPort] = /^(.+):(\d+)$/.exec(exception) ?? [];
      if (exceptionPort !== undefined && Number(exceptionPort) !== port) return false;
      if (name.startsWith('*')) return host.endsWith(name.slice(1));
      return name.startsWith('.') ? host.endsWith(name) : host === name;
    });
}

function legacyProxyFor(url: URL, environment: Environment): string | undefined {
  const proxy = environment.HTTP_PROXY || environment.http_proxy;
  const exceptions = environment.NO_PROXY || environment.no_proxy;
  if (!proxy || exceptions?.split(',').some((exception) => url.href.includes(exception.trim()))) return undefined;
  return proxy;
}
