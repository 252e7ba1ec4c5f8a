import assert from 'node:assert/strict';
import { describeExamples, errors } from './running-example';

describeExamples('09-any-operation', (example) => {
  example('01-quotas', 'lists quotas, and what a filter, an order and a page ask for', async ({ click, at }) => {
    const { payload } = await click('quotas', 'limits and use');
    assert(Array.isArray(payload) && payload.length > 0);
    const { payload: answer } = await click('the first two sessions', 'answer');
    const { statusCode, data } = answer as { statusCode: number; data: unknown[] };
    assert.deepEqual([statusCode, data.length, at(errors)], [200, 2, []]);
  });

  example('02-invite-a-user', 'makes a code for a new location, and takes both back', async ({ click, at }) => {
    const { payload } = await click('invite', 'hand out this code');
    const { code, restrictions } = payload as { code: string; restrictions: { userLimit: number } };
    assert.deepEqual([typeof code, restrictions.userLimit], ['string', 1]);
    assert.equal(((await click('take it back', 'taken back')).payload as Record<string, unknown>).outcome, 'accepted');
    assert.deepEqual(at(errors), []);
  });

  example('03-rotate-a-secret', 'only with its name, and masked', async ({ click, at }) => {
    const { error } = await click('1 without confirm', errors);
    assert.equal(error?.code, 'CONFIRMATION_NEEDED');
    const { payload } = await click('2 with confirm', 'the new secret, masked');
    assert.deepEqual((payload as Record<string, unknown>).value, '***');
    assert.equal(at(errors).length, 1);
  });

  example('04-ocpp-registration', 'registers a charger, and takes it back', async ({ click, at }) => {
    const { payload } = await click('register', 'registered');
    assert.equal(typeof (payload as Record<string, unknown>).ocppCentralSystemId, 'string');
    assert.equal(((await click('unregister', 'unregistered')).payload as Record<string, unknown>).outcome, 'accepted');
    assert.deepEqual(at(errors), []);
  });
});
