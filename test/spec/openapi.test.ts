import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020';
import { type OperationId, operationIds, rowOf } from '../../src/catalog';
import type { RawAnswer } from '../../src/client';
import { packageRoot } from '../support/node-texts';
import { asNeighbour, operationInputs } from '../support/operation-inputs';
import { furnish } from './conformance/furnished-state';
import { withService } from './conformance/service-under-test';

interface Media {
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: Media & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Media>>;
}

const source = readFileSync(join(packageRoot, 'docs/openapi.json'), 'utf8');
const document = JSON.parse(source) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** What is wrong with a value by a schema of the document. */
function problems(media: Media, value: unknown): unknown[] {
  const { schema } = media.content?.['application/json'] ?? assert.fail('no JSON is described');
  // Formats are checked by the catalog's own tests.
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
    ...schema,
    components: document.components,
  });
  return validate(value) ? [] : (validate.errors ?? []);
}

describe('spec 4: docs/openapi.json', () => {
  it('is without a finding of the linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    assert.deepEqual(
      found.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    );
  }).timeout(60_000);

  it('has each operation at its method and path, and no other', () => {
    assert.deepEqual(
      operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`).sort(),
      operationIds.map((id) => `${id} ${rowOf(id).method} ${rowOf(id).path}`).sort(),
    );
  });

  for (const id of operationIds)
    it(
      `${id}: request and answer are as it says`,
      withService(async ({ client, neighbour }) => {
        const { operation } = operations.find((each) => each.operation.operationId === id) ?? assert.fail(id);
        const caller = asNeighbour.has(id) ? neighbour : client;
        const call = <Id extends OperationId>(of: Id, onAnswer: (answer: RawAnswer) => void) =>
          caller.call(of, operationInputs[of], { onAnswer });
        const { url, body } = caller.preview(id, operationInputs[id] as never);
        const sent = [...new URL(url).searchParams.keys()];
        const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
        for (const name of sent)
          assert(
            inQuery.some((parameter) => parameter.name === name),
            name,
          );
        for (const { name, required } of inQuery) assert(!required || sent.includes(name), name);
        assert(body === undefined ? operation.requestBody?.required !== true : operation.requestBody !== undefined);
        // What the preview masks is no valid body.
        const written = (operationInputs[id] as { readonly body?: unknown }).body;
        if (operation.requestBody !== undefined && written !== undefined)
          assert.deepEqual(problems(operation.requestBody, written), []);
        const answers: RawAnswer[] = [];
        await call(id, (answer) => answers.push(answer));
        const { statusCode = 0, text = '' } = answers.at(-1) ?? {};
        const success = operation.responses[statusCode] ?? assert.fail(`no answer is described at ${statusCode}`);
        if (rowOf(id).answer.kind === 'empty') assert.equal(success.content, undefined);
        else assert.deepEqual(problems(success, JSON.parse(text)), []);
      }, furnish),
    );
});
