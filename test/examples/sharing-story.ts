import assert from 'node:assert/strict';
import { settled, turned, turnUntil } from '../support/turn-clock';
import { accountOf, commandsOf, deviceOf, positionsOf, simulatorOf } from './example-site';
import { type AddOnly, errors, type RunningExample } from './running-example';

/** A device of the house in an override event of the grid operator. */
const realEvent = async (shown: RunningExample) => {
  const { clock } = shown;
  const simulator = await simulatorOf(shown);
  const registered = () => simulator.requests.some(({ operation }) => /Webhooks\.create$/.test(String(operation)));
  await turnUntil(clock, registered);
  await settled();
  const client = await turned(clock, accountOf(shown).client());
  const body = { deviceId: deviceOf(simulator, 'Air conditioner') };
  const { data } = await turned(clock, client.call('shareDeviceCodes.create', { body }));
  simulator.gridOperator.claim(String(data.code));
  simulator.gridOperator.begin();
};

/** The simulator, once the webhooks of the house are registered. */
const ready = async (shown: RunningExample) => {
  const simulator = await simulatorOf(shown);
  const registered = () => simulator.requests.filter(({ operation }) => /Webhooks\.create$/.test(String(operation)));
  await turnUntil(shown.clock, () => registered().length === 2);
  return simulator;
};
const payloadOf = async ({ click }: RunningExample, button: string, debug: string) =>
  (await click(button, debug)).payload as Record<string, unknown>;
const told = ({ at }: RunningExample) =>
  at('told').map(({ topic, payload }) => `${topic} ${(payload as { status: string }).status}`);

/** What the house is told from the claim to the revocation. */
const wholeStory = [
  'shareDeviceCode claimed',
  'deviceOverrideEvent participating',
  'deviceOverrideEvent optedOut',
  'deviceOverrideEvent participating',
  'deviceOverrideEvent removed',
  'shareDeviceCode revoked',
];

