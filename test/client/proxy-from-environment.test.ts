import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { proxyFor } from '../../src/client/proxy-from-environment';

// The rules of Node-RED's own http request node, from its own file.
const { getProxyForUrl } = createRequire(require.resolve('@node-red/nodes/package.json'))(
  './core/network/lib/proxyHelper.js',
) as { getProxyForUrl(url: string, options: { env: Record<string, string> }): string };

const urls = [
  'https://api.test',
  'https://api.test:8443',
  'http://api.test',
  'http://[::1]:8080',
  'https://sub.api.test',
  'https://10.1.2.3',
];
const variables: Record<string, readonly string[]> = {
  http_proxy: ['', 'http://p1:1'],
  HTTPS_PROXY: ['', 'p2:2'],
  all_proxy: ['', 'http://p3:3'],
  npm_config_proxy: ['', 'http://p4:4'],
  NO_PROXY: [
    '',
    '*',
    'api.test',
    '.api.test',
    '*.test',
    'api.test:8443',
    'other.test, api.test:443',
    '[::1]',
    'API.TEST',
  ],
};

describe('client: proxy rules', () => {
  it('agree with those of the http request node in every combination', () => {
    let environments: Record<string, string>[] = [{}];
    for (const [name, values] of Object.entries(variables))
      environments = environments.flatMap((environment) => values.map((value) => ({ ...environment, [name]: value })));
    let proxied = 0;
    for (const environment of environments)
      for (const url of urls) {
        const ours = proxyFor(new URL(url), environment);
        assert.equal(ours ?? '', getProxyForUrl(url, { env: environment }), JSON.stringify([url, environment]));
        if (ours !== undefined) proxied += 1;
      }
    assert.equal(environments.length, 144);
    assert(proxied > 100 && proxied < environments.length * urls.length);
  });

  it('agree in the mode for older Node-RED', () => {
    const environment = { NR_PROXY_MODE: 'legacy', HTTP_PROXY: 'http://p1:1', no_proxy: 'api.test, other' };
    assert.equal(proxyFor(new URL('https://api.test/x'), environment), undefined);
    assert.equal(proxyFor(new URL('https://else.test/x'), environment), 'http://p1:1');
  });
});
