import assert from 'node:assert/strict';
import { type AdminServer, serveAdmin } from '../support/admin-server';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

interface Answer {
  readonly captures: { readonly id: string; readonly type: string; readonly capturedAt: string }[];
  readonly record?: { readonly id: string; readonly data: { readonly mVp0: number[] } };
  readonly thresholds?: Readonly<Record<string, unknown>>;
}

describe('what a dialog is told about the captures of a device', () => {
  let service: SimulatedService;
  let runtime: Runtime;
  let server: AdminServer;
  let conditioner: string;

  beforeEach(async () => {
    service = await startService();
    conditioner = service.device('Air conditioner');
    const { account, credentials } = serviceAccount(service);
    const flow = flowAround({ type: 'meter-read', account: 'account' }, account);
    runtime = await startRuntime({ clock: service.clock, flow, credentials });
    server = await serveAdmin(runtime.admin);
  });
  afterEach(async () => {
    await server.close();
    await runtime.stop();
    await service.close();
  });

  async function ask(deviceId: string, waveformId = '', account = 'account') {
    const query = `deviceId=${encodeURIComponent(deviceId)}&waveformId=${encodeURIComponent(waveformId)}`;
    const sent = server.send('GET', `breakerflow/accounts/${account}/captures?${query}`);
    const { status, json } = await turned(service.clock, sent);
    return { status, answer: json as Answer };
  }

  it('the newest waveforms, the last one whole, and the thresholds', async () => {
    const { answer } = await ask(conditioner);
    assert.equal(answer.captures.length, 2);
    assert(answer.captures.every(({ type }) => type === 'waveform'));
    assert.equal(answer.record?.id, answer.captures[0]?.id);
    assert.equal(answer.record?.data.mVp0.length, 200);
    assert.equal(answer.thresholds?.p0mVSag, 100_000);
  });

  it('another one when it is named', async () => {
    const { answer } = await ask(conditioner);
    const older = answer.captures[1]?.id ?? assert.fail();
    assert.equal((await ask(conditioner, older)).answer.record?.id, older);
    assert.equal((await ask(conditioner, 'nothing')).status, 400);
  });

  it('a device without captures has none, and one that is offline has those it made', async () => {
    const { answer } = await ask(service.device('Spare'));
    assert.deepEqual([answer.captures, answer.record], [[], undefined]);
    service.simulator.controls.setOnline(conditioner, false);
    assert.equal((await ask(conditioner)).answer.captures.length, 2);
  });

  it('no account, no device', async () => {
    assert.equal((await ask(conditioner, '', 'n')).status, 404);
    assert.equal((await ask('../devices')).status, 400);
  });

  it('nothing is recorded or set by asking', async () => {
    await ask(conditioner);
    const methods = new Set(service.requests().map(({ method, path }) => `${method} ${path.split('/')[1]}`));
    assert.deepEqual([...methods].sort(), ['GET devices', 'POST serviceAccount']);
  });
});
