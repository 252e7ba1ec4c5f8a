import assert from 'node:assert/strict';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import breakerControl from '../../nodes/breaker-control/breaker-control';
import breakerDevice from '../../nodes/breaker-device/breaker-device';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import evseConfig from '../../nodes/evse-config/evse-config';
import meterRead from '../../nodes/meter-read/meter-read';
import waveformCapture from '../../nodes/waveform-capture/waveform-capture';
import { type CallList, isTried, type TrialAnswer } from '../../src/admin-api';
import { operationIds, rowOf } from '../../src/catalog';
import { effectOf } from '../../src/control';
import { lazyNode } from '../../src/runtime/lazy-node';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { serviceAccount, withTexts } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

const modules = {
  'batch-schedule': batchSchedule,
  'breaker-control': breakerControl,
  'breaker-device': breakerDevice,
  'cloud-call': cloudCall,
  'evse-config': evseConfig,
  'meter-read': meterRead,
  'waveform-capture': waveformCapture,
};

describe('a trial of a node in its dialog', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let outlets: string;
  let pump: string;

  before(() => {
    // The package's doors do this when Node-RED loads it.
    for (const [type, register] of Object.entries(modules))
      lazyNode({ type, credentials: {} }, () => withTexts(register));
  });
  beforeEach(() => start());
  afterEach(() => side.stop());

  async function start(account: Readonly<Record<string, unknown>> = {}) {
    side = await startAdminSide({ account });
    service = side.service;
    outlets = service.device('Kitchen outlets');
    pump = service.device('Pool pump');
  }
  async function post(path: string, body: object) {
    const { status, json } = await side.ask('POST', `breakerflow/${path}`, { body });
    return { status, answer: json as TrialAnswer, error: json as { error?: { message: string } } };
  }
  const question = (type: string, config: object, sample: object = {}) => ({
    question: { type, nodeId: 'new', flowId: 'tab', config, sample },
  });
  const tryOut = (type: string, config: object, sample: object = {}) =>
    post('accounts/account/try', question(type, config, sample));
  const writes = () =>
    service.requests().filter(({ method, operation }) => method !== 'GET' && operation !== 'token.create');
  const payloadOf = ({ messages: [first] }: TrialAnswer) => first?.msg.payload as Record<string, unknown>;

  it('of a node that cannot be tried says which it is', async () => {
    for (const type of ['breaker-directory', 'inject', undefined]) {
      const { error } = await post('accounts/account/try', question(type as string, {}));
      assert.match(String(error.error?.message), new RegExp(`Nodes of the type "${type ?? '\\?'}" cannot be tried`));
      assert.doesNotMatch(String(error.error?.message), /must be one of/);
    }
  });

  describe('of a node that reads', () => {
    it('answers with the message that the node would send, and counts as calls that the editor makes', async () => {
      const { answer } = await tryOut('meter-read', { devices: [outlets], action: 'reading' });
      assert.equal(answer.messages.length, 1);
      assert.equal(typeof payloadOf(answer).currentA, 'number');
      assert.equal(payloadOf(answer).deviceId, outlets);
      assert.deepEqual([answer.requests, answer.error], [[], undefined]);
      assert.equal(service.requests('meter.reading').length, 1);
      const { json } = await side.ask('GET', 'breakerflow/accounts/account/calls');
      const { calls } = json as CallList;
      assert.deepEqual(calls.find(({ operation }) => operation === 'meter.reading')?.origin, { kind: 'editor' });
    });

    it('works for every node that can be tried', async () => {
      const charger = service.simulator.controls.devices().find(({ hardwareType }) => hardwareType === 'ev-emcb')?.id;
      const reads: Record<keyof typeof modules, object> = {
        'batch-schedule': { action: 'list' },
        'breaker-control': { action: 'readPosition', devices: [outlets] },
        'breaker-device': { action: 'find' },
        'cloud-call': { operation: 'devices.list' },
        'evse-config': { action: 'readState', devices: [charger] },
        'meter-read': { action: 'latest', devices: [outlets] },
        'waveform-capture': { action: 'latest', devices: [service.device('Air conditioner')] },
      };
      for (const [type, config] of Object.entries(reads)) {
        assert(isTried(type), type);
        const { answer } = await tryOut(type, config);
        assert.equal(answer.error, undefined, type);
        assert.equal(answer.messages.length > 0, true, type);
      }
      assert.deepEqual(writes(), []);
    });

    it('works for an account that is not deployed', async () => {
      const { account, credentials } = serviceAccount(service);
      const draft = { id: 'draft', stored: account, credentials: credentials.account };
      const { answer } = await post('try', { ...draft, ...question('meter-read', { devices: [outlets] }) });
      assert.equal(payloadOf(answer).deviceId, outlets);
    });

    it('gets the properties of the message that are filled in', async () => {
      const config = { target: 'value', device: 'circuit.id', deviceType: 'msg' };
      const { answer } = await tryOut('meter-read', config, { 'circuit.id': outlets, topic: 'kitchen' });
      assert.equal(payloadOf(answer).deviceId, outlets);
      assert.equal(answer.messages[0]?.msg.topic, 'kitchen');
      const lacking = (await tryOut('meter-read', config)).answer;
      assert.equal(lacking.error?.code, 'INVALID_INPUT');
    });

    it('tells what the node would report as an error, and what is wrong with its fields', async () => {
      service.simulator.controls.setOnline(pump, false);
      const offline = await tryOut('evse-config', { action: 'readState', devices: [outlets] });
      assert.equal(offline.answer.error?.code, 'WRONG_HARDWARE');
      const wrong = await tryOut('meter-read', { action: 'reading', devices: [outlets], maxAge: 'long' });
      assert.equal(wrong.answer.error?.code, 'INVALID_INPUT');
    });

    it('cuts long lists and tells how long they are', async () => {
      const { answer } = await tryOut('waveform-capture', {
        ...{ action: 'latest', devices: [service.device('Air conditioner')], output: 'full' },
      });
      const [path] =
        Object.entries(answer.lengths).find(([, length]) => length === 200) ?? assert.fail('nothing is cut');
      const list = path
        .split('.')
        .slice(1)
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answer.messages[0]?.msg);
      assert.equal((list as unknown[]).length, 40);
    });

    it('shows no secret, whatever the dialog says', async () => {
      const key = await tryOut('breaker-device', { action: 'createKey', dryRun: true });
      assert.equal(key.status, 200);
      const { answer } = await tryOut('cloud-call', { operation: 'udpKeys.list', secrets: true });
      const listed = payloadOf(answer) as unknown as readonly { value?: string }[];
      assert(listed.every(({ value }) => value === undefined || value === '***'));
    });

    it('ends after 25 s where the service does not answer', async () => {
      const slow = { kind: 'slow', delayMs: 29_000, match: { operation: 'meter.reading' } } as const;
      service.simulator.controls.faults.inject(slow);
      const asked = side.send('POST', 'breakerflow/accounts/account/try', {
        body: question('meter-read', { devices: [outlets] }),
      });
      const { json } = await turned(service.clock, asked, { held: 2 });
      const { stoppedAfter, messages } = json as TrialAnswer;
      assert.deepEqual([stoppedAfter, messages], [25, []]);
    });

    it('ends at once where nobody waits any more', async () => {
      const slow = { kind: 'slow', delayMs: 29_000, match: { operation: 'meter.reading' } } as const;
      service.simulator.controls.faults.inject(slow);
      const leaving = new AbortController();
      const asked = fetch(`${side.origin}/breakerflow/accounts/account/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question('meter-read', { devices: [outlets] })),
        signal: leaving.signal,
      }).catch(() => 'left');
      // Its request has come to the service, which holds it up.
      for (let rounds = 0; rounds < 5; rounds += 1) await settled(1);
      leaving.abort();
      assert.equal(await asked, 'left');
      // The request to the service is given up, with the clock standing still.
      await settled();
    });
  });

  describe('of a node that writes', () => {
    it('sends nothing, and shows what would be sent', async () => {
      const { answer } = await tryOut('breaker-control', { action: 'open', devices: [outlets], reason: 'test' });
      assert.equal(answer.requests.length, 1);
      const [{ operation, method, path, body, deviceId } = assert.fail()] = answer.requests;
      assert.deepEqual([operation, method, deviceId], ['remoteHandle.setPosition', 'POST', outlets]);
      assert.match(path, new RegExp(`^/.*${outlets}`));
      assert.equal((body as { command: string }).command, 'open');
      assert.equal(answer.sends, 'yes');
      assert.deepEqual(writes(), []);
      assert.equal(service.position(outlets), 'closed');
    });

    it('says why the node itself would not send it', async () => {
      const dry = await tryOut('breaker-control', { action: 'open', devices: [outlets], dryRun: true });
      assert.equal(dry.answer.sends, 'dryRun');
      await side.stop();
      await start({ armed: false });
      const unarmed = await tryOut('breaker-control', { action: 'open', devices: [outlets] });
      assert.equal(unarmed.answer.sends, 'notArmed');
      assert.equal(unarmed.answer.requests.length, 1);
    });

    it('says what the interlocks say, which read for it', async () => {
      service.simulator.controls.tripBreaker(outlets);
      const { answer } = await tryOut('breaker-control', { action: 'close', devices: [outlets] });
      assert.match(answer.error?.message ?? JSON.stringify(payloadOf(answer)), /hand lever|CONFIRMATION_NEEDED/);
      assert.deepEqual([answer.requests, writes()], [[], []]);
    });

    it('tells what a protected device is', async () => {
      await side.stop();
      await start({ protectedLoads: 'refrigerator' });
      const config = { action: 'open', devices: [service.device('Refrigerator')] };
      const { answer } = await tryOut('breaker-control', config);
      assert.equal(answer.error?.code, 'BLOCKED_BY_INTERLOCK');
      assert.deepEqual(answer.requests, []);
    });

    it('tells what the interlocks will say to a declared schedule, for each device', async () => {
      await side.stop();
      await start({ protectedLoads: 'refrigerator', protectedDevices: [pump] });
      const devices = [service.device('Refrigerator'), service.device('Pool pump'), outlets];
      const config = { action: 'declare', devices, command: 'open', schedule: 'cron', cron: '0 8 * * *' };
      const { answer } = await tryOut('batch-schedule', config);
      assert.equal(answer.error?.code, 'BLOCKED_BY_INTERLOCK');
      assert.match(String(answer.error?.message), /feeds a load that is protected in this account \(Refrigerator\)/i);
      assert.match(String(answer.error?.message), /Devices 1: .*Devices 2: .*protected/);
      assert.doesNotMatch(String(answer.error?.message), /Devices 3/);
      assert.deepEqual([answer.requests, writes()], [[], []]);
    });

    it('shows every other kind of write, and sends none of them', async () => {
      const charger = service.simulator.controls.devices().find(({ hardwareType }) => hardwareType === 'ev-emcb')?.id;
      const cases: [string, object, object?][] = [
        ['breaker-control', { action: 'lock', devices: [outlets] }],
        ['breaker-control', { action: 'setScene', scene: 'away', devices: [outlets] }],
        ['breaker-device', { action: 'restart', devices: [outlets] }, { confirm: true }],
        ['breaker-device', { action: 'setMode', devices: [outlets], mode: 'user-defined' }],
        ['evse-config', { action: 'setCurrent', devices: [charger] }, { payload: 10 }],
        ['batch-schedule', { action: 'create', devices: [outlets], command: 'open', schedule: 'now' }],
        ['batch-schedule', { action: 'declare', devices: [outlets], schedule: 'cron', cron: '0 8 * * *' }],
        ['waveform-capture', { action: 'capture', devices: [outlets] }],
        [
          'cloud-call',
          {
            operation: 'udpKeys.create',
            values: JSON.stringify({ 'body/keyType': { type: 'str', value: 'unicast' } }),
          },
        ],
      ];
      for (const [type, config, sample] of cases) {
        const { answer } = await tryOut(type, config, sample);
        const what = `${type} ${JSON.stringify(config)} ${JSON.stringify(answer)}`;
        assert.equal(answer.error, undefined, what);
        assert.equal(answer.requests.length > 0, true, what);
      }
      assert.deepEqual(writes(), []);
    });

    it('leaves nothing behind: no lock, no record, no scene', async () => {
      await tryOut('breaker-control', { action: 'lock', devices: [outlets] });
      await tryOut('breaker-control', { action: 'setScene', scene: 'away', devices: [outlets] });
      const { json } = await side.ask('GET', 'breakerflow/accounts/account/commands?search=&after=');
      assert.deepEqual((json as { commands: unknown[] }).commands, []);
      // A lock would refuse the close.
      const { answer } = await tryOut('breaker-control', { action: 'close', devices: [outlets], confirmClose: false });
      assert.equal(answer.error, undefined);
      const away = { name: 'away', do: 'restore', to: 'open' };
      const query = encodeURIComponent(JSON.stringify({ except: [], scene: away }));
      const scene = await side.ask('GET', `breakerflow/accounts/account/circuits?question=${query}`);
      assert.deepEqual(scene.json, { circuits: [], count: 0 });
    });

    it('refuses what acts on what happens later', async () => {
      for (const [type, action] of [
        ['breaker-control', 'whileAlarm'],
        ['waveform-capture', 'wait'],
      ] as const) {
        const { status, error } = await tryOut(type, { action, devices: [outlets] });
        assert.equal(status, 400);
        assert.match(error.error?.message ?? '', /later/);
      }
    });
  });

  it('is refused for a node that has none, and for a path that reaches beyond the message', async () => {
    assert.equal((await tryOut('inject', {})).status, 400);
    await tryOut(
      'meter-read',
      { devices: [outlets] },
      { '__proto__.polluted': 1, 'constructor.prototype.polluted': 1 },
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('lets through what only reads, which are GET requests all', () => {
    const reads = operationIds.filter((id) => effectOf(id) === 'read' && id !== 'token.create');
    assert.deepEqual(
      reads.filter((id) => rowOf(id).method !== 'GET'),
      [],
    );
  });
});
