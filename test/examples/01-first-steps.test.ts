import assert from 'node:assert/strict';
import { turned } from '../support/turn-clock';
import { accountOf } from './example-site';
import { describeExamples, errors } from './running-example';

describeExamples('01-first-steps', (example) => {
  example('01-switch-a-breaker', 'opens, closes, opens for a time, cancels, reads', async ({ click, clock, at }) => {
    const payload = async (inject: string) => (await click(inject, 'outcome')).payload as Record<string, unknown>;
    assert.equal((await payload('read the position')).position, 'closed');
    const opened = await payload('open');
    assert.deepEqual([opened.outcome, opened.position], ['confirmed', 'open']);
    await clock.advance(2_000);
    assert.deepEqual((await payload('close')).position, 'closed');
    await clock.advance(2_000);
    const timed = await payload('open for 60 s');
    assert.deepEqual([timed.outcome, timed.secondsUntilReset], ['confirmed', 60]);
    await clock.advance(5_000);
    assert.deepEqual((await payload('cancel the timer')).secondsUntilReset, 0);
    await clock.advance(120_000);
    assert.equal((await payload('read the position')).position, 'open');
    assert.deepEqual(at(errors), []);
  });

  example('02-errors-and-safety', 'each button meets its rule, and nothing is sent', async (shown) => {
    const { click, flow, clock, at } = shown;
    const code = async (inject: string) => (await click(inject, errors)).error;
    assert.equal((await code('1 no command'))?.code, 'INVALID_INPUT');
    assert.equal((await code('2 no such device'))?.code, 'NOT_FOUND');
    const short = await code('3 timer too short');
    assert.equal(short?.code, 'INVALID_INPUT');
    assert(short?.cause.validations.some(({ field }) => field.includes('secondsUntilReset')));
    const { payload } = await click('4 dry run', 'outcome');
    assert.equal((payload as { outcome: string }).outcome, 'dry-run');
    assert.equal((payload as { request: { method: string } }).request.method, 'POST');
    assert.equal((await code('5 retained'))?.code, 'COMMAND_EXPIRED');
    assert.equal(at('outcome').length, 1);
    const lights = flow.find(({ name }) => name === 'lights')?.devices as string[];
    const client = await turned(clock, accountOf(shown).client());
    const path = { deviceId: String(lights[0]) };
    const { data } = await turned(clock, client.call('remoteHandle.getPosition', { path }));
    assert.equal(data.position, 'closed');
  });
});
