import assert from 'node:assert/strict';
import { fields } from '../../nodes/circuit-watch/circuit-watch.fields';
import { settingsOfForm } from '../../nodes/circuit-watch/settings-of-form';
import { checkConfig, readConfig } from '../../src/fields';
import { type SimulatedService, startService } from '../support/simulated-service';
import { startWatching, type WatchingNode } from '../support/watching-node';

const minute = 60_000;
const device = 'aaaaaaaa-1111-4111-8111-111111111111';

/** What the dialog, and the node at its start, tell of these fields: each field with its rule. */
function toldAt(change: object): string[] {
  const stored = {
    account: 'account',
    devices: [device],
    zone: 'UTC',
    measure: 'amperes',
    condition: 'above',
    ...change,
  };
  const own = checkConfig(fields, stored).map(({ field, key }) => `${field} ${key}`);
  if (own.length > 0) return own;
  const result = settingsOfForm(readConfig(fields, stored));
  return 'problems' in result ? result.problems.map(({ field, key }) => `${field} ${key}`) : [];
}

describe('circuit-watch: what bad input gets', () => {
  describe('at the field', () => {
    for (const [what, change, told] of [
      ['nothing where all is right', { value: 16 }, []],
      ['a threshold above what the sensor can tell', { value: 900 }, ['value beyondSensor']],
      ['a threshold that is always exceeded', { value: -1 }, ['value beyondSensor']],
      ['no share of a leg above all of it', { measure: 'imbalancePercent', value: 100 }, ['value beyondSensor']],
      [
        'a dead band that crosses the other bound',
        { condition: 'outside', from: 110, to: 130, measure: 'volts', deadBand: 15 },
        ['deadBand deadBandCrosses'],
      ],
      [
        'bounds in the wrong order',
        { condition: 'outside', from: 130, to: 110, measure: 'volts', deadBand: 0 },
        ['to boundsCross', 'deadBand deadBandCrosses'],
      ],
      ['at once below the threshold', { value: 16, atOnce: 10 }, ['atOnce atOnceTooEarly']],
      [
        'what rests above what runs',
        { condition: 'finished', runsAbove: 1, restsBelow: 2 },
        ['restsBelow runLevelsCross'],
      ],
      ['neither a longest run nor a longest rest', { condition: 'cycles' }, ['longestRun longestMissing']],
      ['a number that is compared of a state', { measure: 'connection', value: 1 }, ['condition conditionOfMeasure']],
      [
        'a state that the measure does not have',
        { measure: 'lock', condition: 'is', state: 'offline' },
        ['state stateUnknown'],
      ],
      [
        'a charger without a state',
        { measure: 'charger', condition: 'is', chargerState: ' , ' },
        ['chargerState stateMissing'],
      ],
      ['a reminder each minute', { value: 16, repeat: 0.1 - 0.05 }, ['repeat atLeast']],
      ['a day that is judged too soon', { measure: 'energyToday', condition: 'below', value: 2 }, ['for dayTooYoung']],
      [
        'an energy of a day as runs',
        { measure: 'energyToday', condition: 'finished' },
        ['condition conditionOfMeasure'],
      ],
      ['a key that would be told of before it is made', { measure: 'endings', keyDays: 8 }, ['keyDays atMost']],
      [
        'quiet hours without a day, at no time',
        { value: 16, quiet: [{ days: [], from: '2500', to: '0700' }] },
        ['quiet[0].days daysNone', 'quiet[0].from bandTime'],
      ],
      [
        'no account, no device and no zone, all at once',
        { account: '', devices: [], zone: 'CET', value: 16 },
        ['account required', 'devices required', 'zone timeZone'],
      ],
    ] as const)
      it(what, () => assert.deepEqual(toldAt(change), told));
  });

  describe('once at Catch, and the rest is still done', () => {
    let service: SimulatedService;
    let watch: WatchingNode | undefined;
    let rack: string;
    let charger: string;

    beforeEach(async () => {
      service = await startService();
      [rack, charger] = [service.device('Office server rack'), service.device('EV charger left')];
      service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 22 / 0.6 });
    });
    afterEach(async () => {
      await watch?.red.stop();
      watch = undefined;
      await service.close();
    });
    const above16 = { measure: 'amperes', condition: 'above', value: 16, for: 0, wellFor: 0, unread: 5 };
    async function start(settings: object): Promise<WatchingNode> {
      watch = await startWatching({ service, settings });
      return watch;
    }
    const now = () => Math.floor(service.clock.now() / 1_000);

    it('a picked device that cannot tell what is watched', async () => {
      const settings = { measure: 'charger', condition: 'changes', devices: [rack, charger] };
      const { pass, red, table } = await start(settings);
      await pass(25 * minute);
      assert.equal(red.caught.length, 1, red.caught.map(({ error }) => error.message).join(' | '));
      assert.deepEqual(
        table().map(({ deviceId, look }) => [deviceId, look]),
        [[charger, 'well']],
      );
    });

    it('pushes that go back in time: once, and the polls are told of', async () => {
      const { pass, red, told } = await start({ ...above16, devices: [rack] });
      await pass(5 * minute);
      for (const age of [0, 240, 241, 600])
        await red.run({ payload: { deviceId: rack, currentA: 22, ts: now() - age } });
      await pass(3 * minute);
      assert.equal(red.caught.length, 1, red.caught.map(({ error }) => error.message).join(' | '));
      assert.deepEqual(told(), ['alarm']);
    });

    it('a message that nobody understands, and one of somebody who is not watched', async () => {
      const { pass, red, told } = await start({ ...above16, devices: [rack] });
      await pass(minute);
      await red.run({ payload: { note: 'no reading' } });
      await red.run({ payload: { ack: 'Nobody' } });
      assert.equal(red.caught.length, 2);
      await pass(3 * minute);
      assert.deepEqual(told(), ['alarm']);
    });

    it('a circuit that the service does not know is one that cannot be read; the others are told of', async () => {
      const { pass, events, table } = await start({ ...above16, devices: [device, rack] });
      await pass(12 * minute);
      assert.deepEqual(
        events().map(({ event, deviceId }) => [event, deviceId]),
        [
          ['alarm', rack],
          ['unread', device],
        ],
      );
      assert.equal(table().length, 2);
    });
  });
});
