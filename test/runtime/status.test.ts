import assert from 'node:assert/strict';
import type { NodeStatus } from 'node-red';
import { createManualClock } from '../../src/clock';
import { createStatus } from '../../src/runtime/node/status';

describe('status', () => {
  function harness() {
    const clock = createManualClock();
    const shown: { text: string | undefined; at: number }[] = [];
    const start = clock.now();
    const node = {
      status: (status: NodeStatus | string) =>
        void shown.push({ text: (status as NodeStatus).text, at: clock.now() - start }),
    };
    return { clock, shown, status: createStatus(node as never, clock) };
  }

  it('the first text is shown at once', () => {
    const { status, shown } = harness();
    status.show('pending', 'a');
    assert.deepEqual(shown, [{ text: 'a', at: 0 }]);
  });

  it('at most one update per second, with the newest text', async () => {
    const { status, shown, clock } = harness();
    for (const text of ['1/40', '2/40', '3/40']) {
      status.show('pending', text);
      await clock.advance(100);
    }
    await clock.advance(5_000);
    assert.deepEqual(shown, [
      { text: '1/40', at: 0 },
      { text: '3/40', at: 1_000 },
    ]);
  });

  it('of many updates the last one is shown in the end, never two within a second', async () => {
    const { status, shown, clock } = harness();
    for (let index = 0; index <= 100; index += 1) {
      status.show('pending', `${index}/100`);
      await clock.advance(77);
    }
    await clock.advance(2_000);
    assert.equal(shown.at(-1)?.text, '100/100');
    for (const [index, { at }] of shown.entries()) assert(at - (shown[index - 1]?.at ?? -1_000) >= 1_000);
  });

  it('what ends a pending one is shown at once, once within a second', async () => {
    const { status, shown, clock } = harness();
    for (let index = 0; index < 20; index += 1) {
      status.show('pending', 'working');
      await clock.advance(40);
      status.show('fresh', `answer ${index}`);
      await clock.advance(40);
    }
    await clock.advance(2_000);
    assert.deepEqual(shown.slice(0, 2), [
      { text: 'working', at: 0 },
      { text: 'answer 0', at: 40 },
    ]);
    assert.equal(shown.at(-1)?.text, 'answer 19');
    for (const [index, { at }] of shown.entries()) assert(at - (shown[index - 2]?.at ?? -1_000) >= 1_000);
  });

  it('a close clears it, and a pending update is dropped and leaves no timer', async () => {
    const { status, shown, clock } = harness();
    status.show('pending', 'a');
    status.show('pending', 'b');
    status.close();
    status.show('fresh', 'late');
    await clock.advance(10_000);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['a', undefined],
    );
    assert.equal(clock.pendingTimers(), 0);
  });

  it('the shape shows liveness, the colour severity', () => {
    const looks: NodeStatus[] = [];
    for (const look of ['fresh', 'pending', 'warning', 'error', 'dry-run'] as const)
      createStatus({ status: (status: NodeStatus) => looks.push(status) } as never, createManualClock()).show(
        look,
        'x',
      );
    assert.deepEqual(
      looks.map(({ fill, shape }) => `${fill} ${shape}`),
      ['green dot', 'blue ring', 'yellow dot', 'red dot', 'grey ring'],
    );
  });
});
