// Writes docs/reference.md and docs/operation-table.md from the built catalog, and docs/nodes from the nodes.
// `--check` writes nothing and exits 1 when a file is not current. OUT_DIR names another build than dist.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { architecturePages } from './architecture-page.mjs';
import { cookbookPages } from './cookbook-pages.mjs';
import { errorPage } from './error-page.mjs';
import { nodePages } from './node-pages.mjs';
import { openApiDocument } from './openapi.mjs';
import { nodesOf } from './operation-nodes.mjs';
import { operationPage } from './operation-page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outDir = resolve(root, process.env.OUT_DIR ?? 'dist');
const { factsOf, operationIds, receiverAssumptions, retryPolicies, rowOf, serviceAssumptions } = createRequire(
  import.meta.url,
)(join(outDir, 'src', 'catalog'));

const chapters = [
  ['4.1', 'Token'],
  ['4.2', 'Device management'],
  ['4.3', 'Device commands and settings'],
  ['4.4', 'Batch commands'],
  ['4.5', 'Streams'],
  ['4.6', 'UDP keys'],
  ['4.7', 'History, EV chargers, plug sessions'],
  ['4.8', 'Organizations, locations, roles, users'],
  ['4.9', 'Webhooks, quotas, OCPP, sharing'],
];

const hardwareNames = { emcb: 'smart breakers', 'ev-emcb': 'EV chargers' };

const sureness = {
  seen: 'used by a client that ran against a service of this kind, or documented elsewhere',
  sibling: "these names are used by the same vendor family's local client",
  guess: 'nothing public; taken from sibling operations',
};

/** The inputs that decide the retry class of rows that have more than one. */
const retryCases = {
  'remoteHandle.setPosition': [
    ['open', { command: 'open' }],
    ['open with a timer', { command: 'open', secondsUntilReset: 10 }],
    ['cancel a timer', { command: 'open', secondsUntilReset: 0 }],
    ['close', { command: 'close' }],
  ],
  'batchCommands.create': [
    ['runs now', {}],
    ['runs later', { startTime: '2030-01-01T00:00:00Z' }],
  ],
};

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text) {
  return `\`${text}\``;
}

function operationLink(id, page) {
  return `[${code(id)}](${page}#${id.toLowerCase().replaceAll('.', '')})`;
}

function nodeWords(id, folder) {
  return nodesOf(outDir, id)
    .map((type) => `[${type}](${folder}${type}.md)`)
    .join(', ');
}

function idsOfChapter(section) {
  return operationIds.filter((id) => rowOf(id).section === section);
}

function tokenWords({ token }) {
  return token.length === 0 ? 'none' : token.join(' or ');
}

function hardwareWords({ hardware }) {
  return hardware === undefined ? 'both' : hardwareNames[hardware];
}

function criterionWords([name, { compare, value, values, required }]) {
  const operand =
    value === 'text' ? (values === undefined ? "'text'" : values.map((each) => `'${each}'`).join(' or ')) : value;
  return `${code(`${name} ${compare.join('/')}`)} ${operand}${required ? ' (required)' : ''}`;
}

function filterWords({ filter, orderby, paging }) {
  const parts = [];
  if (filter !== undefined) {
    const criteria = Object.entries(filter.fields);
    const rule = criteria.length === 1 ? '' : filter.combine === 'one' ? ' (one criterion only)' : ' (joined by and)';
    const needed = filter.required && !criteria.some(([, { required }]) => required) ? ' (at least one)' : '';
    const exclusive = (filter.exclusive ?? []).map((group) => ` (only one of ${group.join(', ')})`).join('');
    parts.push(`${criteria.map(criterionWords).join(', ')}${rule}${exclusive}${needed}`);
  }
  if (orderby !== undefined) parts.push(`ordered by ${orderby.join(' or ')}`);
  if (paging !== undefined)
    parts.push(`pages of at most ${paging.limitMax}${paging.required ? ', offset and limit required' : ''}`);
  return parts.join('; ');
}

function timesWords(count) {
  if (count === 0) return 'no retry';
  if (count > 10) return 'retried until the deadline';
  return count === 1 ? 'retried once' : `retried ${count} times`;
}

const unknownWords = {
  report: () => 'reported as unknown, never sent again',
  retry: (retries) => timesWords(retries),
  reconcile: (retries) =>
    retries === 0 ? 'read back, never sent again' : 'read back, sent again once if it did not happen',
};

function policyWords({ beforeSending, afterSending, tooManyRequests, unavailable, deadlineMs, doneWhen }) {
  return [
    timesWords(beforeSending),
    unknownWords[afterSending.then](afterSending.retries) +
      (doneWhen === undefined ? '' : `; ${doneWhen} then means done`),
    tooManyRequests ? 'waits as told' : 'no retry',
    timesWords(unavailable),
    `${deadlineMs / 1000} s`,
  ];
}

function classWords(name) {
  const { then, retries } = retryPolicies[name].afterSending;
  return `${unknownWords[then](retries)} ([${name}](#retry-classes))`;
}

function retryWords(id) {
  const { retry } = rowOf(id);
  if (typeof retry !== 'function') return classWords(retry);
  return retryCases[id]
    .map(([name, body]) => `${name}: ${classWords(retry({ path: {}, query: {}, filter: {}, body }))}`)
    .join('; ');
}

function refusalWords({ refusals = [] }) {
  return refusals.map(({ status, when }) => `${status}: ${when}`).join('; ');
}

