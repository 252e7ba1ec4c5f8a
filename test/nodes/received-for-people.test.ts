import assert from 'node:assert/strict';
import { credential, publishOf, type Receiving, startReceiving } from '../support/receiving';
import { settled } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
const keys = { n: { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey } };
const at = (iso: string) => Date.parse(iso) / 1_000;

describe('Message for people of what is received, in the runtime', () => {
  let receiving: Receiving | undefined;
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });
  async function start(node: Settings, credentials: Parameters<typeof startReceiving>[0]['credentials'] = keys) {
    const node_ = { register: false, words: true, wordsZone: 'America/New_York', ...node };
    receiving = await startReceiving({ node: node_, credentials: credentials ?? {} });
    return receiving;
  }

  describe('stream-receiver', () => {
    const ts = at('2025-10-09T12:05:00Z');
    const tripped = {
      breaker: { metadata: { mainHandlePosition: { val: false, ts } } },
      meter: { telemetry: { currentA: { val: 31.25, max: 40 }, ts } },
    };
    const publishes = (settings: Settings) => start({ type: 'stream-receiver', ...settings });

    for (const shape of ['flat', 'tree'])
      it(`${shape}: a sentence with units and time; what was the payload goes on in msg.event`, async () => {
        const { publish, data } = await publishes({ shape });
        const sent = publishOf('d1', tripped);
        assert.equal(await publish(sent), 200);
        const [{ topic, payload, event, deviceId } = {}] = data;
        assert.deepEqual([topic, deviceId], ['SN-d1', 'd1']);
        assert.match(String(payload), /^SN-d1, Oct 9(, 2025)?, 08:05: hand lever open, current A 31\.3 A\.$/);
        if (shape === 'tree') assert.deepEqual(event, sent);
        else assert.equal((event as Settings)['meter.telemetry.currentA.max'], 40);
      });

    it('a message a channel, and a message a reading', async () => {
      const { publish, data, deploy, flow } = await publishes({ output: 'channel', shape: 'tree' });
      await publish(publishOf('d1', tripped));
      assert.deepEqual(
        data.map(({ payload, channel }) => [String(payload).split(': ').at(-1), channel]),
        [
          ['hand lever open.', 'breaker'],
          ['current A 31.3 A.', 'meter'],
        ],
      );
      await deploy(flow({ n: { output: 'reading' } }));
      await publish(publishOf('d1', tripped));
      assert.deepEqual(
        data.slice(2).map(({ payload, event }) => [String(payload).split(': ').at(-1), (event as Settings).path]),
        [
          ['hand lever open.', 'breaker.metadata.mainHandlePosition'],
          ['current A 31.3 A.', 'meter.telemetry.currentA'],
        ],
      );
    });
  });

  describe('webhook-in', () => {
    it('an event with its kind beside it', async () => {
      const red = await start(
        { type: 'webhook-in', name: 'grid', deviceOverrideEvent: true },
        { n: { secret: 'a secret' } },
      );
      const event = {
        deviceId: '11111111-1111-4111-8111-111111111111',
        status: 'participating',
        eventCreatorOrganizationName: 'Grid Inc.',
        updatedAt: '2025-10-09T12:05:00Z',
      };
      const path = '/breakerflow/webhooks/deviceOverrideEvent';
      assert.equal(await red.post(path, event, { 'X-Breakerflow-Secret': 'a secret' }), 200);
      const [{ topic, payload, kind, event: sent } = {}] = red.data;
      assert.deepEqual([topic, kind, sent], [`grid: ${event.deviceId}`, 'deviceOverrideEvent', event]);
      assert.match(
        String(payload),
        /^Oct 9(, 2025)?, 08:05: 11111111-.* takes part in an override event of Grid Inc\.\.$/,
      );
    });
  });

  describe('events of Azure Event Grid', () => {
    const telemetry = (body: unknown) => ({ eventType: 'Microsoft.Devices.DeviceTelemetry', data: { body } });
    const code = { eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent', data: { validationCode: 'code-1' } };
    const meter = { meter: { telemetry: { currentA: { val: 7 } } } };
    const wires = [['outputs'], [], [], ['refused']];
    const hub = (settings: Settings = {}) =>
      start(
        {
          type: 'stream-receiver',
          format: 'azure-iot-hub',
          comesFrom: 'event-grid',
          endpoint: '',
          words: false,
          outputs: 4,
          wires,
          ...settings,
        },
        {},
      );
    /** Given as the http in node gives it. */
    async function post({ red }: Receiving, payload: unknown): Promise<void> {
      await red.run({ payload, req: {}, res: { id: 'answered here' } });
      await settled();
    }
    const answers = ({ refused }: Receiving) =>
      refused.map(({ statusCode, payload, res }) => [statusCode, payload, res]);
    const here = { id: 'answered here' };

    it('publishes in events come out as those that are pushed, and the request is answered after them', async () => {
      const red = await hub();
      const encoded = Buffer.from(JSON.stringify(publishOf('d2', meter))).toString('base64');
      await post(red, [telemetry(publishOf('d1', meter)), { eventType: 'other' }, telemetry(encoded)]);
      assert.deepEqual(
        red.data.map(({ deviceId, payload }) => [deviceId, (payload as Settings)['meter.telemetry.currentA']]),
        [
          ['d1', 7],
          ['d2', 7],
        ],
      );
      assert.deepEqual(answers(red), [[200, {}, here]]);
    });

    it('the code of the validation is sent back', async () => {
      const red = await hub();
      await post(red, [code]);
      assert.deepEqual([red.data, answers(red)], [[], [[200, { validationResponse: 'code-1' }, here]]]);
    });

    it('an event that is sent again comes out once, and is answered', async () => {
      const red = await hub();
      const events = [telemetry(publishOf('d1', meter))];
      await post(red, events);
      await post(red, events);
      assert.deepEqual([red.data.length, answers(red).map(([status]) => status)], [1, [200, 200]]);
    });

    it('one that is no publish is named and refused, and holds up none of the others', async () => {
      const red = await hub();
      await post(red, [telemetry({ deviceId: 'd1' }), telemetry(publishOf('d2', meter))]);
      assert.deepEqual(
        red.data.map(({ deviceId }) => deviceId),
        ['d2'],
      );
      assert.equal(red.red.caught[0]?.error.cause.validations[0]?.field, 'payload[0].data.body.serialNumber');
      assert.deepEqual(answers(red), [[400, {}, here]]);
    });

    it('what is no event is refused', async () => {
      const red = await hub();
      await post(red, publishOf('d1', meter));
      assert.deepEqual([red.data, red.red.caught[0]?.error.code], [[], 'INVALID_INPUT']);
      assert.deepEqual(answers(red), [[400, {}, here]]);
    });

    it('without a request to answer, nothing is answered', async () => {
      const red = await hub();
      await red.red.run({ payload: [telemetry(publishOf('d1', meter))] });
      assert.deepEqual([red.data.length, red.refused], [1, []]);
    });
  });
});
