import assert from 'node:assert/strict';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import evseConfig from '../../nodes/evse-config/evse-config';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

const minute = 60_000;
const above16 = { measure: 'amperes', condition: 'above', value: 16, for: 0, wellFor: 0 };

/** Nothing is replaced here: from the meter of one circuit to the lever of another one. */
describe('a circuit-watch that is wired straight to the nodes that act', () => {
  let service: SimulatedService;
  let red: Runtime;
  let rack: string;
  let heater: string;
  let charger: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    heater = service.device('Water heater');
    charger = service.device('EV charger left');
    draws(5);
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  const draws = (amperes: number) =>
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: amperes / 0.6 });
  const place = { z: 'tab', x: 1, y: 1, account: 'account', target: 'devices' };
  const flow = (name = '') => {
    const acting = { action: 'whileAlarm', mute: false };
    const watch = { ...place, ...above16, type: 'circuit-watch', devices: [rack], zone: 'UTC' };
    return flowAround(
      { ...place, ...acting, name, type: 'breaker-control', devices: [heater] },
      serviceAccount(service).account,
      { ...place, ...acting, name, id: 'c', type: 'evse-config', devices: [charger], wires: [['outputs']] } as never,
      { ...watch, id: 'a1b2c3d4e5f60718', wires: [['n', 'c'], ['n', 'c'], []] } as never,
    );
  };
  async function pass(ms: number): Promise<void> {
    const untilMs = service.clock.now() + ms;
    await turnUntil(service.clock, () => service.clock.now() >= untilMs, { withinMs: ms + minute });
    await settled();
  }
  async function modeOfCharger(): Promise<string | undefined> {
    const call = service.client().call('evse.getConfiguration', { path: { deviceId: charger } });
    return (await turned(service.clock, call)).data.mode;
  }

  it('its alarm opens and pauses, and after a redeploy its all-clear brings both back', async () => {
    red = await startRuntime({
      clock: service.clock,
      flow: flow(),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(circuitWatch), withTexts(evseConfig)],
    });
    await pass(2 * minute);
    const before = [service.position(heater), await modeOfCharger()];
    assert.deepEqual(before, ['closed', 'no-restrictions']);
    draws(22);
    await pass(3 * minute);
    assert.deepEqual([service.position(heater), await modeOfCharger()], ['open', 'cloud-api']);
    await red.deploy(flow('anew'), 'full');
    await pass(3 * minute);
    assert.equal(service.position(heater), 'open');
    draws(4);
    await pass(3 * minute);
    assert.deepEqual([service.position(heater), await modeOfCharger()], before);
    assert.deepEqual(red.caught, []);
  });
});
