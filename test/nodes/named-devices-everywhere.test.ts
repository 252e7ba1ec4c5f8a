import assert from 'node:assert/strict';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import breakerDevice from '../../nodes/breaker-device/breaker-device';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import evseConfig from '../../nodes/evse-config/evse-config';
import waveformCapture from '../../nodes/waveform-capture/waveform-capture';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
type Message = Readonly<Record<string, unknown>>;

/** What a node is, and the message that names a device by a text; `id` is the device that it then works on. */
interface Input {
  readonly settings: Settings;
  readonly charger?: true;
  readonly msg?: (text: string, id: string) => Message;
}

const value = (type: string, settings: Settings = {}, msg?: Input['msg']): Input => ({
  settings: { type, target: 'value', device: 'deviceId', deviceType: 'msg', readBack: false, ...settings },
  ...(msg === undefined ? {} : { msg }),
});
const each = (type: string, actions: readonly string[], more: Settings = {}): [string, Input][] =>
  actions.map((action) => [`${type} ${action}`, value(type, { action, ...more })]);
const ofCharger = (inputs: [string, Input][]): [string, Input][] =>
  inputs.map(([title, input]) => [title, { ...input, charger: true }]);

/** Every input of a node from which a device is taken, but for those of `cloud-call`, which have a test of their own. */
const inputs: readonly [string, Input][] = [
  ...each('breaker-control', ['open', 'readPosition', 'readTimer', 'cancelTimer', 'setScene']),
  ['breaker-control lock', value('breaker-control', { action: 'lock' }, (deviceId) => ({ deviceId, by: 'Ada' }))],
  ...each('meter-read', ['reading', 'latest', 'history', 'deviceData']),
  ...ofCharger([
    ...each('evse-config', ['readState', 'readControl', 'readConfiguration', 'listSessions']),
    ...each('evse-config', ['changeConfiguration'], { mode: 'api-override-enable' }),
    ['evse-config setCurrent', value('evse-config', { action: 'setCurrent', amperes: '10', amperesType: 'num' })],
    ...each('evse-config', ['sessionSummary', 'sessionMeter'], { sessionFrom: 'latest' }),
  ]),
  ...each('waveform-capture', ['capture', 'list', 'readThresholds']),
  ...each('waveform-capture', ['setThresholds'], { thresholds: '{"p0SagEnabled":true,"p0mVSag":91000}' }),
  ...each('breaker-device', ['details', 'connection', 'deviceData', 'readSettings', 'handleHistory', 'restart']),
  ...each('breaker-device', ['setColors', 'setMode']),
  ...each('breaker-device', ['label'], { loadType: 'kiln' }),
  ...each('breaker-device', ['setThreshold'], { threshold: '150' }),
  [
    'breaker-device decommission',
    value('breaker-device', { action: 'decommission' }, (deviceId, id) => ({ deviceId, confirm: id })),
  ],
  ...each('breaker-device', ['rotateKeys'], { keyType: 'unicast' }),
  ...each('batch-schedule', ['create'], { command: 'open', schedule: 'cron', cron: '0 22 * * *' }),
  [
    'batch-schedule create, from a message',
    value('batch-schedule', { action: 'create', source: 'value', order: 'payload', orderType: 'msg' }, (text) => ({
      payload: { deviceIds: [text], path: '/bargraph/settings/mode', body: { mode: 'user-defined' } },
    })),
  ],
];

describe('every input of a node that takes a device', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const nodes = [batchSchedule, breakerDevice, breakerDirectory, cloudCall, evseConfig, waveformCapture];

  async function start({ settings }: Input, circuits: readonly object[]): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service);
    const directory = { id: 'directory', type: 'breaker-directory', account: 'account', circuits };
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround({ account: 'account', ...settings }, account, directory),
      credentials,
      nodes: nodes.map((node) => withTexts(node)),
    });
    return runtime;
  }

  for (const [title, input] of inputs)
    for (const by of ['name', 'serial number', 'id'] as const)
      it(`${title}: by ${by}`, async () => {
        const id = service.device(input.charger ? 'EV charger left' : 'Clothes dryer');
        const { data } = await service.client().call('devices.get', { path: { deviceId: id } });
        const { serialNumber = '' } = data;
        const red = await start(input, [circuit(id, 'That one')]);
        const text = { name: 'that  ONE', 'serial number': serialNumber, id: id.toUpperCase() }[by];
        await red.run(input.msg?.(text, id) ?? { deviceId: text });
        assert.deepEqual(
          red.caught.map(({ error }) => error.message),
          [],
        );
        const ids = new Set(JSON.stringify(red.outputs).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g));
        const others = service.simulator.controls.devices().filter((device) => device.id !== id && ids.has(device.id));
        assert.deepEqual(
          others.map((device) => device.id),
          [],
        );
        // A list of nothing names nobody: then the request does.
        const asked = service.requests().some(({ path }) => path.includes(id));
        assert.ok(asked || ids.has(id), JSON.stringify(red.outputs));
      });

  it('a history is shown with the name of its device', async () => {
    const id = service.device('Clothes dryer');
    const red = await start(value('meter-read', { action: 'history' }), [circuit(id, 'Tumbler')]);
    await red.run({ deviceId: id });
    await turnUntil(service.clock, () => /^Tumbler: items: \d/.test(red.statuses.at(-1)?.text ?? ''));
  });

  it('a current that waits is shown with the name of its charger', async () => {
    const id = service.device('EV charger left');
    const settings = { action: 'setCurrent', amperes: 'payload', amperesType: 'msg', readBack: true };
    const red = await start(value('evse-config', settings), [circuit(id, 'Car')]);
    await red.run({ deviceId: id, payload: 16 });
    red.give({ deviceId: id, payload: 10 });
    await turnUntil(service.clock, () => /^Car: .*10 A/.test(red.statuses.at(-1)?.text ?? ''));
  });

  it('refuses a name that nobody has before anything is sent', async () => {
    for (const [title, input] of inputs) {
      const red = await start(input, []);
      await red.run(input.msg?.('That one', '') ?? { deviceId: 'That one' });
      assert.match(red.caught[0]?.error.message ?? '', /"That one" is no known name/, title);
      const after = service
        .requests()
        .filter(({ method, operation }) => method !== 'GET' && operation !== 'token.create');
      assert.equal(after.length, 0, title);
      await red.stop();
    }
    runtime = undefined;
  });
});
