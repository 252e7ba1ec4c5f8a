import assert from 'node:assert/strict';
import { type OperationId, operationIds, rowOf } from '../../src/catalog';
import { createManualClock } from '../../src/clock';
import { createCheck } from '../../src/schema';
import { createSimulator, type Simulator } from '../../src/simulator';
import { type RawAnswer, send } from './raw-http';
import { sendEveryOperation } from './send-every-operation';

describe('every operation of the catalog, over raw HTTP', () => {
  let answers: Map<OperationId, RawAnswer>;
  let simulator: Simulator;
  let baseUrl: string;
  before(async () => {
    const clock = createManualClock();
    simulator = await createSimulator({ clock, seed: 11 });
    ({ baseUrl } = await simulator.serve());
    answers = await sendEveryOperation(simulator, baseUrl, clock);
  });
  after(() => simulator.close());

  it('all 120 are answered, none of them by 404, 405 or 501', () => {
    assert.equal(operationIds.length, 120);
    assert.deepEqual([...answers.keys()].sort(), [...operationIds].sort());
    for (const [operation, { status }] of answers) assert.ok(status === 200 || status === 204, operation);
  });

  it('each answer has the shape of its row', () => {
    let checked = 0;
    for (const [operation, { json, bytes }] of answers) {
      const { answer, paging } = rowOf(operation);
      if (answer.kind === 'empty') {
        assert.equal(bytes.length, 0, operation);
        continue;
      }
      const items = answer.kind === 'one' ? [json.data] : answer.kind === 'many' ? json.data : json.data.results;
      assert.ok(Array.isArray(items), operation);
      assert.ok(items.length > 0 || operation === 'eventHistory.mainHandle', `${operation} answered with nothing`);
      const check = createCheck(answer.data);
      for (const item of items) assert.deepEqual(check(item), [], operation);
      assert.deepEqual(Object.keys(json).sort(), paging === undefined ? ['data'] : ['data', 'page'], operation);
      if (paging !== undefined) assert.equal(json.page.count, items.length, operation);
      checked += 1;
    }
    assert.equal(checked, operationIds.filter((id) => rowOf(id).answer.kind !== 'empty').length);
  });

  it('each operation refuses a token of the wrong kind', async () => {
    const { apiKey, application, organization } = simulator.credentials;
    const tokens = await Promise.all(
      [application, organization].map(async ({ clientId, clientSecret }) => {
        const { json } = await send('POST', `${baseUrl}/serviceAccount/authToken`, {
          headers: { 'Em-Api-Subscription-Key': apiKey },
          body: { clientId, clientSecret },
        });
        return json.data.token as string;
      }),
    );
    let refused = 0;
    for (const id of operationIds) {
      const { method, path, token } = rowOf(id);
      if (token.length !== 1) continue;
      const url = `${baseUrl}${path.replace(/\{\w+\}/g, 'x')}`;
      const wrong = token[0] === 'APP' ? tokens[1] : tokens[0];
      const { status } = await send(method, url, {
        headers: { 'Em-Api-Subscription-Key': apiKey, Authorization: `Bearer ${wrong}` },
      });
      assert.equal(status, 403, id);
      refused += 1;
    }
    assert.equal(refused, operationIds.filter((id) => rowOf(id).token.length === 1).length);
  });
});
