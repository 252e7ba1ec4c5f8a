import { createRequire } from 'node:module';
import { join } from 'node:path';

const jsonMedia = (schema) => ({ 'application/json': { schema } });
const ref = (kind, name) => ({ $ref: `#/components/${kind}/${name}` });

/**
 * The catalog as an OpenAPI 3.1 document. What the specification leaves open has `x-assumed`, with our value and how to change it.
 * A status of success is not specified: it stands as `200`, or `204` without a body, where generators of clients look for it.
 */
export function openApiDocument(outDir, chapters) {
  const { identifierPattern, operationIds, rowOf } = createRequire(import.meta.url)(join(outDir, 'src', 'catalog'));
  const paths = {};
  for (const id of operationIds) {
    const row = rowOf(id);
    paths[row.path] ??= {};
    paths[row.path][row.method.toLowerCase()] = operation(id, row, tagOf(chapters, row.section));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cloud service for smart breakers and EV chargers',
      summary: 'The operations as Breakerflow calls them and its simulator serves them.',
      description:
        'Generated from the catalog by `npm run reference`; do not edit. `npm run simulator -- --port 8080` serves the simulator and prints the credentials with which tokens are made.',
      version: '1.19.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{origin}/api/v1',
        description: 'The simulator, or the service by its own address',
        variables: { origin: { default: 'http://127.0.0.1:8080' } },
      },
    ],
    tags: chapters.map(([section, title]) => ({ name: title, description: `Section ${section} of the specification` })),
    security: [{ apiKey: [], organizationToken: [] }],
    paths,
    components: componentsWith({ type: 'string', pattern: identifierPattern }),
  };
}

const tagOf = (chapters, section) => chapters.find(([number]) => number === section)[1];

function operation(id, row, tag) {
  return {
    operationId: id,
    summary: row.title,
    tags: [tag],
    security: securityOf(row),
    ...present('parameters', [...pathParameters(row), ...queryParameters(row)]),
    ...(row.body === undefined
      ? {}
      : { requestBody: { required: row.bodyOptional !== true, content: jsonMedia(schemaOf(row.body.json)) } }),
    responses: responsesOf(row),
    ...(row.hardware === undefined ? {} : { 'x-hardware': row.hardware }),
    ...present(
      'x-assumed',
      (row.assumed ?? []).map(({ what, value, why, change }) => ({ what, value, why, change })),
    ),
  };
}

const present = (name, list) => (list.length === 0 ? {} : { [name]: list });

const schemes = { APP: 'applicationToken', ORG: 'organizationToken' };

function securityOf({ token }) {
  if (token.length === 0) return [{ apiKey: [] }];
  return token.map((kind) => ({ apiKey: [], [schemes[kind]]: [] }));
}

function pathParameters({ path }) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: ref('schemas', 'Identifier'),
  }));
}

function queryParameters({ query, filter, orderby, paging }) {
  const { properties = {}, required = [] } = query?.json ?? {};
  const own = Object.entries(properties).map(([name, json]) =>
    queryParameter(name, required.includes(name), schemaOf(json)),
  );
  return [
    ...own,
    ...(filter === undefined
      ? []
      : [
          {
            ...queryParameter('$filter', filter.required === true, { type: 'string' }),
            description: filterWords(filter),
          },
        ]),
    ...(orderby === undefined
      ? []
      : [queryParameter('$orderby', false, { type: 'string', pattern: `^(${orderby.join('|')})( (asc|desc))?$` })]),
    ...(paging === undefined
      ? []
      : [
          queryParameter('offset', paging.required === true, { type: 'integer', minimum: 0, maximum: 2_147_483_647 }),
          queryParameter('limit', paging.required === true, {
            type: 'integer',
            minimum: 1,
            maximum: paging.limitMax,
            ...(paging.limitDefault === undefined ? {} : { default: paging.limitDefault }),
          }),
        ]),
  ];
}

const queryParameter = (name, required, schema) => ({ name, in: 'query', required, schema });

function filterWords({ fields, combine }) {
  const criteria = Object.entries(fields).map(([name, { compare, value, values }]) => {
    const operands = values === undefined ? value : values.map((each) => `'${each}'`).join(' or ');
    return `\`${name}\` ${compare.join(', ')} ${operands}`;
  });
  return `${combine === 'one' ? 'One of' : 'Joined by `and`'}: ${criteria.join('; ')}. Texts stand in quotes.`;
}

function responsesOf(row) {
  const refusals = {};
  for (const { status, when } of row.refusals ?? []) {
    const earlier = refusals[status] === undefined ? '' : `${refusals[status].description}; `;
    refusals[status] = { description: earlier + when, content: jsonMedia(ref('schemas', 'Error')) };
  }
  const refused = ref('responses', 'Refused');
  return {
    [row.answer.kind === 'empty' ? 204 : 200]: answerOf(row.answer),
    ...refusals,
    '4XX': refused,
    '5XX': refused,
  };
}

function answerOf({ kind, data }) {
  if (kind === 'empty')
    return { description: 'Done, with this or any other status of success; a body says nothing more' };
  const read = schemaOf(data.json);
  const results = {
    type: 'object',
    properties: { deviceId: ref('schemas', 'Identifier'), results: { type: 'array', items: read } },
  };
  const shapes = { one: read, many: { type: 'array', items: read }, results };
  const properties = { data: shapes[kind], ...(kind === 'one' ? {} : { page: ref('schemas', 'Page') }) };
  return {
    description: 'The answer, with this or any other status of success',
    content: jsonMedia({ type: 'object', properties, required: ['data'] }),
  };
}

/** A schema of the catalog in the words of JSON Schema 2020-12; its own annotations begin with `x-`. */
function schemaOf({ unit, secret, known, names, assumed, properties, items, additionalProperties, ...rest }) {
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, json]) => [name, schemaOf(json)])) }),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? schemaOf(additionalProperties) : additionalProperties,
        }),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...(secret === undefined ? {} : { 'x-secret': secret }),
    ...(known === undefined ? {} : { 'x-known-values': known }),
    ...(names === undefined ? {} : { 'x-names': names }),
    ...(assumed === undefined ? {} : { 'x-assumed': assumed }),
  };
}

const componentsWith = (Identifier) => ({
  schemas: {
    Identifier,
    Page: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        totalCount: { type: 'integer' },
        offset: { type: 'integer' },
        next: { type: ['string', 'null'], description: 'Where the next page is' },
        previous: { type: ['string', 'null'] },
      },
    },
    Error: {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            validations: {
              type: 'array',
              items: {
                type: 'object',
                properties: { message: { type: 'string' }, propertyName: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
  responses: {
    Refused: { description: 'Not done; the message says why', content: jsonMedia(ref('schemas', 'Error')) },
  },
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'Em-Api-Subscription-Key' },
    applicationToken: { type: 'http', scheme: 'bearer', description: 'The token of an application service account' },
    organizationToken: { type: 'http', scheme: 'bearer', description: 'The token of an organization service account' },
  },
});