/** The examples of sharing and override events: the grid operator is a person at the simulator's page, in 0.1.0 an account. */
export function describeSharing(only: AddOnly): void {
  only.imported(
    '08-sharing-story',
    'from the share code to the revocation, with a person as the grid operator',
    async (shown) => {
      const { clock, at } = shown;
      const simulator = await ready(shown);
      const { gridOperator } = simulator;
      const position = await positionsOf(shown);
      const heater = deviceOf(simulator, 'Water heater');
      const press = (button: string, debug: string) => payloadOf(shown, button, debug);
      const isTold = (count: number) => turnUntil(clock, () => at('told').length === count);

      const code = String((await press('1 share', 'code')).code);
      assert.deepEqual(gridOperator.claim(code), { id: heater, label: 'Water heater' });
      await isTold(1);
      gridOperator.begin({ description: 'evening peak' });
      await isTold(2);
      const [joined] = (await press('2 who takes part', 'takes part')) as unknown as Record<string, string>[];
      assert.deepEqual([joined?.status, joined?.deviceId], ['participating', heater]);

      assert.equal((await press('3 open', 'outcome')).outcome, 'deferred');
      assert.equal(position('Water heater'), 'closed');
      const [left] = (await press('4 opt out', 'left')) as unknown as Record<string, string>[];
      assert.deepEqual([left?.status, left?.sharedDeviceId], ['optedOut', joined?.sharedDeviceId]);
      await turnUntil(clock, () => at('later').length === 1);
      const later = at('later')[0]?.payload as Record<string, unknown>;
      assert.deepEqual([later.outcome, later.position], ['confirmed', 'open']);
      gridOperator.end();

      const { id } = gridOperator.begin();
      await isTold(4);
      assert.deepEqual(gridOperator.end(id), [{ id: heater, label: 'Water heater' }]);
      await isTold(5);
      assert.equal((await press('5 revoke', 'ended')).status, 'revoked');
      await isTold(6);
      assert.deepEqual(gridOperator.look(), { devices: [], events: [] });
      assert.deepEqual(told(shown), wholeStory);
      assert.equal((await commandsOf(shown))(), 1);
      assert.deepEqual(at(errors), []);
    },
  );

  only.imported('08-sharing-story', 'opts out its own device alone, also when others are shared', async (shown) => {
    const { clock, at } = shown;
    const { gridOperator } = await ready(shown);
    const claim = async () => gridOperator.claim(String((await payloadOf(shown, '1 share', 'code')).code));
    await claim();
    await turnUntil(clock, () => at('told').length === 1);
    const client = await turned(clock, accountOf(shown).client());
    const body = { deviceId: deviceOf(await simulatorOf(shown), 'Pool pump') };
    const { data } = await turned(clock, client.call('shareDeviceCodes.create', { body }));
    gridOperator.claim(String(data.code));
    gridOperator.begin();
    await turnUntil(clock, () => at('told').length === 4);
    const left = (await payloadOf(shown, '4 opt out', 'left')) as unknown as { deviceId: string }[];
    assert.deepEqual(
      left.map(({ deviceId }) => deviceId),
      [deviceOf(await simulatorOf(shown), 'Water heater')],
    );
    assert.deepEqual(
      gridOperator.look().events[0]?.devices.map(({ label }) => label),
      ['Pool pump'],
    );
    assert.deepEqual(at(errors), []);
  });

  only.imported('03-override-event', 'puts a real event of the grid operator in words', async (shown) => {
    await realEvent(shown);
    await turnUntil(shown.clock, () => shown.at('notification').length === 1);
    const [held] = shown.at('notification');
    assert.match(String(held?.payload), /Air conditioner.*Grid operator/);
    assert.equal((held?.event as { status?: string } | undefined)?.status, 'participating');
    const { gridOperator } = await simulatorOf(shown);
    gridOperator.end();
    await turnUntil(shown.clock, () => shown.at('notification').length === 2);
    const [, released] = shown.at('notification');
    assert.match(String(released?.payload), /Air conditioner.*Grid operator/);
    assert.notEqual(released?.payload, held?.payload);
    assert.deepEqual(shown.at(errors), []);
  });

  only.imported('05-share-code-audit', 'has a line of a code that the grid operator claims', async (shown) => {
    await realEvent(shown);
    await turnUntil(shown.clock, () => shown.at('audit log').length === 1);
    assert.match(String(shown.at('audit log')[0]?.payload), /Z,.*,claimed,Maple Street 12[^,]*,Grid operator\n$/);
  });

  only.older(
    '08-sharing-story',
    'from the share code to the cancellation, with an account for each side',
    async (shown) => {
      const { clock, at, click } = shown;
      const simulator = await ready(shown);
      const position = await positionsOf(shown);
      const payload = (button: string, debug: string) => payloadOf(shown, button, debug);
      const [device] = (await payload('1 share', 'shared')) as unknown as { deviceId: string; id: string }[];
      const heater = deviceOf(simulator, 'Water heater');
      assert.equal(device?.deviceId, heater);
      const [joined] = (await payload('2 begin', 'takes part')) as unknown as {
        status: string;
        sharedDeviceId: string;
      }[];
      assert.deepEqual([joined?.status, joined?.sharedDeviceId], ['participating', device?.id]);
      assert.equal((await payload('3 open', 'outcome')).outcome, 'deferred');
      assert.equal(position('Water heater'), 'closed');
      await click('5 cancel', errors);
      const [left] = (await payload('4a opt out', 'left')) as unknown as { status: string }[];
      assert.equal(left?.status, 'optedOut');
      await turnUntil(clock, () => at('later').length === 1);
      const later = at('later')[0]?.payload as Record<string, unknown>;
      assert.deepEqual([later.outcome, later.position], ['confirmed', 'open']);
      await payload('2 begin', 'takes part');
      const [removed] = (await payload('4b remove', 'left')) as unknown as { status: string }[];
      assert.equal(removed?.status, 'removed');
      assert.equal((await payload('5 cancel', 'ended')).status, 'cancelled');
      assert.equal((await payload('6 revoke', 'ended')).status, 'revoked');
      await turnUntil(clock, () => at('told').length === 6);
      assert.deepEqual(told(shown), wholeStory);
      assert.equal((await commandsOf(shown))(), 1);
      assert.equal(at(errors).length, 1);
    },
  );
}
