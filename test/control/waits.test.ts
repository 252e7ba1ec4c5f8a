import assert from 'node:assert/strict';
import type { ReleaseWhile } from '../../src/client';
import { type OperatedSite, startSite } from './operated-site';

describe('safety: waits of a command hold no permit of the semaphore', () => {
  let site: OperatedSite;
  let deviceId: string;
  let waits: string[];
  beforeEach(async () => {
    site = await startSite();
    deviceId = site.device('Kitchen outlets');
    waits = [];
  });
  afterEach(() => site.close());

  const releaseWhile: ReleaseWhile = async (wait, back) => {
    const since = site.clock.now();
    try {
      return await wait;
    } finally {
      waits.push(`${site.clock.now() - since} ms${back === undefined ? '' : `, ${back}`}`);
    }
  };
  const open = () => site.operate({ deviceId, command: 'open', releaseWhile });

  it('a command without a wait is read back after others were commanded', async () => {
    await open();
    assert.deepEqual(waits, ['0 ms, last']);
  });

  it('the retry time of a busy service', async () => {
    site.simulator.controls.faults.inject({
      kind: 'too-many-requests',
      retryAfter: '3',
      times: 1,
      match: { operation: 'remoteHandle.setPosition' },
    });
    assert.equal((await open()).outcome, 'confirmed');
    assert.deepEqual(waits, ['3000 ms', '0 ms, last']);
  });

  it('the retry time of the reads before and after the command', async () => {
    for (const operation of ['devices.get', 'remoteHandle.getPosition'] as const)
      site.simulator.controls.faults.inject({
        kind: 'too-many-requests',
        retryAfter: '2',
        times: 1,
        match: { operation },
      });
    assert.equal((await open()).outcome, 'confirmed');
    assert.deepEqual(waits, ['2000 ms', '0 ms, last', '2000 ms']);
  });

  it('the pace of commands to one breaker', async () => {
    await open();
    waits = [];
    await open();
    assert.deepEqual(waits, ['1000 ms', '0 ms, last']);
  });

  it('the pauses of a read-back', async () => {
    site.simulator.controls.faults.inject({
      kind: 'error',
      status: 500,
      times: 2,
      match: { operation: 'remoteHandle.getPosition' },
    });
    assert.equal((await open()).outcome, 'confirmed');
    assert.deepEqual(waits, ['0 ms, last', '250 ms, last', '500 ms, last']);
  });
});
