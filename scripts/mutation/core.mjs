import { readdirSync } from 'node:fs';
import { root } from '../install.mjs';

const filesIn = (folder) =>
  readdirSync(`${root}dist/${folder}`)
    .filter((file) => file.endsWith('.js') && file !== 'index.js')
    .map((file) => `${folder}/${file}`);

/** The security core as it lies in dist, with the module whose tests must hold it. */
export const coreParts = () => [
  { module: 'sigv4', files: filesIn('src/sigv4') },
  {
    module: 'receiver',
    files: [
      ...filesIn('src/receiver/duplicates'),
      ...['stream-target', 'webhook-target', 'shared-secret'].map((name) => `src/receiver/${name}.js`),
    ],
  },
  {
    module: 'client',
    files: [
      ...filesIn('src/client/queue'),
      ...[
        ...['execute', 'run-token', 'outcome', 'backoff', 'tokens', 'request-scheduler', 'call-budget', 'filter'],
        ...['errors', 'body-secrets', 'percent-encoding', 'redactor'],
      ].map((name) => `src/client/${name}.js`),
    ],
  },
  { module: 'catalog', files: ['src/catalog/check-input.js'] },
];

/** What is mutated, with the least share that the tests of its module must kill. */
export const mutatedParts = () => [
  ...coreParts().map((part) => ({ ...part, goal: 0.9 })),
  { module: 'automation', files: filesIn('src/automation'), goal: 0.8, coarse: true },
];
