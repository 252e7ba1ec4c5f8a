import assert from 'node:assert/strict';
import type { OperateAnswer, OperateQuestion } from '../../src/admin-api';
import type { Account } from '../../src/runtime';
import { send as sendRaw } from '../simulator/raw-http';
import { adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { flowAround } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

const path = 'breakerflow/accounts/account/operate';

describe('safety: the one route that operates devices', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let outlets: string;

  async function start(options: Parameters<typeof startAdminSide>[0] = {}): Promise<void> {
    side = await startAdminSide({
      flow: (account, { device }) =>
        flowAround(
          { type: 'breaker-control', account: 'account', devices: [device('Kitchen outlets')], readBack: false },
          account,
        ),
      ...options,
    });
    service = side.service;
    outlets = service.device('Kitchen outlets');
  }
  afterEach(() => side.stop());

  const send = (body: object, headers: Record<string, string> = {}) => side.ask('POST', path, { body, headers });
  /** Sent without turning the clock: what has to wait on the clock is held up. */
  const waiting = (body: object) => sendRaw('POST', `${side.origin}/${path}`, { body });
  async function operate(question: Partial<OperateQuestion>, user?: string): Promise<OperateAnswer> {
    const { status, json } = await send(
      { deviceId: outlets, ...question },
      user === undefined ? {} : { authorization: `Bearer ${user}` },
    );
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  /** The pace of a person: a second between two commands. */
  async function thinks(seconds = 2): Promise<void> {
    await service.clock.advance(seconds * 1_000);
    await settled();
  }
  const account = () => (side.runtime.node('account') as unknown as { readonly account: Account }).account;
  /** The bodies of what was sent, oldest first. */
  const sent = (operation: string, calls = account().calls) =>
    calls
      .entries()
      .filter((call) => call.operation === operation)
      .sort((one, other) => one.sequence - other.sequence)
      .map(({ body }) => JSON.stringify(body));
  const record = () => account().context.record.recent();
  const lockedBy = () => {
    const { locks, service: name } = account().context;
    return locks.lockedBy({ service: name, deviceId: outlets })?.by;
  };
  const done = (answer: OperateAnswer) => {
    assert(answer.done, JSON.stringify(answer));
    return answer;
  };
  const refused = (answer: OperateAnswer) => {
    assert(!answer.done, JSON.stringify(answer));
    return answer;
  };

  describe('who may', () => {
    const auth = () => adminAuth({ anna: 'breakerflow.write', reader: 'breakerflow.read', root: '*' });
    const as = (user: string) => ({ authorization: `Bearer ${user}` });
    const open = () => ({ deviceId: outlets, action: 'open' });

    it('nobody without breakerflow.write', async () => {
      await start({ auth });
      assert.equal((await send(open())).status, 401);
      assert.equal((await send(open(), as('reader'))).status, 401);
      assert.equal(service.requests().length, 0);
      assert.equal(record().length, 0);
    });

    it('with it, and the record has the name of the user', async () => {
      await start({ auth });
      const answer = done(await operate({ action: 'open', reason: 'Filter is dirty' }, 'anna'));
      assert.equal(answer.outcome, 'confirmed');
      assert.equal(service.position(outlets), 'open');
      const [entry] = record();
      assert.equal(entry?.askedBy.user, 'anna');
      assert.equal(entry?.reason, 'Filter is dirty');
      assert.equal(entry?.outcome, 'confirmed');
    });

    it('a name in the request takes no place of the user who is logged in', async () => {
      await start({ auth });
      done(await operate({ action: 'lock', by: 'Somebody else' }, 'anna'));
      assert.equal(lockedBy(), 'anna');
      assert(record().every(({ askedBy }) => askedBy.user === 'anna'));
    });

    it('without a reason the history of the service names the user', async () => {
      await start({ auth });
      await operate({ action: 'open' }, 'anna');
      assert.match(sent('remoteHandle.setPosition').at(-1) ?? '', /by anna/);
    });

    for (const [what, headers] of [
      ['a page of another origin', { origin: 'https://evil.example' }],
      ['what the browser says is cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ] as const)
      it(`${what} is refused, and nothing is sent`, async () => {
        await start();
        assert.equal((await send(open(), headers)).status, 403);
        assert.equal(service.requests().length, 0);
      });
  });

  describe('what is asked for', () => {
    it('no device, several devices and an unknown action are refused with 400', async () => {
      await start();
      for (const body of [
        { action: 'open' },
        { action: 'open', deviceId: '' },
        { action: 'open', deviceId: [outlets] },
        { action: 'decommission', deviceId: outlets },
        { deviceId: outlets },
      ])
        assert.equal((await send(body)).status, 400, JSON.stringify(body));
      assert.equal(service.requests().length, 0);
    });

    it('an account that is not deployed is 404', async () => {
      await start();
      const body = { deviceId: outlets, action: 'open' };
      assert.equal((await side.ask('POST', 'breakerflow/accounts/nobody/operate', { body })).status, 404);
    });

    for (const action of ['open', 'close', 'lock', 'unlock', 'find', 'capture'] as const)
      it(`${action} of a device that the account does not have is refused`, async () => {
        await start();
        const deviceId = '00000000-0000-4000-8000-000000000000';
        const answer = refused(await operate({ action, deviceId }));
        assert.equal(answer.code, 'NOT_FOUND');
        assert.match(answer.sentence, /no such device/);
        assert.deepEqual(account().context.locks.all(), []);
        assert.equal(service.commands().length, 0);
      });

    it('a charger has no handle', async () => {
      await start();
      const answer = refused(await operate({ action: 'open', deviceId: service.device('EV charger left') }));
      assert.equal(answer.code, 'WRONG_HARDWARE');
      assert.equal(service.commands().length, 0);
    });
  });

  describe('open and close', () => {
    it('an open is sent and read back, and closed again without a question, because we opened it', async () => {
      await start();
      assert.equal(done(await operate({ action: 'open' })).outcome, 'confirmed');
      await thinks(11);
      assert.equal(done(await operate({ action: 'close' })).outcome, 'confirmed');
      assert.equal(service.position(outlets), 'closed');
    });

    it('a second command within a second is refused with the time to wait', async () => {
      await start();
      done(await operate({ action: 'find' }));
      const before = service.requests().length;
      const [first, second] = await Promise.all([operate({ action: 'open' }), operate({ action: 'close' })]);
      // The clock stands still between them: whichever came second is refused.
      assert.deepEqual([first.done, second.done].sort(), [false, false]);
      assert.equal(refused(second).code, 'RATE_LIMITED_LOCALLY');
      assert.equal(refused(second).retryAfter, 1);
      assert.equal(service.requests().length, before);
      await thinks();
      done(await operate({ action: 'open' }));
    });

    it('commands that wait are in the order of the requests: an open ends a close before it', async () => {
      await start({ account: { commandSpacing: 5 } });
      done(await operate({ action: 'open' }));
      await thinks(1);
      const close = waiting({ deviceId: outlets, action: 'close' });
      await settled(1);
      await service.clock.advance(1_000);
      const open = waiting({ deviceId: outlets, action: 'open' });
      const [closed, opened] = await turned(service.clock, Promise.all([close, open]), { held: 2 });
      assert.equal(refused(closed.json).code, 'BLOCKED_BY_INTERLOCK');
      assert.equal(done(opened.json).outcome, 'confirmed');
      assert.equal(service.position(outlets), 'open');
    });

    it('a node and a person share one order', async () => {
      await start();
      const open = send({ deviceId: outlets, action: 'open' });
      await settled();
      side.runtime.give({ payload: 'close' });
      await turned(service.clock, open);
      await side.runtime.untilEnded(1);
      const sequences = record().map(({ command, sequence }) => [command, sequence]);
      assert.deepEqual(sequences.map(([command]) => command).sort(), ['close', 'open']);
      const [opened] = record().filter(({ command }) => command === 'open');
      const [closed] = record().filter(({ command }) => command === 'close');
      assert((opened?.sequence ?? 0) < (closed?.sequence ?? 0));
    });

    it('an account that is not armed says so, and sends nothing', async () => {
      await start({ account: { armed: false } });
      const answer = done(await operate({ action: 'open' }));
      assert.equal(answer.outcome, 'dry-run');
      assert.match(answer.sentence, /Not armed: nothing was sent.*Armed.*deploy/s);
      assert.equal(service.commands().length, 0);
    });

    it('a protected device is refused with the reason', async () => {
      await start({ account: { protectedLoads: 'outlets' } });
      const answer = refused(await operate({ action: 'open' }));
      assert.equal(answer.code, 'BLOCKED_BY_INTERLOCK');
      assert.match(answer.sentence, /protected in this account/);
      assert.equal(answer.needsConfirmation, false);
      assert.equal(service.commands().length, 0);
    });
  });

  describe('a second confirmation', () => {
    const trip = () => service.simulator.controls.tripBreaker(outlets);

    async function asked(): Promise<string> {
      const answer = refused(await operate({ action: 'close' }));
      assert.equal(answer.code, 'CONFIRMATION_NEEDED');
      assert.equal(answer.needsConfirmation, true);
      assert.match(answer.sentence, /hand lever is open.*tripped/s);
      assert.doesNotMatch(answer.sentence, /msg\.|[0-9a-f]{8}-/);
      assert.equal(service.commands().length, 0);
      await thinks();
      return answer.confirmation ?? '';
    }

    it('a tripped breaker is closed only after the reason was read', async () => {
      await start();
      trip();
      const confirmation = await asked();
      const answer = done(await operate({ action: 'close', confirmation }));
      assert.equal(service.commands().length, 1);
      assert.notEqual(answer.outcome, 'dry-run');
    });

    it('nothing else than its own key confirms', async () => {
      await start();
      trip();
      for (const confirmation of ['true', 'x', '00000000-0000-4000-8000-000000000000']) {
        assert.equal(refused(await operate({ action: 'close', confirmation })).code, 'CONFIRMATION_NEEDED');
        await thinks();
      }
      await send({ deviceId: outlets, action: 'close', confirm: true, confirmed: true });
      assert.equal(service.commands().length, 0);
    });

    it('a key serves once', async () => {
      await start();
      trip();
      const confirmation = await asked();
      await operate({ action: 'close', confirmation });
      await thinks(11);
      // Opened by another client, so that a close needs a confirmation again.
      service.simulator.controls.moveMainHandle(outlets, 'open');
      assert.equal(refused(await operate({ action: 'close', confirmation })).code, 'CONFIRMATION_NEEDED');
      assert.equal(service.commands().length, 1);
    });

    it('a key ends after a minute', async () => {
      await start();
      trip();
      const confirmation = await asked();
      await thinks(61);
      assert.equal(refused(await operate({ action: 'close', confirmation })).code, 'CONFIRMATION_NEEDED');
      assert.equal(service.commands().length, 0);
    });

    it('a key of one device does not serve another', async () => {
      await start();
      trip();
      const confirmation = await asked();
      const oven = service.device('Kitchen oven');
      service.simulator.controls.tripBreaker(oven);
      const answer = refused(await operate({ action: 'close', deviceId: oven, confirmation }));
      assert.equal(answer.code, 'CONFIRMATION_NEEDED');
      assert.equal(service.commands().length, 0);
    });

    it('a key of one user does not serve another', async () => {
      await start({ auth: () => adminAuth({ anna: '*', ben: '*' }) });
      trip();
      const { confirmation = '' } = refused(await operate({ action: 'close' }, 'anna'));
      const answer = refused(await operate({ action: 'close', confirmation }, 'ben'));
      assert.equal(answer.code, 'CONFIRMATION_NEEDED');
      assert.equal(service.commands().length, 0);
    });
  });

  describe('lock and unlock', () => {
    it('a lock opens, names the person, and no close passes, also not a confirmed one', async () => {
      await start();
      const answer = done(await operate({ action: 'lock', by: ' Anna ' }));
      assert.equal(answer.outcome, 'confirmed');
      assert.match(answer.sentence, /locked/);
      assert.equal(lockedBy(), 'Anna');
      assert.equal(service.position(outlets), 'open');
      await thinks(11);
      const close = refused(await operate({ action: 'close' }));
      assert.equal(close.code, 'LOCKED_OUT');
      assert.match(close.sentence, /Anna has locked/);
      assert.equal(close.needsConfirmation, false);
      assert.equal(service.commands().length, 1);
      await side.runtime.run({ payload: 'close', confirm: true });
      assert.equal(side.runtime.caught[0]?.error.code, 'LOCKED_OUT');
    });

    it('an unlock ends the lock, closes nothing, and is recorded', async () => {
      await start();
      await operate({ action: 'lock', by: 'Anna' });
      await thinks();
      const answer = done(await operate({ action: 'unlock', by: 'Ben' }));
      assert.match(answer.sentence, /Unlocked\. It was not closed/);
      assert.equal(lockedBy(), undefined);
      assert.equal(service.position(outlets), 'open');
      assert.deepEqual(
        record()
          .filter(({ operation }) => operation === 'lock-out')
          .map(({ change, askedBy }) => [change, askedBy.user]),
        [
          ['unlocked by Ben', 'Ben'],
          ['locked by Anna', 'Anna'],
        ],
      );
    });

    it('a lock stays when the open is refused, and the answer says both', async () => {
      await start({ account: { protectedLoads: 'outlets' } });
      const answer = refused(await operate({ action: 'lock', by: 'Anna' }));
      assert.match(answer.sentence, /It is locked, but it was not opened\..*protected/s);
      assert.equal(lockedBy(), 'Anna');
    });

    it('a circuit is locked although the service does not answer', async () => {
      await start();
      service.simulator.controls.faults.inject({ kind: 'unavailable' });
      const lock = waiting({ deviceId: outlets, action: 'lock', by: 'Anna' });
      const answer = refused((await turned(service.clock, lock, { held: 1 })).json);
      assert.match(answer.sentence, /It is locked, but it was not opened/);
      assert.equal(lockedBy(), 'Anna');
    });

    it('the live values of the sidebar name who has locked it, and since when', async () => {
      await start();
      await operate({ action: 'lock', by: 'Anna' });
      const { json } = await side.ask('GET', `breakerflow/accounts/account/live?view=a&devices=${outlets}`);
      assert.equal(json.devices[outlets].locked.by, 'Anna');
      assert.equal(typeof json.devices[outlets].locked.at, 'number');
    });
  });

  it('the sidebar shows no position of before a command as its outcome', async () => {
    await start();
    const live = async () =>
      (await side.ask('GET', `breakerflow/accounts/account/live?view=a&devices=${outlets}`)).json.devices[outlets];
    await live();
    await thinks();
    assert.equal((await live()).circuit.remoteHandle, 'closed');
    await operate({ action: 'open' });
    const after = await live();
    assert(after === undefined || after.circuit.remoteHandle === 'open', JSON.stringify(after));
    await thinks(3);
    assert.equal((await live()).circuit.remoteHandle, 'open');
  });

  describe('capture', () => {
    it('records a waveform', async () => {
      await start();
      const answer = done(await operate({ action: 'capture' }));
      assert.equal(answer.outcome, 'confirmed');
      assert.match(answer.sentence, /captured/);
      assert.equal(service.requests('waveforms.capture').length, 1);
    });

    it('is a dry run where the account is not armed', async () => {
      await start({ account: { armed: false } });
      assert.equal(done(await operate({ action: 'capture' })).outcome, 'dry-run');
      assert.equal(service.requests('waveforms.capture').length, 0);
    });
  });

  describe('find', () => {
    const sets = () => service.requests('bargraphColors.set').length + service.requests('bargraphMode.set').length;
    const bargraph = async () => {
      const client = await account().client();
      const input = { path: { deviceId: outlets } };
      const [mode, colors] = await turned(
        service.clock,
        Promise.all([
          client.call('bargraphMode.get', input),
          client.call('bargraphColors.get', input).catch(() => undefined),
        ]),
      );
      return { mode: mode.data.mode, led1: colors?.data.led1 };
    };

    it('the LEDs are white for 20 s, then the mode is as before', async () => {
      await start();
      assert.equal((await bargraph()).mode, 'track-meter-data');
      const answer = done(await operate({ action: 'find' }));
      assert.equal(answer.seconds, 20);
      assert.match(answer.sentence, /white for 20 s/);
      assert.deepEqual(await bargraph(), { mode: 'user-defined', led1: { red: 255, green: 255, blue: 255 } });
      await thinks(21);
      assert.equal((await bargraph()).mode, 'track-meter-data');
    });

    it('colours that were set before come back', async () => {
      await start();
      const client = await account().client();
      const green = { red: 0, green: 200, blue: 0 };
      const body = { led1: green, led2: green, led3: green, led4: green, led5: green };
      await turned(service.clock, client.call('bargraphColors.set', { path: { deviceId: outlets }, body }));
      await turned(
        service.clock,
        client.call('bargraphMode.set', { path: { deviceId: outlets }, body: { mode: 'user-defined' } }),
      );
      await operate({ action: 'find' });
      await thinks(21);
      assert.deepEqual(await bargraph(), { mode: 'user-defined', led1: green });
    });

    it('a second try while they are lit writes nothing, and what was before still comes back', async () => {
      await start();
      await operate({ action: 'find' });
      await thinks(5);
      const before = sets();
      const again = done(await operate({ action: 'find' }));
      assert.equal(again.outcome, 'unchanged');
      assert.equal(sets(), before);
      await thinks(21);
      assert.equal((await bargraph()).mode, 'track-meter-data');
    });

    it('what somebody else sets meanwhile stays', async () => {
      await start();
      await operate({ action: 'find' });
      const red = { red: 255, green: 0, blue: 0 };
      const client = await account().client();
      const body = { led1: red, led2: red, led3: red, led4: red, led5: red };
      await turned(service.clock, client.call('bargraphColors.set', { path: { deviceId: outlets }, body }));
      await thinks(21);
      assert.deepEqual(await bargraph(), { mode: 'user-defined', led1: red });
    });

    it('a deploy that ends the account sets them back at once', async () => {
      await start();
      await operate({ action: 'find' });
      const { calls } = account();
      await side.runtime.deploy([]);
      await settled();
      assert.match(sent('bargraphMode.set', calls).at(-1) ?? '', /track-meter-data/);
    });

    it('a dry run writes nothing', async () => {
      await start({ account: { armed: false } });
      assert.equal(done(await operate({ action: 'find' })).outcome, 'dry-run');
      await thinks(21);
      assert.equal(sets(), 0);
    });

    it('a protected device keeps its LEDs, with the reason', async () => {
      await start({ account: { protectedLoads: 'outlets' } });
      const answer = refused(await operate({ action: 'find' }));
      assert.match(answer.sentence, /protected/);
      assert.equal(sets(), 0);
    });
  });
});
