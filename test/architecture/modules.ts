/** A module of the source tree, and all that its files may import of others. */
export interface Module {
  /** Its folder; `<type>` stands for each node type. */
  readonly folder: string;
  /** Which files of the folder these are, where it holds several kinds. */
  readonly files?: 'runtime' | 'dialog' | 'fields';
  readonly purpose: string;
  /** Modules named before it in the table; only through their `index.ts`. */
  readonly imports: readonly string[];
  /** npm packages; `node:` stands for all of Node's own modules. */
  readonly packages?: readonly string[];
  /** Also bundled for the browser: nothing of it and of what it imports may need Node. */
  readonly browser?: true;
}

const pure = [
  'clock',
  'schema',
  'fields',
  'schedule',
  'waveform',
  'charging',
  'device-settings',
  'circuit',
  'scene',
  'directory',
  'sigv4',
];
const inSrc = (names: readonly string[]) => names.map((name) => `src/${name}`);

/**
 * The modules from the bottom to the top. The test beside this file holds the code against the table, and the picture in
 * docs/architecture.md is drawn from it.
 */
export const modules: readonly Module[] = [
  {
    folder: 'src/object',
    purpose: 'objects whose optional properties are absent rather than undefined',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/clock',
    purpose: "time as a dependency: the machine's, an accelerated and a manual clock",
    imports: [],
    packages: ['node:'],
  },
  {
    folder: 'src/own-package',
    purpose: 'what the package.json of this package says: its folder, version and node types',
    imports: [],
    packages: ['node:'],
  },
  {
    folder: 'src/refusal',
    purpose: 'why a command is not sent, as data that every language has a sentence for',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/schema',
    purpose: 'JSON Schema builders that carry their TypeScript type; checks that name every problem',
    imports: inSrc(['object']),
    packages: ['ajv'],
  },
  {
    folder: 'src/fields',
    purpose: 'what a flow file stores of a node: one table, its defaults, checks and upgrades',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/schedule',
    purpose: 'cron and sun: rule, place and instant give the next instants',
    imports: [],
    packages: ['croner', 'suncalc'],
    browser: true,
  },
  {
    folder: 'src/waveform',
    purpose: 'samples to RMS, power, harmonics and THD',
    imports: inSrc(['object']),
    browser: true,
  },
  {
    folder: 'src/charging',
    purpose: 'charge windows, the effective mode and its reason, following a current, tariffs and session costs',
    imports: inSrc(['object']),
    browser: true,
  },
  {
    folder: 'src/device-settings',
    purpose: 'the colours and levels of the bargraph, and the bounds of the other settings of a device',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/circuit',
    purpose: 'the effective state of a circuit: both handles, connection, age, override event',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/scene',
    purpose:
      'scenes of circuits and chargers: what setting and restoring one commands, remembers and leaves out; alarms that do both',
    imports: inSrc(['circuit']),
    browser: true,
  },
  {
    folder: 'src/directory',
    purpose: 'the circuit directory: rows, their problems, whom a name means, what a change moves, CSV',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/plot',
    purpose: 'curves as paths of an SVG: scales, ticks, no more points than pixels',
    imports: [],
    browser: true,
  },
  {
    folder: 'src/automation',
    purpose: 'pure decisions of automations: limits, what to open, what comes back, whose claim counts',
    imports: inSrc(['charging', 'circuit']),
    browser: true,
  },
  {
    folder: 'src/watch',
    purpose: 'what is told of watched circuits: conditions, incidents, silence, quiet hours, told once over restarts',
    imports: inSrc(['object', 'charging']),
    browser: true,
  },
  {
    folder: 'src/sigv4',
    purpose: 'AWS Signature Version 4: signs and verifies header-signed requests',
    imports: [],
    packages: ['node:'],
  },
  {
    folder: 'src/catalog',
    purpose: 'the specification as data: operations, shapes, events, limits, assumptions, retry table',
    imports: inSrc(['schema', 'schedule']),
  },
  {
    folder: 'src/client',
    purpose:
      'calls the service: tokens, filters, pages, the queue of each device, the request scheduler of an account, retries, reconciliation, errors',
    imports: inSrc(['object', 'catalog', 'clock', 'refusal', 'schema']),
    packages: ['node:', 'got', 'hpagent'],
  },
  {
    folder: 'src/probe',
    purpose:
      'reads a whole account, and reports where its answers differ from the catalog, without ids, names and secrets',
    imports: inSrc(['object', 'catalog', 'client', 'schema']),
  },
  {
    folder: 'src/receiver',
    purpose: 'verifies, deduplicates and delivers what the service sends',
    imports: inSrc(['object', 'catalog', 'clock', 'schema', 'sigv4']),
    packages: ['node:'],
  },
  {
    folder: 'src/simulator',
    purpose: 'the service, embedded: state, physics, a handler for each operation, faults, server',
    imports: inSrc(['object', 'catalog', 'clock', 'schedule', 'schema', 'sigv4']),
    packages: ['node:'],
  },
  {
    folder: 'src/control',
    purpose:
      'the only way to operate a device: breakers, chargers, batches, settings, keys and recorders within the interlocks; read-back, outcomes, the record of commands and lock-outs',
    imports: inSrc(['object', 'catalog', 'charging', 'circuit', 'client', 'clock', 'directory', 'refusal', 'schema']),
  },
  {
    folder: 'src/call-form',
    purpose: 'any operation as a form: stored values to input, problems, the text of the request',
    imports: inSrc(['object', 'catalog', 'client', 'fields', 'schema']),
  },
  {
    folder: 'src/admin-api',
    purpose:
      'the contract between the editor and the runtime: what the admin routes take and answer, and where texts are',
    imports: inSrc([
      'refusal',
      'schedule',
      'waveform',
      'charging',
      'device-settings',
      'circuit',
      'directory',
      'scene',
      'automation',
      'watch',
    ]),
    browser: true,
  },
  {
    folder: 'src/runtime',
    purpose:
      'what two or more nodes share in the Node-RED runtime: defineNode, inputs, status, errors, texts, accounts, targets',
    imports: inSrc([
      'object',
      'admin-api',
      'call-form',
      'catalog',
      'circuit',
      'client',
      'clock',
      'control',
      'directory',
      'fields',
      'refusal',
      'schema',
      'simulator',
    ]),
    packages: ['node:', 'node-red', '@node-red/util'],
  },
  {
    folder: 'src/runtime/receiver',
    purpose: 'what receivers share: endpoints and their listeners, duplicates, status, delivery, the test from outside',
    imports: inSrc([
      'object',
      'admin-api',
      'catalog',
      'client',
      'clock',
      'fields',
      'receiver',
      'runtime',
      'schema',
      'sigv4',
    ]),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/runtime/made',
    purpose: 'what nodes make at the service (streams, webhooks, schedules, keys): remembered, and taken back',
    imports: inSrc(['object', 'catalog', 'client', 'clock', 'control', 'runtime', 'schedule', 'schema']),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/runtime/scenes',
    purpose: 'what scenes remember on disk, and what is read of a circuit before one is set or restored',
    imports: inSrc(['object', 'client', 'clock', 'control', 'runtime', 'scene', 'schema']),
  },
  {
    folder: 'src/runtime/automation',
    purpose:
      'load managers in the runtime: what they read and remember, and the one desk of a service that commands for them',
    imports: inSrc([
      'object',
      'directory',
      'automation',
      'charging',
      'circuit',
      'client',
      'clock',
      'control',
      'runtime',
    ]),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/runtime/watch',
    purpose:
      'watches in the runtime: what they poll, take from messages and remember, and that each event is told once',
    imports: inSrc(['catalog', 'client', 'clock', 'receiver', 'runtime', 'watch']),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/rehearsal',
    purpose:
      'a simulated day of a flow in a process of its own: virtual time, isolation, scenario, what was expected and found',
    imports: inSrc([
      ...[
        'object',
        'own-package',
        'admin-api',
        'catalog',
        'client',
        'clock',
        'fields',
        'runtime',
        'runtime/automation',
        'schema',
        'simulator',
      ],
    ]),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/command-line',
    purpose:
      'the command `breakerflow`: one table of subcommands; credentials from the environment or a file; operations, the contract probe, rehearsals, the simulator',
    imports: inSrc(['object', 'catalog', 'client', 'clock', 'control', 'probe', 'rehearsal', 'simulator']),
    packages: ['node:'],
  },
  {
    folder: 'src/runtime/admin',
    purpose: 'the handlers of the admin routes',
    imports: inSrc([
      'object',
      'own-package',
      'admin-api',
      'automation',
      'call-form',
      'catalog',
      'circuit',
      'client',
      'clock',
      'control',
      'directory',
      'fields',
      'probe',
      'rehearsal',
      'runtime',
      'runtime/made',
      'runtime/scenes',
      'runtime/automation',
      'runtime/watch',
      'scene',
      'schedule',
      'refusal',
      'schema',
      'simulator',
      'watch',
    ]),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/editor',
    purpose: 'what edit dialogs share in the browser',
    imports: inSrc(['admin-api', 'directory', 'fields', 'schedule']),
    browser: true,
  },
  {
    folder: 'src/editor/rows',
    purpose: 'tables that dialogs share: rows with their controls and problems, and times of the week',
    imports: inSrc(['charging', 'editor']),
    browser: true,
  },
  {
    folder: 'src/editor/circuits',
    purpose:
      'the table of the circuit directory: rows, CSV import and export, the word of a person for moved names, what a replaced device takes along',
    imports: inSrc(['admin-api', 'directory', 'editor']),
    browser: true,
  },
  {
    folder: 'src/editor/trial',
    purpose:
      'the trial of a node in its dialog: the message that it gets, what it would send as a tree with paths to copy',
    imports: inSrc(['admin-api', 'editor']),
    browser: true,
  },
  {
    folder: 'src/editor/sidebar',
    purpose: 'the Site sidebar: a script of its own, loaded when the sidebar is first shown',
    imports: inSrc(['object', 'plot', 'admin-api', 'circuit', 'directory', 'editor', 'editor/circuits']),
    browser: true,
  },
  {
    folder: 'plugins/site-sidebar',
    purpose: 'adds the sidebar to the editor at its start',
    imports: inSrc(['admin-api']),
    packages: ['node-red'],
  },
  {
    folder: 'nodes/<type>',
    files: 'fields',
    purpose: 'what the node stores in a flow file, its upgrades, and the operations that it calls',
    imports: inSrc(['fields', 'schedule', 'charging', 'device-settings', 'scene', 'directory', 'catalog']),
  },
  {
    folder: 'nodes/<type>',
    files: 'dialog',
    purpose: 'the edit dialog of the node',
    imports: inSrc([
      'object',
      'automation',
      'watch',
      'plot',
      'schedule',
      'waveform',
      'charging',
      'device-settings',
      'scene',
      'directory',
      'admin-api',
      'editor',
      'editor/rows',
      'editor/circuits',
      'editor/trial',
    ]),
    browser: true,
  },
  {
    folder: 'nodes/<type>',
    files: 'runtime',
    purpose: 'the node in the runtime: reads its fields and messages, calls, sends',
    imports: inSrc([
      'object',
      ...pure.filter((name) => name !== 'circuit'),
      'automation',
      'watch',
      'plot',
      'catalog',
      'admin-api',
      'refusal',
      'client',
      'receiver',
      'control',
      'runtime',
      'runtime/receiver',
      'runtime/made',
      'runtime/scenes',
      'runtime/automation',
      'runtime/watch',
      'runtime/admin',
    ]),
    packages: ['node:', 'node-red'],
  },
  {
    folder: 'src/library',
    purpose: 'the package as a library: one file for each name under `exports` of package.json',
    imports: inSrc(['schema', 'clock', 'schedule', 'waveform', 'sigv4', 'catalog', 'client', 'simulator']),
  },
];
