import assert from 'node:assert/strict';
import { createVerifier } from '../../../src/sigv4';
import type { DeliveryFault } from '../../../src/simulator';
import { deliveryFaultProblems } from '../../../src/simulator/deliveries';
import { deliveryFaultKinds } from '../../../src/simulator/deliveries/delivery-fault-kinds';
import { ids } from '../small-state';
import { credential, type DeliveringSimulator, startDelivering, streamHost } from './delivering-simulator';
import { type Receiver, startReceiver } from './receiver';

const verifier = createVerifier({
  credentials: [credential],
  region: 'global',
  service: { endsWith: 'em-agent-stream' },
  hosts: [streamHost],
});

describe('faults of deliveries', () => {
  let receiver: Receiver;
  let running: DeliveringSimulator;
  beforeEach(async () => {
    receiver = await startReceiver();
    running = await startDelivering(receiver);
    await running.attach(ids.oven, await running.createStream());
    await running.untilLogged(2);
  });
  afterEach(async () => {
    await running.simulator.close();
    await receiver.close();
  });

  const tried = new Set<string>();
  const inject = (fault: DeliveryFault) => {
    tried.add(fault.kind);
    running.simulator.controls.deliveries.faults.inject(fault);
  };
  const move = (position: 'open' | 'closed') => running.simulator.controls.moveMainHandle(ids.oven, position);
  const transactions = () => receiver.payloads.slice(1).map(({ transactionId }) => transactionId);
  const positions = () => receiver.payloads.slice(1).map(({ breaker }) => breaker.metadata.mainHandlePosition.val);
  const verdict = (index: number) => {
    const { method, target, rawHeaders, body } = receiver.arrivals[index] ?? assert.fail();
    const head = verifier.checkHead({ method, target, rawHeaders }, running.transportClock.now());
    return head.ok ? head.checkBody(Buffer.from(body)) : head;
  };

  it('duplicate: the same transactionId and body again, after a 2xx', async () => {
    inject({ kind: 'duplicate', copies: 2, times: 1 });
    move('open');
    await running.untilLogged(5);
    move('closed');
    await running.untilLogged(6);
    const [first, second, third, fourth] = transactions();
    assert.ok(first === second && second === third && third !== fourth);
    assert.deepEqual(running.simulator.controls.deliveries.faults.active, []);
    assert.deepEqual(
      running.simulator.controls.deliveries.log.slice(2).map(({ fault }) => fault),
      ['duplicate', undefined, undefined, undefined],
    );
  });

  it('reorder: held back until the next one was sent', async () => {
    inject({ kind: 'reorder', times: 1 });
    move('open');
    await running.clock.advance(1000);
    assert.equal(receiver.arrivals.length, 2);
    move('closed');
    await running.untilLogged(4);
    assert.deepEqual(positions(), [true, false]);
    const [newer, older] = receiver.payloads.slice(1);
    assert.equal(newer.ts - older.ts, 1);
  });

  it('dropped-answer: the request arrives whole, its answer is lost, and it is sent again', async () => {
    inject({ kind: 'dropped-answer', times: 1 });
    move('open');
    await receiver.untilArrivals(3);
    await running.untilLogged(3);
    await running.untilRetry(1000);
    await running.transportClock.advance(1000);
    await running.untilLogged(4);
    const [first, second] = transactions();
    assert.equal(first, second);
    assert.deepEqual(
      running.simulator.controls.deliveries.log.slice(2).map(({ code, attempt }) => [code, attempt]),
      [
        [503, 1],
        [200, 2],
      ],
    );
  });

  it('bad-signature: the verifier finds the signature wrong; the next attempt is right', async () => {
    inject({ kind: 'bad-signature', times: 1 });
    receiver.answer = () => (receiver.arrivals.length === 3 ? 403 : 200);
    move('open');
    await running.untilLogged(3);
    const refused = verdict(2);
    assert.ok(!refused.ok);
    assert.equal(refused.failed, 'signature');
    await running.untilRetry(1000);
    await running.transportClock.advance(1000);
    await running.untilLogged(4);
    assert.equal(verdict(3).ok, true);
  });

  it('wrong-date: signed properly for another time, 20 minutes ago when it is not said', async () => {
    inject({ kind: 'wrong-date', times: 1 });
    inject({ kind: 'wrong-date', offsetMs: 16 * 60_000, times: 1 });
    inject({ kind: 'wrong-date', offsetMs: 60_000, times: 1 });
    for (const position of ['open', 'closed', 'open'] as const) move(position);
    await running.untilLogged(5);
    const [old, ahead, near] = [verdict(2), verdict(3), verdict(4)];
    assert.ok(!old.ok && !ahead.ok);
    assert.deepEqual([old.failed, old.reason], ['date', 'too-old']);
    assert.deepEqual([ahead.failed, ahead.reason], ['date', 'too-new']);
    assert.equal(near.ok, true);
  });

  it("delay: sent later on the simulator's clock, with the time at which it happened", async () => {
    inject({ kind: 'delay', delayMs: 30_000, times: 1 });
    const at = running.clock.now() / 1000;
    move('open');
    await running.clock.advance(29_999);
    assert.equal(receiver.arrivals.length, 2);
    await running.clock.advance(1);
    await running.untilLogged(3);
    assert.equal(receiver.payloads[1].ts, at);
  });

  it('match a kind of delivery, a device and a url', async () => {
    await running.call('application', 'POST', '/deviceWebhooks', { body: { uri: `${receiver.origin}/hook` } });
    inject({ kind: 'delay', delayMs: 60_000, match: { delivery: 'webhook' } });
    inject({ kind: 'delay', delayMs: 60_000, match: { deviceId: ids.lights } });
    inject({ kind: 'delay', delayMs: 60_000, match: { url: `https://${streamHost}/other*` } });
    move('open');
    await running.untilLogged(3);
    running.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    await running.attach(ids.lights, await running.createStream());
    assert.equal(running.clock.pendingTimers(), 3);
    assert.equal(receiver.arrivals.length, 3);
    running.simulator.controls.deliveries.faults.clear();
    await running.clock.advance(60_000);
    await receiver.untilArrivals(6);
  });

  it('a webhook has no signature to spoil', async () => {
    await running.call('application', 'POST', '/deviceWebhooks', { body: { uri: `${receiver.origin}/hook` } });
    inject({ kind: 'bad-signature' });
    inject({ kind: 'wrong-date' });
    running.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
    await running.untilLogged(3);
    assert.equal(running.simulator.controls.deliveries.log[2]?.fault, undefined);
  });

  it('each kind is tried here', () => assert.deepEqual([...tried].sort(), Object.keys(deliveryFaultKinds).sort()));

  it('that come as JSON are checked', () => {
    const good = [
      { kind: 'duplicate' },
      { kind: 'duplicate', copies: 3, times: 2, match: { delivery: 'publish', deviceId: 'x', url: 'https://a/*' } },
      { kind: 'wrong-date', offsetMs: -1 },
      { kind: 'delay', delayMs: 0 },
    ];
    for (const fault of good) assert.deepEqual(deliveryFaultProblems(fault), []);
    const bad: [Record<string, unknown>, string[]][] = [
      [{}, ['kind enum']],
      [{ kind: 'toString' }, ['kind enum']],
      [{ kind: 'delay' }, ['delayMs required']],
      [{ kind: 'delay', delayMs: -1 }, ['delayMs minimum']],
      [{ kind: 'duplicate', copies: 0 }, ['copies minimum']],
      [{ kind: 'reorder', copies: 1 }, ['copies unknown']],
      [{ kind: 'wrong-date', offsetMs: 'x' }, ['offsetMs type']],
      [{ kind: 'reorder', times: 0 }, ['times minimum']],
      [{ kind: 'reorder', match: null }, ['match type']],
      [{ kind: 'reorder', match: { delivery: 'mail' } }, ['match.delivery enum']],
      [{ kind: 'reorder', match: { deviceId: 1 } }, ['match.deviceId type']],
      [{ kind: 'reorder', match: { url: 1 } }, ['match.url type']],
      [{ kind: 'reorder', match: { device: 'x' } }, ['match.device unknown']],
    ];
    for (const [fault, wrong] of bad)
      assert.deepEqual(
        deliveryFaultProblems(fault).map(({ field, rule }) => `${field} ${rule}`),
        wrong,
      );
  });
});
