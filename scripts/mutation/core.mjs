import { readdirSync } from 'node:fs';
import { root } from '../install.mjs';

const filesIn = (folder) =>
  readdirSync(`${root}dist/${folder}`)
    .filter((file) => file.endsWith('.js') && file !== 'index.js')
    .map((file) => `${folder}/${file}`);

/** The security core as it lies in dist, with the room whose tests must hold it. */
export const coreParts = () => [
  { room: 'sigv4', files: filesIn('src/sigv4') },
  {
    room: 'inbound',
    files: [
      ...filesIn('src/inbound/duplicates'),
      ...['stream-target', 'webhook-target', 'shared-secret'].map((name) => `src/inbound/${name}.js`),
    ],
  },
  {
    room: 'client',
    files: [
      ...['execute', 'run-token', 'outcome', 'backoff', 'tokens', 'request-scheduler', 'call-budget', 'filter'],
      ...['errors', 'body-secrets', 'percent-encoding', 'vault'],
    ].map((name) => `src/client/${name}.js`),
  },
  { room: 'catalog', files: ['src/catalog/check-input.js'] },
];
