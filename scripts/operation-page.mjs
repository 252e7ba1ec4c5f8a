import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nodesOf } from './operation-nodes.mjs';

const require = createRequire(import.meta.url);

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
const code = (text) => `\`${text}\``;
const sureness = { seen: 'seen elsewhere', sibling: 'as in a sibling', guess: 'guessed' };
const confirmations = {
  true: 'Cannot be undone: needs `msg.confirm` = `true`.',
  deviceId: 'Cannot be undone: needs `msg.confirm` = the device id.',
  secretName: 'Replaces a secret: needs `msg.confirm` = the name of the secret.',
};
const effects = {
  device: 'Acts on devices: a dry run unless the account is armed, never on protected devices.',
  breaker: 'Operates a breaker, with all safety rules of the account.',
  charger: 'Changes an EV charger, with all safety rules of the account.',
  batch: 'Operates devices, with all safety rules of the account.',
  'batch-cancel': 'A dry run unless the account is armed.',
  'key-removal': 'A dry run unless the account is armed; a key that devices have needs `msg.confirm` = its id.',
};

/** docs/operations.md: what the dialog of cloud-call shows of each operation, its assumptions marked. */
export function operationPage(outDir, chapters) {
  const { describeOperation, listOperations } = require(join(outDir, 'src', 'runtime', 'admin', 'describe-operation'));
  const { effectOf } = require(join(outDir, 'src', 'control'));
  const sections = chapters.flatMap(([section, title]) => [
    `## ${section} ${title}`,
    `In the specification: [section ${section}](specification.md#s-${section.replace('.', '-')}).`,
    ...listOperations()
      .filter((operation) => operation.section === section)
      .map(({ id }) => operationText(outDir, describeOperation(id), effectOf(id))),
  ]);
  return `${[
    '# Operations',
    'Generated from `src/catalog` by `npm run reference`; do not edit. Values that the specification leaves open are marked *assumed*. The pointers are those under which a flow file stores the values of a `cloud-call`.',
    ...sections,
  ].join('\n\n')}\n`;
}

function operationText(outDir, operation, effect) {
  const { id, title, method, path, token, hardware, confirm, secrets, refusals, assumed } = operation;
  const facts = [
    code(`${method} ${path}`),
    token.length === 0 ? 'no token' : `token ${token.join(' or ')}`,
    ...(hardware === undefined ? [] : [hardware === 'emcb' ? 'smart breakers only' : 'EV chargers only']),
    `nodes: ${nodesOf(outDir, id)
      .map((type) => `[${type}](nodes/${type}.md)`)
      .join(', ')}`,
  ];
  const notes = [effects[effect], confirmations[confirm], secrets ? 'The answer carries secrets.' : undefined];
  const rows = parameterRows(operation);
  const items = [
    ...refusals.map(({ status, when }) => `- Refused with ${status}: ${when}.`),
    ...assumed.map(({ what, value, sure, why }) => `- *Assumed* (${what}, ${sureness[sure]}): ${value}; ${why}.`),
  ];
  return [
    `### ${id}`,
    `${title}. ${facts.join('; ')}.`,
    ...notes.filter((note) => note !== undefined),
    ...(rows.length === 0
      ? []
      : [['| Pointer | Value | Required | About |', '| --- | --- | --- | --- |', ...rows].join('\n')]),
    ...(items.length === 0 ? [] : [items.join('\n')]),
  ].join('\n\n');
}

function parameterRows({ pathParameters, query, filter, orderby, paging, body }) {
  const rows = pathParameters.map((name) => row(`path/${name}`, 'identifier', true, ''));
  rows.push(...propertyRows('query', query));
  for (const [name, { compare, value, values, required }] of Object.entries(filter?.fields ?? {}))
    rows.push(
      row(
        compare.length === 1 && compare[0] === 'eq' ? `filter/${name}` : `filter/${name}/${compare.join(', ')}`,
        values === undefined ? value : values.join(', '),
        required === true,
        filter.combine === 'one' ? 'one criterion only' : '',
      ),
    );
  if (orderby !== undefined)
    rows.push(row('orderby/by', orderby.join(', '), false, ''), row('orderby/direction', 'asc, desc', false, ''));
  if (paging !== undefined)
    rows.push(
      row('page/offset', 'integer', paging.required === true, ''),
      row('page/limit', `integer, at most ${paging.limitMax}`, paging.required === true, ''),
    );
  return [...rows, ...placeRows('body', body, true)];
}

function row(pointer, value, required, about) {
  return `| ${code(pointer)} | ${cell(value)} | ${required ? 'yes' : ''} | ${cell(about)} |`;
}

function propertyRows(pointer, { properties = {}, required = [] } = {}) {
  return Object.entries(properties).flatMap(([name, schema]) =>
    placeRows(`${pointer}/${name}`, schema, required.includes(name)),
  );
}

function placeRows(pointer, schema, required) {
  if (schema === undefined) return [];
  const { type, items, properties, additionalProperties, description = '' } = schema;
  if (type === 'array') return placeRows(`${pointer}/0`, items, false);
  if (type !== 'object') return [row(pointer, valueWords(schema), required, description)];
  const free =
    typeof additionalProperties === 'object' || (additionalProperties === true && properties === undefined)
      ? [row(`${pointer}/...`, 'any names', false, description)]
      : [];
  return [...propertyRows(pointer, { properties, required: schema.required }), ...free];
}

function valueWords({ type, enum: values, known, minimum, maximum, maxLength, format, unit, secret }) {
  const bounds =
    minimum === undefined && maximum === undefined ? undefined : `${minimum ?? ''} to ${maximum ?? ''}`.trim();
  return [
    values?.join(', ') ?? (format === 'date-time' ? 'ISO 8601 instant' : (type ?? 'any value')),
    known === undefined ? undefined : `such as ${known.join(', ')}`,
    bounds,
    unit,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    secret ? 'secret' : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}