const partWords = { path: 'path', method: 'method', token: 'kind of token', names: 'name of', factors: 'unit of' };

function changeWords(id, { settings, change }) {
  if (settings === undefined) return change;
  const parts = settings.map(({ part, field }) =>
    field === undefined ? partWords[part] : `${partWords[part]} ${code(field)}`,
  );
  return `account node, Advanced: ${parts.join(', ')} of ${code(id)}`;
}

function factTable() {
  return table(
    ['Operation', 'Clause', 'Specified, refused beforehand', 'Refused for safety', 'Assumed, sent as it is written'],
    operationIds.map((id) => {
      const { specified, safety, assumed } = factsOf(id);
      return [
        operationLink(id, 'operations.md'),
        rowOf(id).section,
        specified.map(code).join(' '),
        safety.join('; '),
        assumed.map(code).join(' '),
      ];
    }),
  );
}

function factCount(part) {
  return operationIds.flatMap((id) => factsOf(id)[part]).length;
}

function chapterTable(section) {
  return table(
    [
      'Operation',
      'Node',
      'Request',
      'Token',
      'Hardware',
      'What it does',
      'Filter, order, pages',
      'When the answer is lost (retry class)',
      'Documented refusals',
    ],
    idsOfChapter(section).map((id) => {
      const row = rowOf(id);
      return [
        operationLink(id, 'operations.md'),
        nodeWords(id, 'nodes/'),
        code(`${row.method} ${row.path}`),
        tokenWords(row),
        hardwareWords(row),
        row.title + (row.confirm === undefined ? '' : ' (asks for confirmation)'),
        filterWords(row),
        retryWords(id),
        refusalWords(row),
      ];
    }),
  );
}

function assumptionRows() {
  const ofOperations = operationIds.flatMap((id) => (rowOf(id).assumed ?? []).map((mark) => [code(id), id, mark]));
  const ofService = [...serviceAssumptions, ...receiverAssumptions].map((mark) => [mark.about, '', mark]);
  return [...ofOperations, ...ofService].map(([where, id, mark]) => [
    where,
    mark.what,
    mark.value,
    mark.sure,
    mark.why,
    changeWords(id, mark),
  ]);
}

function reference() {
  const assumptions = assumptionRows();
  const policies = Object.entries(retryPolicies);
  return `${[
    '# Reference',
    'Generated from `src/catalog` by `npm run reference`; do not edit.',
    `${operationIds.length} operations in ${chapters.length} chapters, ${policies.length} retry classes, ${assumptions.length} assumptions. Paths are relative to \`{base_url}/api/v1\`. APP = application service account token, ORG = organization service account token.`,
    ...chapters.flatMap(([section, title]) => [`## ${section} ${title}`, chapterTable(section)]),
    '## Retry classes',
    'What happens when the way to the service fails. *Not sent*: failed before any byte left. *Answer lost*: reset or timeout after bytes were sent. 401 is never an execution: the token is renewed and the request sent once more, for every operation.',
    table(
      ['Class', 'Not sent', 'Answer lost', '429', '503', 'Deadline'],
      policies.map(([name, policy]) => [name, ...policyWords(policy)]),
    ),
    '## Specified and assumed',
    `Each rule of a request is specified and refused beforehand, or assumed: then a value that breaks it is a warning in the dialogs, and is sent as it is written. In all: specified ${factCount('specified')}, for safety ${factCount('safety')}, assumed ${factCount('assumed')}.`,
    factTable(),
    '## Assumptions',
    'The specification leaves these values open. How sure we are:',
    Object.entries(sureness)
      .map(([name, meaning]) => `- *${name}*: ${meaning}`)
      .join('\n'),
    table(['Where', 'What', 'Our value', 'How sure', 'Why it is open', 'How to change it'], assumptions),
  ].join('\n\n')}\n`;
}

function operationTable() {
  const sections = chapters.map(([section, title]) =>
    [
      `## ${title}`,
      table(
        ['Operation', 'Node', 'Request', 'Token', 'What it does'],
        idsOfChapter(section).map((id) => {
          const row = rowOf(id);
          const only = row.hardware === undefined ? '' : ` (${hardwareNames[row.hardware]} only)`;
          return [
            operationLink(id, 'operations.md'),
            nodeWords(id, 'nodes/'),
            code(`${row.method} ${row.path}`),
            tokenWords(row),
            row.title + only,
          ];
        }),
      ),
    ].join('\n\n'),
  );
  return `${[
    '# Every operation',
    'Generated from `src/catalog` by `npm run reference`; do not edit.',
    `The ${operationIds.length} operations of the service, and the nodes that call them. APP and ORG are the credentials of the application and of an organization.`,
    ...sections,
  ].join('\n\n')}\n`;
}

const referenceFile = join(root, 'docs', 'reference.md');
const files = [
  [referenceFile, reference()],
  [join(root, 'docs', 'operation-table.md'), operationTable()],
  [join(root, 'docs', 'operations.md'), operationPage(outDir, chapters)],
  [join(root, 'docs', 'openapi.json'), `${JSON.stringify(openApiDocument(outDir, chapters), undefined, 2)}\n`],
  [join(root, 'docs', 'errors.md'), errorPage(outDir)],
  ...architecturePages(outDir).map(([name, text]) => [join(root, 'docs', name), text]),
  ...nodePages(outDir),
  ...cookbookPages(outDir),
];

const stale = files.filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is not current: npm run reference`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
