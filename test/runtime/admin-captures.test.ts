import assert from 'node:assert/strict';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import type { SimulatedService } from '../support/simulated-service';

interface Answer {
  readonly captures: { readonly id: string; readonly type: string; readonly capturedAt: string }[];
  readonly record?: { readonly id: string; readonly data: { readonly mVp0: number[] } };
  readonly thresholds?: Readonly<Record<string, unknown>>;
}

describe('the answer to a dialog about the captures of a device', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let conditioner: string;

  beforeEach(async () => {
    side = await startAdminSide();
    service = side.service;
    conditioner = service.device('Air conditioner');
  });
  afterEach(() => side.stop());

  async function ask(deviceId: string, waveformId = '', account = 'account') {
    const query = `deviceId=${encodeURIComponent(deviceId)}&waveformId=${encodeURIComponent(waveformId)}`;
    const { status, json } = await side.ask('GET', `breakerflow/accounts/${account}/captures?${query}`);
    return { status, answer: json as Answer };
  }

  it('has the newest waveforms, the last one with its samples, and the thresholds', async () => {
    const { answer } = await ask(conditioner);
    assert.equal(answer.captures.length, 2);
    assert(answer.captures.every(({ type }) => type === 'waveform'));
    assert.equal(answer.record?.id, answer.captures[0]?.id);
    assert.equal(answer.record?.data.mVp0.length, 200);
    assert.equal(answer.thresholds?.p0mVSag, 100_000);
  });

  it('has another waveform with its samples if its id is given', async () => {
    const { answer } = await ask(conditioner);
    const older = answer.captures[1]?.id ?? assert.fail();
    assert.equal((await ask(conditioner, older)).answer.record?.id, older);
    assert.equal((await ask(conditioner, 'nothing')).status, 400);
  });

  it('is empty for a device without captures, and complete for an offline device', async () => {
    const { answer } = await ask(service.device('Spare'));
    assert.deepEqual([answer.captures, answer.record], [[], undefined]);
    service.simulator.controls.setOnline(conditioner, false);
    assert.equal((await ask(conditioner)).answer.captures.length, 2);
  });

  it('is an error without an account or a device', async () => {
    assert.equal((await ask(conditioner, '', 'n')).status, 404);
    assert.equal((await ask('../devices')).status, 400);
  });

  it('does not capture or change anything', async () => {
    await ask(conditioner);
    const methods = new Set(service.requests().map(({ method, path }) => `${method} ${path.split('/')[1]}`));
    assert.deepEqual([...methods].sort(), ['GET devices', 'POST serviceAccount']);
  });
});
