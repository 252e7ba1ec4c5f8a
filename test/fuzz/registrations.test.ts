import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ClientError } from '../../src/client';
import { type FormerStream, registerStream } from '../../src/runtime/made/receivers/registered-stream';
import { type FormerWebhook, registerWebhook } from '../../src/runtime/made/receivers/registered-webhook';
import { variantNames } from '../../src/simulator';
import { startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { announceSeed, factor, tries } from './tries';

const webhook = {
  kind: 'deviceOnboarding',
  uri: 'https://hooks.example.com/device',
  headers: { 'X-Secret': 'one' },
  fingerprint: 'first',
} as const;
const request = {
  description: 'Node-RED',
  format: 'webhook',
  webhookStreamConfig: {
    baseUrl: 'https://hooks.example.com',
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
    validationPath: '/validate',
    publishPath: '/publish',
  },
} as const;

/** The creations and deletions of three deploys of which nothing has changed. */
async function madeBy(variants: readonly string[]): Promise<string[]> {
  const service = await startServiceInProcess({ variants });
  const client = service.client();
  const call = <T>(promise: Promise<T>) => turned(service.clock, promise);
  const deviceIds = [service.device('Kitchen outlets')];
  let hook: FormerWebhook | undefined;
  let stream: FormerStream | undefined;
  try {
    for (let deploy = 1; deploy <= 3; deploy += 1) {
      hook = await call(registerWebhook(client, webhook, hook));
      const registered = await call(registerStream(client, { request, fingerprint: 'first', deviceIds }, stream));
      for (const { error } of registered.attachments) if (error !== undefined) throw error;
      stream = { streamId: registered.streamId, fingerprint: 'first', deviceIds };
    }
  } catch (error) {
    assert(error instanceof ClientError, String(error));
    assert.match(error.code, /^(BAD_RESPONSE|PAGE_LIMIT|UNKNOWN_OUTCOME)$/, error.message);
  } finally {
    await service.close();
  }
  return service
    .requests()
    .map(({ operation = '' }) => operation)
    .filter((operation) => /\.(create|delete)$/.test(operation) && operation !== 'token.create');
}

const once = ['deviceWebhooks.create', 'streams.create', 'deviceStreams.create'];

describe('fuzz: registrations at a service that differs', () => {
  before(announceSeed);

  for (const name of variantNames)
    it(`${name}: each is made once in three deploys`, async () => assert.deepEqual(await madeBy([name]), once));

  it('in three ways at once: none is made twice, and none is removed', async () => {
    const three = fc.uniqueArray(fc.constantFrom(...variantNames), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(three, async (set) => {
        const made = await madeBy(set);
        assert.deepEqual(made, once.slice(0, made.length));
      }),
      tries(50),
    );
  }).timeout(60_000 * factor);
});
