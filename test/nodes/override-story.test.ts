import assert from 'node:assert/strict';
import { type Receiving, startDeliveringService, startReceiving } from '../support/receiving';
import { type OverriddenDevice, type SimulatedService, shareForOverride } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

const place = { z: 'tab', x: 100, y: 100 };

describe('spec 3, 4.9, 6.1 sharing and override events in the runtime', () => {
  let service: SimulatedService;
  let red: Receiving | undefined;
  let heater: string;
  let later: Record<string, unknown>[];
  afterEach(async () => {
    await red?.stop();
    red = undefined;
  });

  /** The owner's Node-RED: the webhooks of the story, and a breaker with a second output. */
  async function start(settings: Readonly<Record<string, unknown>> = {}): Promise<Receiving> {
    service = await startDeliveringService();
    heater = service.device('Water heater');
    const receiving = await startReceiving({
      service,
      node: { type: 'webhook-in', deviceOnboarding: false, deviceOverrideEvent: true, shareDeviceCode: true },
      more: [
        {
          ...place,
          id: 'switch',
          type: 'breaker-control',
          account: 'account',
          target: 'devices',
          devices: [heater],
          action: 'open',
          laterOutput: true,
          outputs: 2,
          wires: [['outcome'], ['later']],
          ...settings,
        },
        { ...place, id: 'outcome', type: 'helper', wires: [] },
        { ...place, id: 'later', type: 'helper', wires: [] },
      ],
    });
    red = receiving;
    later = [];
    collectLater(receiving);
    const registered = (operation: 'deviceOverrideEventWebhooks.create' | 'shareDeviceCodeWebhooks.create') =>
      service.requests(operation).length === 1;
    await receiving.until(
      () => registered('deviceOverrideEventWebhooks.create') && registered('shareDeviceCodeWebhooks.create'),
    );
    await settled();
    return receiving;
  }
  const collectLater = ({ red: runtime }: Receiving) => {
    runtime.node('later').on('input', (msg) => later.push(msg as never));
  };
  const payloadOf = (msg: { readonly payload?: unknown } = {}) => (msg.payload ?? {}) as Record<string, unknown>;
  const told = ({ data }: Receiving) => data.map((msg) => `${msg.topic} ${payloadOf(msg).status}`);
  const outcomes = () => later.map((msg) => payloadOf(msg).outcome);
  async function give(receiving: Receiving, msg: Readonly<Record<string, unknown>>) {
    const { red: runtime } = receiving;
    const answers: Record<string, unknown>[] = [];
    runtime.node('outcome').on('input', (answer) => answers.push(answer as never));
    runtime.give(msg, 'switch');
    await receiving.until(() => answers.length === 1);
    return payloadOf(answers[0]);
  }

  for (const [how, end, says] of [
    ['the owner opts the device out', (event: OverriddenDevice) => event.optedOut(), 'optedOut'],
    ['the creator removes the device', (event: OverriddenDevice) => event.removed(), 'removed'],
  ] as const)
    it(`share code, claim, participation, stored command, ${how}, cancellation`, async () => {
      const receiving = await start();
      const event = await shareForOverride(service, heater);
      await receiving.until(() => told(receiving).length === 1);
      const { deviceOwnerOrganizationName, claimingOrganizationName } = payloadOf(receiving.data[0]);
      assert.deepEqual([deviceOwnerOrganizationName, claimingOrganizationName], ['Maple Street 12', 'Grid operator']);
      await event.joins();
      await receiving.until(() => told(receiving).length === 2);

      assert.equal((await give(receiving, { topic: 'evening peak' })).outcome, 'deferred');
      assert.equal(service.position(heater), 'closed');
      await assert.rejects(event.cancelled(), /remove them first/);
      await end(event);
      await event.cancelled();
      await receiving.until(() => later.length === 1);

      const { outcome, position, deviceId, deferredAt, at } = payloadOf(later[0]);
      assert.deepEqual([later[0]?.topic, outcome, position, deviceId], ['evening peak', 'confirmed', 'open', heater]);
      assert(Number(deferredAt) < Number(at));
      assert.deepEqual(told(receiving), [
        'shareDeviceCode claimed',
        'deviceOverrideEvent participating',
        `deviceOverrideEvent ${says}`,
      ]);
      const path = { eventId: event.eventId };
      const { data } = await turned(service.clock, event.owner.call('overrideEvents.get', { path }));
      assert.equal(data.status, 'cancelled');
      assert.equal(service.taken().length, 1);
      assert.deepEqual(receiving.red.caught, []);
    });

  it('the owner takes the share back: the device leaves the event, and both webhooks say so', async () => {
    const receiving = await start();
    const event = await shareForOverride(service, heater);
    await event.joins();
    assert.equal((await give(receiving, {})).outcome, 'deferred');
    await turned(service.clock, event.owner.call('shareDeviceCodes.revoke', { path: { code: event.code } }));
    await receiving.until(() => later.length === 1 && told(receiving).length === 4);
    assert.deepEqual(outcomes(), ['confirmed']);
    assert.deepEqual(told(receiving).slice(2).sort(), ['deviceOverrideEvent removed', 'shareDeviceCode revoked']);
  });

  it('the event ends at its time, of which no webhook tells: the second output does', async () => {
    const receiving = await start();
    const endTime = new Date(service.clock.now() + 1_800_000).toISOString();
    const event = await shareForOverride(service, heater, { endTime });
    await event.joins();
    await give(receiving, {});
    await receiving.until(() => later.length === 1, 3_600_000);
    assert.deepEqual(outcomes(), ['confirmed']);
    assert.equal(told(receiving).length, 2);
  });

  it('several breakers: one message for each that was deferred, none for the others', async () => {
    const receiving = await start({ target: 'value', device: 'deviceIds', deviceType: 'msg' });
    const event = await shareForOverride(service, heater);
    await event.joins();
    const deviceIds = [heater, service.device('Pool pump')];
    const { results } = (await give(receiving, { deviceIds })) as unknown as { results: { outcome: string }[] };
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['deferred', 'confirmed'],
    );
    await event.removed();
    await receiving.until(() => later.length === 1);
    assert.equal(payloadOf(later[0]).deviceId, heater);
    assert.equal(service.taken().length, 2);
  });

  it('a redeploy ends the wait: nothing is reported, and nothing is sent', async () => {
    const receiving = await start();
    const event = await shareForOverride(service, heater);
    await event.joins();
    await give(receiving, {});
    await receiving.deploy(receiving.flow());
    collectLater(receiving);
    await event.optedOut();
    await service.clock.advance(300_000);
    await settled();
    assert.deepEqual(outcomes(), []);
    assert.equal(service.taken().length, 1);
    assert.equal(service.position(heater), 'open');
  });
});
