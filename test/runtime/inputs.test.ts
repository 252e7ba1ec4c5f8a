import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { ClientError } from '../../src/client';
import { createManualClock, sleep } from '../../src/clock';
import type { Message } from '../../src/runtime';
import { createInputs, type InputRun, maxInputs } from '../../src/runtime/node/inputs';

describe('inputs: exactly one end each', () => {
  function harness() {
    const clock = createManualClock();
    const sent: unknown[] = [];
    const ends: (string | undefined)[] = [];
    const shown: string[] = [];
    const inputs = createInputs(
      clock,
      (key) => key,
      (error) => shown.push((error as Error & { code: string }).code),
    );
    const msg = { payload: 1, _msgid: 'm' } as Message;
    const run = (work: (run: InputRun) => Promise<void>, deadlineMs = 60_000) =>
      inputs.run({
        msg,
        send: (message) => sent.push(message),
        done: (error) => ends.push(error === undefined ? undefined : String((error as Error & { code?: string }).code)),
        work,
        deadlineMs,
      });
    const turn = () => clock.advance(0).then(() => new Promise((resolve) => setImmediate(resolve)));
    return { clock, sent, ends, shown, inputs, msg, run, turn };
  }

  it('a successful handler completes the input once and leaves no timer', async () => {
    const { run, sent, ends, turn, clock, msg } = harness();
    run(async ({ send }) => send(msg));
    await turn();
    assert.deepEqual(sent, [msg]);
    assert.deepEqual(ends, [undefined]);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a failed handler completes the input once with its code; the status code is in the message', async () => {
    const { run, ends, turn, msg, shown } = harness();
    run(async () => {
      throw new ClientError('CONFLICT', 'no', { statusCode: 409 });
    });
    await turn();
    assert.deepEqual(ends, ['CONFLICT']);
    assert.deepEqual(shown, ['CONFLICT']);
    assert.equal(msg.statusCode, 409);
  });

  it('an internal error is an error of the message, not of the runtime', async () => {
    const { run, ends, turn } = harness();
    run(() => {
      throw new TypeError('a defect');
    });
    run(async () => {
      throw 'not even an error';
    });
    await turn();
    assert.deepEqual(ends, ['INTERNAL', 'INTERNAL']);
  });

  it('a handler without an end is ended 5 s after its deadline, and its later messages are dropped', async () => {
    const { run, ends, sent, clock, msg } = harness();
    run(async ({ send }) => {
      await sleep(clock, 100_000);
      send(msg);
    }, 10_000);
    await clock.advance(14_999);
    assert.deepEqual(ends, []);
    await clock.advance(1);
    assert.deepEqual(ends, ['TIMEOUT']);
    await clock.advance(100_000);
    assert.deepEqual(sent, []);
    assert.deepEqual(ends, ['TIMEOUT']);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a handler in steps may extend its deadline at each step', async () => {
    const { run, ends, clock } = harness();
    run(async ({ allow }) => {
      for (let step = 0; step < 5; step += 1) {
        await sleep(clock, 10_000);
        allow(10_000);
      }
    }, 10_000);
    await clock.advance(60_000);
    assert.deepEqual(ends, [undefined]);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('an extension after the end starts no timer', async () => {
    const { run, clock, turn } = harness();
    let late: InputRun | undefined;
    run(async (given) => {
      late = given;
    });
    await turn();
    late?.allow(10_000);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a result that is sent after the end is dropped', async () => {
    const { run, sent, turn, msg } = harness();
    let late: InputRun | undefined;
    run(async (given) => {
      late = given;
    });
    await turn();
    late?.send(msg);
    assert.deepEqual(sent, []);
  });

  it('close aborts running handlers, waits for their end, and drops later messages', async () => {
    const { run, ends, sent, inputs, clock, msg, shown } = harness();
    let aborted = false;
    run(async ({ signal, send }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      await sleep(clock, 5_000);
      send(msg);
    });
    const closed = inputs.close();
    assert(aborted);
    assert.deepEqual(ends, []);
    await clock.advance(1_500);
    await closed;
    assert.deepEqual(ends, ['CLOSED']);
    await clock.advance(10_000);
    assert.deepEqual(sent, []);
    assert.deepEqual(shown, []);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a sent command whose node is closed has an unknown outcome, not the error CLOSED', async () => {
    const { run, ends, inputs } = harness();
    run(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new ClientError('UNKNOWN_OUTCOME', 'open a1 was sent')));
        }),
    );
    await inputs.close();
    assert.deepEqual(ends, ['UNKNOWN_OUTCOME']);
  });

  it('a handler may still report a sent command after its deadline', async () => {
    const { run, ends, sent, clock, msg } = harness();
    run(
      ({ signal, send }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            send(msg);
            resolve();
          });
        }),
      10_000,
    );
    await clock.advance(13_500);
    assert.deepEqual(sent, [msg]);
    assert.deepEqual(ends, [undefined]);
  });

  it('of too many messages the newest open of each device is kept, and the others are refused', async () => {
    const { run, inputs, clock } = harness();
    for (let index = 0; index < maxInputs; index += 1) run(() => sleep(clock, 1_000));
    const ended: string[] = [];
    const worked: string[] = [];
    const add = (name: string, opened?: string) =>
      inputs.run({
        msg: { _msgid: name } as Message,
        send: () => {},
        done: (error) => ended.push(`${name} ${(error as { code?: string } | undefined)?.code ?? 'done'}`),
        deadlineMs: 10_000,
        opens: () => opened,
        work: async () => void worked.push(name),
      });
    add('close');
    add('open a', 'a');
    add('open b', 'b');
    add('newer open a', 'a');
    assert.deepEqual(ended, ['close RATE_LIMITED_LOCALLY', 'open a RATE_LIMITED_LOCALLY']);
    assert.deepEqual(worked, []);
    await clock.advance(1_000);
    assert.deepEqual(worked, ['open b', 'newer open a']);
  });

  it('messages that end at once are limited too: a burst in one turn of the event loop is refused beyond the limit', async () => {
    const { inputs, turn } = harness();
    let worked = 0;
    const ended: string[] = [];
    const add = (opened?: string) =>
      inputs.run({
        msg: { _msgid: 'm' } as Message,
        send: () => {},
        done: (error) => ended.push((error as { code?: string } | undefined)?.code ?? 'done'),
        deadlineMs: 10_000,
        opens: () => opened,
        work: async () => {
          worked += 1;
        },
      });
    for (let index = 0; index < 3 * maxInputs; index += 1) {
      add(index === 2 * maxInputs ? 'device' : undefined);
      // Node-RED delivers each message in its own immediate, all in one turn; promises settle in between.
      for (let settle = 0; settle < 20; settle += 1) await Promise.resolve();
    }
    assert.equal(worked, maxInputs);
    await turn();
    await turn();
    assert.equal(worked, maxInputs + 1, 'the newest opening comes with the next turn');
    assert.equal(ended.length, 3 * maxInputs);
    assert.equal(ended.filter((code) => code === 'RATE_LIMITED_LOCALLY').length, 2 * maxInputs - 1);
    add();
    await turn();
    assert.equal(worked, maxInputs + 2, 'a later turn works on messages as before');
  });

  it('a running node keeps no listener, timer or input of its messages', async () => {
    const { run, clock, turn, ends } = harness();
    const signals: AbortSignal[] = [];
    for (let index = 0; index < 100; index += 1) {
      run(async ({ signal }) => void signals.push(signal));
      await turn();
    }
    assert.equal(ends.length, 100);
    assert.equal(clock.pendingTimers(), 0);
    for (const signal of signals) assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.equal(new Set(signals).size, 100);
  });

  it('an input after the close is not handled', async () => {
    const { run, ends, inputs, turn } = harness();
    await inputs.close();
    let worked = false;
    run(async () => {
      worked = true;
    });
    await turn();
    assert.equal(worked, false);
    assert.deepEqual(ends, ['CLOSED']);
  });

  it('inputs run side by side', async () => {
    const { run, ends, clock } = harness();
    for (let index = 0; index < 3; index += 1) run(() => sleep(clock, 1_000));
    await clock.advance(1_000);
    assert.deepEqual(ends, [undefined, undefined, undefined]);
  });
});
