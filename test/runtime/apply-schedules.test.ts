import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySchedules } from '../../nodes/batch-schedule/apply-schedules';
import type { BatchOperator } from '../../src/control';
import { endDeclarations, removeEnded } from '../../src/runtime/made/schedules/end-declarations';
import { createScheduleMemory, type ScheduleMemory } from '../../src/runtime/made/schedules/schedule-memory';
import { addressId, type BatchSite, handle, startBatchSite } from '../control/batch-site';

const service = 'account simulator';

describe('declared schedules on the service', () => {
  let site: BatchSite;
  let operator: BatchOperator;
  let light: string;
  let file: string;
  let memory: ScheduleMemory;
  let directory: string;

  beforeEach(async () => {
    site = await startBatchSite();
    operator = site.batches();
    light = site.simulator.controls.devices().find(({ label }) => label.toLowerCase().includes('light'))?.id ?? '';
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-schedules-'));
    file = join(directory, 'below', 'schedules.json');
    memory = createScheduleMemory(file);
  });
  afterEach(async () => {
    await site.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const body = { command: 'open', reason: 'night' };
  const nightly = (minute = 0) => ({ deviceIds: [light], path: handle, body, cronSchedule: `${minute} 22 * * *` });
  const evening = () => ({
    locationId: addressId,
    deviceIds: [light],
    path: handle,
    body,
    sunSchedule: { scheduleType: 'sunset', offset: -15 },
  });
  const apply = (wanted: unknown[], { nodeId = 'n', by = operator, armed = true, of = memory } = {}) =>
    site.settle(
      applySchedules({
        memory: of,
        operator: by,
        clock: site.clock,
        service,
        nodeId,
        wanted,
        request: site.batchRequest({ mute: false, dryRun: !armed }),
      }),
    );
  /** Batches that are not cancelled. */
  async function live(): Promise<string[]> {
    const batches = await site.settle(operator.list(undefined));
    const cancelled = await Promise.all(batches.map(({ id }) => site.settle(operator.isCancelled(id))));
    return batches.filter((_, index) => !cancelled[index]).map(({ id }) => id);
  }
  const summary = ({ created, kept, removed, notRemoved, over }: Awaited<ReturnType<typeof apply>>) =>
    [created, kept, removed, notRemoved, over].map(({ length }) => length);
  /** The process dies after a number of sent requests, before the last answer. */
  const dyingAfter = (orders: number): BatchOperator => {
    let left = orders;
    return {
      ...operator,
      async send(order, options) {
        const result = await operator.send(order, options);
        left -= 1;
        if (left === 0) throw new Error('killed');
        return result;
      },
    };
  };
  const restarted = () => createScheduleMemory(file);

  it('are created once, even if they are applied repeatedly', async () => {
    assert.deepEqual(summary(await apply([nightly(), evening()])), [2, 0, 0, 0, 0]);
    for (let times = 0; times < 3; times += 1)
      assert.deepEqual(summary(await apply([nightly(), evening()])), [0, 2, 0, 0, 0]);
    assert.equal((await live()).length, 2);
  });

  it('are recognized after a restart, even without the state file', async () => {
    await apply([nightly(), evening()]);
    assert.deepEqual(summary(await apply([nightly(), evening()], { of: restarted() })), [0, 2, 0, 0, 0]);
    rmSync(file);
    const { created, kept } = await apply([nightly(), evening()], { of: restarted() });
    assert.deepEqual([created.length, kept.map(({ ours }) => ours)], [0, [false, false]]);
    assert.equal((await live()).length, 2);
  });

  it('replace what the node declared before', async () => {
    await apply([nightly()]);
    const before = await live();
    assert.deepEqual(summary(await apply([nightly(30)])), [1, 0, 1, 0, 0]);
    const after = await live();
    assert.equal(after.length, 1);
    assert.notDeepEqual(after, before);
  });

  it('are created again if somebody has cancelled them', async () => {
    await apply([nightly()]);
    await site.settle(operator.cancel((await live())[0] ?? '', { dryRun: false }));
    assert.deepEqual(summary(await apply([nightly()])), [1, 0, 0, 0, 0]);
    assert.equal((await live()).length, 1);
  });

  it('do not affect batches of others', async () => {
    await site.settle(operator.create(nightly(), site.batchRequest()));
    await site.settle(operator.create(nightly(15), site.batchRequest()));
    assert.deepEqual(summary(await apply([nightly()])), [0, 1, 0, 0, 0]);
    assert.deepEqual(summary(await apply([])), [0, 0, 0, 0, 0]);
    assert.equal((await live()).length, 2);
  });

  for (const [when, orders] of [
    ['after the first', 1],
    ['after the second', 2],
  ] as const)
    it(`are neither duplicated nor orphaned if the process dies between creating and storing ${when}`, async () => {
      await assert.rejects(apply([nightly(), evening()], { by: dyingAfter(orders) }), /killed/);
      const reborn = restarted();
      const { created, kept } = await apply([nightly(), evening()], { of: reborn });
      assert.deepEqual([created.length, kept.length, kept.every(({ ours }) => ours)], [2 - orders, orders, true]);
      assert.equal((await live()).length, 2);
      assert.deepEqual(summary(await apply([], { of: reborn })), [0, 0, 2, 0, 0]);
      assert.deepEqual(await live(), []);
    });

  it('are removed after such a death even if they are not wanted any more', async () => {
    await assert.rejects(apply([nightly()], { by: dyingAfter(1) }), /killed/);
    assert.deepEqual(summary(await apply([evening()], { of: restarted() })), [1, 0, 1, 0, 0]);
    assert.equal((await live()).length, 1);
  });

  it('wait for a request that may still be executed before they are resent', async () => {
    const lost: BatchOperator = { ...operator, send: () => Promise.reject(new Error('killed before sending')) };
    await assert.rejects(apply([nightly()], { by: lost }), /killed/);
    const before = site.clock.now();
    assert.deepEqual(summary(await apply([nightly()], { of: restarted() })), [1, 0, 0, 0, 0]);
    assert.ok(site.clock.now() - before >= 5_000);
  });

  it('of two nodes with an equal schedule are one batch, which stays when its maker is deleted', async () => {
    await apply([nightly()], { nodeId: 'first' });
    assert.deepEqual(summary(await apply([nightly()], { nodeId: 'second' })), [0, 1, 0, 0, 0]);
    await endDeclarations({ memory, nodeId: 'first', remove: true });
    await site.settle(removeEnded(memory, service, operator));
    assert.equal((await live()).length, 1);
    await endDeclarations({ memory, nodeId: 'second', remove: true });
    const { removed } = await site.settle(removeEnded(memory, service, operator));
    assert.equal(removed.length, 1);
    assert.deepEqual(await live(), []);
  });

  it('are removed by the next node if the service did not answer when their node was deleted', async () => {
    await apply([nightly()]);
    await endDeclarations({ memory, nodeId: 'n', remove: true });
    site.simulator.controls.faults.inject({ kind: 'error', status: 500, match: { operation: 'batchCommands.cancel' } });
    const { notRemoved } = await site.settle(removeEnded(memory, service, operator));
    assert.equal(notRemoved.length, 1);
    site.simulator.controls.faults.clear();
    await apply([evening()], { nodeId: 'other', of: restarted() });
    assert.equal((await live()).length, 1);
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8')).services[service]), ['other']);
  });

  it('stay if the node does not remove them', async () => {
    await apply([nightly()]);
    await endDeclarations({ memory, nodeId: 'n', remove: false });
    await site.settle(removeEnded(memory, service, operator));
    assert.equal((await live()).length, 1);
  });

  it('in progress are removed the next time', async () => {
    await apply([nightly()]);
    await site.clock.advance(Date.parse('2026-01-15T22:00:00.500Z') - site.clock.now());
    assert.deepEqual(summary(await apply([])), [0, 0, 0, 1, 0]);
    await site.clock.advance(5_000);
    assert.deepEqual(summary(await apply([])), [0, 0, 1, 0, 0]);
    assert.deepEqual(await live(), []);
  });

  it('that have run once are kept while they are wanted, then dropped, and never created again', async () => {
    const once = { deviceIds: [light], path: handle, body, startTime: site.inSeconds(60) };
    await apply([once]);
    await site.clock.advance(120_000);
    assert.deepEqual(summary(await apply([once])), [0, 1, 0, 0, 0]);
    assert.deepEqual(summary(await apply([])), [0, 0, 0, 0, 0]);
    assert.deepEqual(
      summary(await apply([{ ...once, deviceIds: [light], body: { ...body, reason: 'x' } }])),
      [0, 0, 0, 0, 1],
    );
  });

  it('show the plan in a dry run and change nothing', async () => {
    await apply([nightly()]);
    const { outcome, created, removed } = await apply([evening()], { armed: false });
    assert.equal(outcome, 'dry-run');
    assert.match(created[0]?.request?.url ?? '', /\/deviceSunBatchCommands$/);
    assert.match(removed[0]?.request?.url ?? '', /\/deviceBatchCommands\//);
    assert.equal((await live()).length, 1);
  });

  it('are refused with every problem of every schedule before anything changes', async () => {
    await apply([nightly()]);
    const wanted = [nightly(30), { ...nightly(), cronSchedule: '@daily' }, { path: handle, body, deviceIds: [light] }];
    const { cause } = await site.refused(apply(wanted), 'INVALID_INPUT');
    assert.deepEqual(
      cause.validations.map(({ field }) => field),
      ['[1].cronSchedule', '[2].startTime'],
    );
    assert.equal((await live()).length, 1);
  });

  it('are recognized at the service and not duplicated if the state file is damaged', async () => {
    await apply([nightly()]);
    writeFileSync(file, '{');
    assert.deepEqual(summary(await apply([nightly()], { of: restarted() })), [0, 1, 0, 0, 0]);
    assert.equal((await live()).length, 1);
    assert.equal(readFileSync(`${file}.damaged`, 'utf8'), '{');
  });
});
