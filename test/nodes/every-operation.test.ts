import assert from 'node:assert/strict';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import { type OperationId, rowOf } from '../../src/catalog';
import { furnish } from '../spec/conformance/furnished-state';
import { credentials, type ServiceUnderTest, withService } from '../spec/conformance/service-under-test';
import documented from '../spec/operations.json';
import { storedValues } from '../support/call-values';
import { asNeighbour, operationInputs } from '../support/operation-inputs';
import { flowAround, type Runtime, startRuntime, withTexts } from '../support/runtime';

const ids = documented.map(({ id }) => id as OperationId);

/** A cloud-call with this operation, all of its input filled in. */
function startCall({ clock, settings }: ServiceUnderTest, operation: OperationId, values: string) {
  const organization = asNeighbour.has(operation) ? credentials.neighbour : credentials.organization;
  const account = {
    id: 'account',
    type: 'breaker-account',
    mode: 'service',
    baseUrl: settings.baseUrl,
    armed: true,
    startMute: 0,
  };
  const node = { type: 'cloud-call', account: 'account', operation, values, readBack: false };
  return startRuntime({
    clock,
    flow: flowAround(node, account),
    credentials: {
      account: {
        apiKey: settings.apiKey,
        appClientId: credentials.application.clientId,
        appSecret1: credentials.application.secret1,
        orgClientId: organization.clientId,
        orgSecret1: organization.secret1,
      },
    },
    nodes: [withTexts(cloudCall)],
  });
}

/** What a message must say where the catalog asks for it. */
function confirmation(id: OperationId): unknown {
  const { confirm } = rowOf(id);
  const { path } = operationInputs[id] as { readonly path?: Readonly<Record<string, string>> };
  return confirm === undefined || confirm === 'true' ? true : path?.[confirm];
}

describe('spec 4: every operation, from a cloud-call in the runtime', () => {
  before(() => import('got'));

  for (const id of ids)
    it(
      id,
      withService(async (service) => {
        const { values, secrets } = storedValues(id, operationInputs[id] as object);
        const red: Runtime = await startCall(service, id, values);
        try {
          await red.run({ secrets, confirm: confirmation(id), keep: 'me' });
          assert.deepEqual(
            red.caught.map(({ error }) => error.message),
            [],
          );
          assert.deepEqual([red.outputs.length, red.completed.length, red.outputs[0]?.keep], [1, 1, 'me']);
          const own = service.requests(id);
          assert.deepEqual(own.map(({ status }) => status).slice(-1), [rowOf(id).answer.kind === 'empty' ? 204 : 200]);
          const writes = service.requests().filter(({ method }) => method !== 'GET');
          assert.deepEqual(
            writes.filter(({ operation }) => operation !== 'token.create').map(({ operation }) => operation),
            rowOf(id).method === 'GET' || id === 'token.create' ? [] : [id],
          );
          const { payload } = red.outputs[0] as { readonly payload: unknown };
          assert.ok(typeof payload === 'object' && payload !== null);
        } finally {
          await red.stop();
        }
      }, furnish),
    );
});
