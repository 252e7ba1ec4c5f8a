import assert from 'node:assert/strict';
import { streamPublish, type WebhookKind, webhookEvents } from '../../src/catalog';
import { flatPublish } from '../../src/receiver';
import { createVariation, variantNames, variants } from '../../src/simulator/variants';
import { plainRequest, publishJson, type Receiver, signedPublish, startReceiver } from './receiver';

const ts = 1_768_478_400;
const channels = {
  meter: {
    telemetry: {
      currentA: { val: 0, min: -0.5, max: 1, avg: 0.25 },
      voltageAN: { val: 120.5 },
      rawEnergy: { q1mJpA: 2_684_827_953_180 },
      energy: { deliveredWH: 745_785.543 },
      ts,
      hwSamples: 300,
    },
    metadata: { loadPresent: { val: false, ts }, loadState: { val: 1, ts } },
  },
  evse: { metadata: { state: { val: 'charging', ts }, enabled: { val: true, ts } } },
  breaker: { settings: { remoteHandlePosition: { val: true, ts } } },
  bargraph: { settings: { mode: { val: 'track-meter-data', ts } } },
  telemetry: { settings: { alignment: { val: 'clock', ts } } },
  device: { metadata: { macAddress: { val: '00:11:22', ts }, numBoots: { val: 7, ts } } },
};

const at = '2026-01-15T12:00:00.000Z';
const payloads: Readonly<Record<WebhookKind, Readonly<Record<string, unknown>>>> = {
  deviceOnboarding: { deviceId: 'd1', deviceSku: 'BREM1020', hardwareType: 'emcb', loadDetails: { loadName: 'Oven' } },
  userPermission: { locationId: 'l1', timestamp: at, inviteType: 'inviteCode', permissionChangeType: 'assigned' },
  deviceOverrideEvent: { deviceId: 'd1', status: 'optedOut', updatedAt: at },
  shareDeviceCode: { code: 'c1', deviceId: 'd1', status: 'claimed', updatedAt: at },
};

/** What is said in other words, or more exactly: not the same value. */
const words: Readonly<Record<string, readonly string[]>> = {
  'float-push-times': ['ts'],
  'new-hardware-type': ['hardwareType'],
  'offset-times': ['timestamp', 'updatedAt'],
  'exact-times': ['timestamp', 'updatedAt'],
};
const pushing = variantNames.filter((name) => 'push' in variants[name]);
const secret = ['X-Hook-Secret', 'hook-secret'] as const;

/** The values that are not as they were pushed, without those that are said in other words. */
function changed(name: string, sent: Readonly<Record<string, unknown>>, read: Readonly<Record<string, unknown>>) {
  const others = Object.keys(read).filter((field) => !(field in sent) && !field.includes('zFuture'));
  const wrong = Object.keys(sent).filter((field) => JSON.stringify(sent[field]) !== JSON.stringify(read[field]));
  return [...others, ...wrong].filter((field) => !words[name]?.includes(field));
}

describe('a push of a service that differs', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const publish = (body: string) => receiver.send(signedPublish({ body }));
  const post = (body: unknown) =>
    receiver.send(plainRequest('POST', '/hook', [['Content-Type', 'application/json'], secret], JSON.stringify(body)));
  const withoutExtras = (value: Readonly<Record<string, unknown>>) =>
    JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'zFuture' ? undefined : inner)));

  it('is varied by what changes values and envelopes', () => assert(pushing.length > 20, `${pushing.length}`));

  for (const name of pushing) {
    const variation = createVariation([name]);

    it(`${name}: a publish is read for what it says`, async () => {
      receiver.addStream();
      const sent = JSON.parse(publishJson(channels));
      const answer = await publish(JSON.stringify(variation.push(structuredClone(sent), streamPublish.json)));
      assert.equal(answer.status, 200);
      const [{ publish: read, unread } = assert.fail()] = receiver.delivered;
      assert.deepEqual(unread, []);
      assert.deepEqual(changed(name, flatPublish(sent), flatPublish(read)), []);
    });

    for (const [kind, payload] of Object.entries(payloads) as [WebhookKind, Record<string, unknown>][])
      it(`${name}: a webhook of ${kind} is read for what it says`, async () => {
        receiver.addWebhook({ kind, path: '/hook', access: { header: secret[0], secrets: [secret[1]] } });
        const { json } = webhookEvents[kind].payload;
        assert.equal((await post(variation.push(structuredClone(payload), json))).status, 200);
        const [event = assert.fail()] = receiver.events;
        assert.deepEqual(event.unread, []);
        assert.deepEqual(changed(name, payload, withoutExtras(event.payload)), []);
      });
  }

  it('with a value that cannot be read is delivered without it, and the value is told', async () => {
    receiver.addStream();
    const meter = { telemetry: { currentA: { val: '12,5', min: 1 }, voltageAN: { val: [120, 121] } } };
    assert.equal((await publish(publishJson({ meter, future: { any: null } }))).status, 200);
    const [{ publish: read, unread } = assert.fail()] = receiver.delivered;
    assert.deepEqual(
      unread.map(({ field, value }) => [field, value]),
      [
        ['meter.telemetry.currentA.val', '12,5'],
        ['meter.telemetry.voltageAN.val', [120, 121]],
      ],
    );
    assert.deepEqual(read.meter?.telemetry, { currentA: { min: 1 }, voltageAN: {} });
    assert.deepEqual((read as Record<string, unknown>).future, { any: null });
  });

  it('is never taken for 0 where it has no value', async () => {
    receiver.addStream();
    const none = ['', null, 'N/A', '-', [], {}, 'NaN'];
    for (const [index, val] of none.entries()) {
      const body = publishJson({ transactionId: `t${index}`, meter: { telemetry: { currentA: { val } } } });
      assert.equal((await publish(body)).status, 200);
      const { publish: read } = receiver.delivered[index] ?? assert.fail();
      assert.equal(flatPublish(read)['meter.telemetry.currentA'], undefined, JSON.stringify(val));
    }
    assert.equal(receiver.delivered.length, none.length);
  });

  it('may begin with a byte order mark', async () => {
    receiver.addStream();
    assert.equal((await publish(`\uFEFF${publishJson(channels)}`)).status, 200);
  });

  it('is one event, however it is read: the signature and the duplicates are those of its bytes', async () => {
    receiver.addStream();
    const body = publishJson({ ts: String(ts) });
    const { status } = await receiver.send(signedPublish({ body, sentBody: body.replace(`"${ts}"`, String(ts)) }));
    assert.equal(status, 403);
    assert.equal((await publish(body)).status, 200);
    assert.equal((await publish(body)).status, 200);
    assert.equal(receiver.delivered.length, 1);
    assert.equal(receiver.delivered[0]?.publish.ts, ts);
  });
});
