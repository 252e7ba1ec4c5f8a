import type english from './locales/en-US/breaker-endpoint.json';

type Steps = (typeof english)['breaker-endpoint']['guide']['step'];

export const ways = ['cloudflare', 'tailscale', 'caddy', 'nginx', 'router', 'nodeRed'] as const;

/** How a public address leads to the endpoint. */
export type Way = (typeof ways)[number];

/** What the dialog knows of the endpoint. */
export interface Place {
  /** Host of the public URL, without its port. */
  readonly publicHost: string;
  /** Where the endpoint listens on its machine, such as `http://127.0.0.1:1881`. */
  readonly localOrigin: string;
  /** The path with which every address of the endpoint begins, with httpNodeRoot where it counts. */
  readonly path: string;
  /** The largest body, KiB. */
  readonly maxBody: number;
}

export interface RecipeStep {
  readonly text: keyof Steps;
  /** What to copy. */
  readonly code?: string;
}

/** The way that a public URL shows by its name, else the one that needs neither a forwarded port nor a certificate. */
export function wayOf(publicHost: string): Way {
  return publicHost.endsWith('.ts.net') ? 'tailscale' : 'cloudflare';
}

/** The steps of a way, with port and path filled in. Only the endpoint's path is led in. */
export function recipe(way: Way, place: Place): readonly RecipeStep[] {
  return recipes[way](place);
}

const recipes: Readonly<Record<Way, (place: Place) => readonly RecipeStep[]>> = {
  cloudflare: ({ publicHost, localOrigin, path }) => [
    {
      text: 'cloudflareTunnel',
      code: lines(
        'cloudflared tunnel login',
        'cloudflared tunnel create node-red',
        `cloudflared tunnel route dns node-red ${publicHost}`,
      ),
    },
    {
      text: 'cloudflareConfig',
      code: lines(
        'tunnel: TUNNEL-ID',
        'credentials-file: /etc/cloudflared/TUNNEL-ID.json',
        'ingress:',
        `  - hostname: ${publicHost}`,
        `    path: ^${path.replaceAll('.', '\\.')}/`,
        `    service: ${localOrigin}`,
        ...(isTls(localOrigin) ? ['    originRequest:', '      noTLSVerify: true'] : []),
        '  - service: http_status:404',
      ),
    },
    { text: 'cloudflareStart', code: 'sudo cloudflared --config /etc/cloudflared/config.yml service install' },
  ],
  tailscale: ({ localOrigin, path }) => [
    { text: 'tailscaleAllow' },
    {
      text: 'tailscaleLead',
      code: `sudo tailscale funnel --bg --set-path=${path} ${localOrigin.replace('https:', 'https+insecure:')}${path}`,
    },
    { text: 'tailscaleName', code: 'tailscale funnel status' },
  ],
  caddy: ({ publicHost, localOrigin, path }) => [
    { text: 'reach' },
    {
      text: 'caddyFile',
      code: lines(
        `${publicHost} {`,
        `  handle ${path}/* {`,
        ...(isTls(localOrigin)
          ? [
              `    reverse_proxy ${localOrigin} {`,
              '      header_up Host {http.request.hostport}',
              '      transport http {',
              '        tls_insecure_skip_verify',
              '      }',
              '    }',
            ]
          : [`    reverse_proxy ${localOrigin}`]),
        '  }',
        '  handle {',
        '    respond 404',
        '  }',
        '}',
      ),
    },
    { text: 'load', code: 'sudo caddy reload --config /etc/caddy/Caddyfile' },
  ],
  nginx: ({ publicHost, localOrigin, path, maxBody }) => [
    { text: 'reach' },
    {
      text: 'nginxFile',
      code: lines(
        'server {',
        '  listen 443 ssl;',
        `  server_name ${publicHost};`,
        `  ssl_certificate /etc/letsencrypt/live/${publicHost}/fullchain.pem;`,
        `  ssl_certificate_key /etc/letsencrypt/live/${publicHost}/privkey.pem;`,
        `  client_max_body_size ${maxBody}k;`,
        `  location ${path}/ {`,
        `    proxy_pass ${localOrigin};`,
        '    proxy_http_version 1.1;',
        '    proxy_set_header Connection "";',
        '    proxy_set_header Host $http_host;',
        '  }',
        '  location / {',
        '    return 404;',
        '  }',
        '}',
      ),
    },
    { text: 'load', code: 'sudo nginx -t && sudo nginx -s reload' },
  ],
  router: ({ publicHost, localOrigin }) => [
    { text: 'routerName' },
    { text: 'routerTls', code: `sudo certbot certonly --standalone -d ${publicHost}` },
    { text: 'routerForward', code: `443/tcp -> ${portOf(localOrigin)}/tcp` },
  ],
  nodeRed: ({ publicHost, localOrigin }) => [
    {
      text: 'nodeRedHttps',
      code: lines(
        'https: {',
        `  key: ${fileOf(publicHost, 'privkey')},`,
        `  cert: ${fileOf(publicHost, 'fullchain')}`,
        '},',
      ),
    },
    { text: 'nodeRedEditor', code: 'node-red admin hash-pw' },
    { text: 'nodeRedForward', code: `443/tcp -> ${portOf(localOrigin)}/tcp` },
  ],
};

function lines(...each: readonly string[]): string {
  return each.join('\n');
}

/** In the words of settings.js. */
function fileOf(publicHost: string, file: 'privkey' | 'fullchain'): string {
  // The table of modules takes the whole call for an import of this file.
  const files = ['require', "('fs')"].join('');
  return `${files}.readFileSync('/etc/letsencrypt/live/${publicHost}/${file}.pem')`;
}

function isTls(origin: string): boolean {
  return origin.startsWith('https:');
}

function portOf(origin: string): string {
  return new URL(origin).port;
}
