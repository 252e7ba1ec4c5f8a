import assert from 'node:assert/strict';
import { join } from 'node:path';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import { createManualClock, type ManualClock } from '../../src/clock';
import { read } from '../examples/example-files';
import { withOwnSites } from '../examples/own-sites';
import type { FlowNode, Registration } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { type Received, type Runtime, startRuntime, withTexts } from '../support/runtime';
import { settled, turnUntil } from '../support/turn-clock';

const core = ['20-inject', '21-debug', '25-catch', '90-comment'].map((name) => `core/common/${name}`);
const others = ['core/function/15-change', 'core/sequence/17-split'];
const coreNodes = [...core, ...others].map((name) => require(`@node-red/nodes/${name}.js`) as Registration);

for (const folder of ['examples', 'test/fixtures/flows-0.1.0'])
  describe(`the flows of batch-schedule in ${folder}`, () => {
    let clock: ManualClock;
    let runtime: Runtime;
    let flow: FlowNode[];
    let shown: Map<string, Received[]>;

    const named = (name: string) => flow.find((node) => node.name === name)?.id ?? assert.fail(`there is no ${name}`);
    const debugged = (name: string) => shown.get(named(name)) ?? [];
    /** The payload of the newest message at a debug node. */
    const payloadAt = <T>(name: string): T => {
      const newest = debugged(name).at(-1);
      assert(newest !== undefined, `${name} got nothing`);
      return newest.payload as T;
    };
    const press = (name: string) => {
      const id = named(name);
      runtime.node(id).receive({});
    };
    const untilShown = async (name: string, count: number) => {
      await turnUntil(clock, () => debugged(name).length >= count, { withinMs: 30_000 });
      await settled();
    };

    async function load(file: string): Promise<void> {
      await import('got');
      clock = createManualClock();
      flow = withOwnSites(read(`05-schedules/${file}`, join(packageRoot, folder)));
      runtime = await startRuntime({ clock, flow, nodes: [withTexts(batchSchedule), ...coreNodes] });
      shown = new Map();
      for (const { id, type } of flow)
        if (type === 'debug') {
          const messages: Received[] = [];
          shown.set(id, messages);
          runtime.node(id).on('input', (msg) => messages.push(msg as never));
        }
    }
    afterEach(async () => {
      await runtime.stop();
    });
    const noError = () =>
      assert.deepEqual(
        debugged('code and cause').map(({ error }) => error),
        [],
      );

    it('light from sunset to 23:00: declared on deploy, previewed, listed, followed per device', async () => {
      await load('01-light-from-sunset.json');
      await untilShown('what was changed', 2);
      for (const { payload } of debugged('what was changed'))
        assert.equal((payload as { created: unknown[] }).created.length, 1);
      press('preview');
      await untilShown('request, not sent', 1);
      const body = payloadAt<{ request: { body: Record<string, unknown> } }>('request, not sent').request.body;
      assert.deepEqual(body.sunSchedule, { scheduleType: 'sunset', offset: -15 });
      press('what exists');
      await untilShown('statuses', 1);
      const table = payloadAt<Record<string, unknown>[]>('table');
      assert.deepEqual(
        table.map(({ scheduleType, offset }) => [scheduleType, offset]),
        [['sunset', -15]],
      );
      const [status] = payloadAt<Record<string, unknown>[]>('statuses');
      assert.equal(status?.status, 'queued');
      noError();
    });

    it('vacation: two schedules that end by themselves, cancelled at home, and a light that is waited for', async () => {
      await load('02-vacation.json');
      await clock.advance(6_000);
      const vacation = () => payloadAt<Record<string, unknown[]>>('created, kept, removed');
      const leave = flow.find(({ name }) => name === 'leave') ?? assert.fail();
      assert.equal(leave.payloadType, 'jsonata');
      press('leave');
      await untilShown('created, kept, removed', 1);
      const made = vacation().created as { batch: { clockSchedule: Record<string, string> } }[];
      assert.deepEqual(
        made.map(({ batch }) => batch.clockSchedule.cronSchedule),
        ['30 19 * * *', '10 22 * * *'],
      );
      press('home again');
      await untilShown('created, kept, removed', 2);
      assert.equal(vacation().removed?.length, 2);
      press('light on now');
      await untilShown('progress', 1);
      assert.equal(payloadAt<{ summary: string }>('progress').summary, 'devices: 1/1 succeeded, 0 failed');
      noError();
    });
  });
