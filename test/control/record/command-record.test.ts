import assert from 'node:assert/strict';
import { createManualClock, type ManualClock } from '../../../src/clock';
import {
  type CommandRecord,
  createCommandRecord,
  type RecordJournal,
  type RequestedCommand,
} from '../../../src/control';

const service = 'https://service.example';
const deviceId = 'D1';

describe('the record of commands', () => {
  let clock: ManualClock;
  let lines: string[];
  let record: CommandRecord;
  beforeEach(() => {
    clock = createManualClock();
    lines = [];
    record = open();
  });

  const journal = (): RecordJournal => ({
    read: () => [[...lines]],
    append(line, head) {
      if (lines.length === 0) lines.push(...head());
      lines.push(line);
      return true;
    },
  });
  const open = () => createCommandRecord(clock, journal());
  const asked = (more: Partial<RequestedCommand> = {}): RequestedCommand => ({
    service,
    deviceId,
    operation: 'remoteHandle.setPosition',
    askedBy: { flow: 'Site', nodeId: 'n1', nodeName: 'Heater', messageId: 'm1' },
    ...more,
  });
  const run = (command: 'open' | 'close', end: Parameters<ReturnType<CommandRecord['begin']>['end']>[0], more = {}) => {
    const begun = record.begin(asked({ command, ...more }));
    begun.sent();
    begun.end(end);
    return begun.sequence;
  };
  const confirmed = (command: 'open' | 'close') =>
    run(command, { outcome: 'confirmed', position: command === 'open' ? 'open' : 'closed' });
  const ours = (atMs: number) => record.openedByUs(service, deviceId, atMs);

  describe('what is kept', () => {
    it('a command is kept with who asked, why, what was checked, its times and its end', async () => {
      const begun = record.begin(asked({ command: 'open', reason: 'overload', secondsUntilReset: 60 }));
      await clock.advance(1_000);
      begun.sent({ checked: ['armed', 'load'], serviceAt: clock.now() + 5 });
      await clock.advance(1_000);
      begun.end({ outcome: 'confirmed', position: 'open' });
      const expected = {
        service,
        deviceId,
        operation: 'remoteHandle.setPosition',
        command: 'open',
        secondsUntilReset: 60,
        reason: 'overload',
        askedBy: { flow: 'Site', nodeId: 'n1', nodeName: 'Heater', messageId: 'm1' },
        sequence: 1,
        askedAt: clock.now() - 2_000,
        sentAt: clock.now() - 1_000,
        serviceAt: clock.now() - 995,
        checked: ['armed', 'load'],
        endedAt: clock.now(),
        outcome: 'confirmed',
        position: 'open',
      };
      assert.deepEqual(record.recent(), [expected]);
      record = open();
      assert.deepEqual(record.recent(), [expected]);
    });

    it('the line is written when `sent` returns, and not before', () => {
      const begun = record.begin(asked({ command: 'open' }));
      const before = lines.length;
      begun.sent();
      assert.match(lines[before] ?? '', /"kind":"sent".*"command":"open"/);
      begun.sent();
      assert.equal(lines.length, before + 1);
    });

    it('what was refused before it was sent is one line, with the code', () => {
      record.begin(asked({ command: 'close' })).end({ error: 'LOCKED_OUT' });
      assert.equal(lines.filter((line) => line.includes('LOCKED_OUT')).length, 1);
      const [entry] = record.recent();
      assert.equal(entry?.error, 'LOCKED_OUT');
      assert.equal(entry?.sentAt, undefined);
      assert.deepEqual(record.recent({ sentOnly: true }), []);
    });

    it('a burst of equal refusals is one line a minute with their number', async () => {
      const refuse = () => record.begin(asked({ command: 'close' })).end({ error: 'RATE_LIMITED_LOCALLY' });
      for (let count = 0; count < 5_000; count += 1) refuse();
      const written = () => lines.filter((line) => line.includes('RATE_LIMITED_LOCALLY')).length;
      assert.equal(written(), 1);
      assert.equal(record.recent().length, 1);
      assert.equal(record.recent()[0]?.repeated, 4_999);
      clock.step(3_600_000);
      refuse();
      assert.equal(written(), 1);
      await clock.advance(60_000);
      refuse();
      assert.equal(written(), 2);
    });

    it('neither a body nor a secret of an address is kept, and a text only to a length', () => {
      const given = { ...asked({ service: 'https://user:word@Service.example/?key=word' }), body: { secret: 'word' } };
      record.begin({ ...given, reason: 'r'.repeat(100_000) }).end({ error: 'REFUSED' });
      assert.equal(lines.join('').includes('word'), false);
      assert(lines.join('').length < 2_000);
      assert.equal(record.recent({ service }).length, 1);
    });

    it('a command that a process left behind is told as interrupted', () => {
      record.begin(asked({ command: 'open' })).sent();
      assert.equal(record.recent()[0]?.interrupted, undefined);
      record = open();
      assert.equal(record.recent()[0]?.interrupted, true);
    });

    it('lines that are damaged or unknown are skipped and counted', () => {
      confirmed('open');
      lines.splice(1, 0, '{"kind":"sent","sequ', 'null', '[]', '{"kind":"later"}', '{"kind":"ended","sequence":-1}');
      lines.push('{"kind":"sent","sequence":9,"service":7,"operation":"x","askedAt":"2026-01-01","askedBy":{}}');
      record = open();
      assert.equal(record.damagedLines, 6);
      assert.equal(record.recent().length, 1);
    });
  });

  describe('sequence numbers', () => {
    it('rise from command to command', () => {
      assert.deepEqual([confirmed('open'), confirmed('close'), confirmed('open')], [1, 2, 3]);
    });

    it('rise over a restart, also where the last commands were not written', () => {
      for (let count = 0; count < 250; count += 1) record.begin(asked({ command: 'close' })).end({ error: 'MUTED' });
      const last = record.begin(asked({ command: 'open' })).sequence;
      record = open();
      assert(record.begin(asked({ command: 'open' })).sequence > last);
    });
  });

  describe('opened by us', () => {
    it('is what an open of ours explains within 60 s, whatever the spelling of address and id', () => {
      confirmed('open');
      const at = clock.now();
      assert.deepEqual([at - 60_000, at, at + 60_000].map(ours), [true, true, true]);
      assert.deepEqual([at - 60_001, at + 60_001].map(ours), [false, false]);
      assert(record.openedByUs('HTTPS://SERVICE.example:443/', 'd1', at));
      assert.equal(record.openedByUs('https://other.example', deviceId, at), false);
      assert.equal(record.openedByUs(service, 'D2', at), false);
    });

    it('is still known after a restart', () => {
      confirmed('open');
      const at = clock.now();
      record = open();
      assert(ours(at));
      assert.equal(record.lastOpen(service, 'd1')?.askedBy.nodeId, 'n1');
    });

    it('ends with a close of ours, and begins again with an open', async () => {
      confirmed('open');
      await clock.advance(10_000);
      confirmed('close');
      assert.equal(ours(clock.now()), false);
      await clock.advance(1_000);
      confirmed('open');
      assert(ours(clock.now()));
    });

    const closes: [title: string, end: Parameters<ReturnType<CommandRecord['begin']>['end']>[0], still: boolean][] = [
      ['was not executed', { error: 'DEVICE_OFFLINE' }, true],
      ['was refused by an interlock', { error: 'BLOCKED_BY_INTERLOCK' }, true],
      ['was seen to leave it open', { outcome: 'unknown', position: 'open' }, true],
      ['was lost, nobody knows whether it closed', { outcome: 'unknown', position: 'unknown' }, false],
      ['ended in an error that leaves it open whether it was executed', { error: 'TIMEOUT' }, false],
      ['was accepted and not read back', { outcome: 'accepted' }, false],
    ];
    for (const [title, end, still] of closes)
      it(`a close that ${title} ${still ? 'leaves it ours' : 'asks for a person'}`, async () => {
        confirmed('open');
        const at = clock.now();
        await clock.advance(10_000);
        run('close', end);
        assert.equal(ours(at), still);
        record = open();
        assert.equal(ours(at), still);
      });

    it('an open that was not executed opened nothing; one whose answer was lost may have', () => {
      run('open', { error: 'REFUSED' });
      assert.equal(ours(clock.now()), false);
      run('open', { error: 'UNKNOWN_OUTCOME' });
      assert(ours(clock.now()));
    });

    it('a close that is on its way counts already', () => {
      confirmed('open');
      record.begin(asked({ command: 'close' })).sent();
      assert.equal(ours(clock.now()), false);
    });

    it('an open that changed nothing does not hide the one that opened', async () => {
      confirmed('open');
      const at = clock.now();
      for (let count = 0; count < 1_000; count += 1) {
        await clock.advance(10_000);
        confirmed('open');
      }
      assert(ours(at));
      record = open();
      assert(ours(at));
    });

    it("is told by the service's clock", () => {
      const begun = record.begin(asked({ command: 'open' }));
      begun.sent({ serviceAt: clock.now() + 3_600_000 });
      begun.end({ outcome: 'confirmed', position: 'open' });
      assert(ours(clock.now() + 3_600_000));
      assert.equal(ours(clock.now()), false);
    });

    it('a deferred open is ours when the override event has ended and it was found carried out', async () => {
      const begun = record.begin(asked({ command: 'open' }));
      begun.sent();
      begun.end({ outcome: 'deferred', position: 'closed' });
      await clock.advance(7_200_000);
      assert.equal(ours(clock.now() - 30_000), false);
      begun.end({ outcome: 'confirmed', position: 'open' });
      assert(ours(clock.now() - 30_000));
      record = open();
      assert(ours(clock.now() - 30_000));
      assert.equal(record.recent()[0]?.outcome, 'confirmed');
    });

    it('a command to several devices is a command to each', () => {
      const several = { deviceIds: ['D1', 'D2'] };
      run('open', { outcome: 'accepted' }, { ...several, deviceId: undefined, operation: 'batchCommands.create' });
      assert(record.openedByUs(service, 'd2', clock.now()));
    });
  });

  describe('commands of others', () => {
    const event = (position: 'open' | 'closed', at: number, source = 'remote-command') => ({ at, position, source });
    const foreign = (...history: ReturnType<typeof event>[]) => record.foreignCommands(service, 'd1', history);
    beforeEach(() => clock.advance(600_000));

    it('are movements by an API that no command of ours explains', async () => {
      confirmed('open');
      const at = clock.now();
      await clock.advance(300_000);
      const other = event('closed', clock.now());
      assert.deepEqual(foreign(event('open', at + 2_000), other), [other]);
    });

    it('each of our commands explains one movement: a second Node-RED with the same flow is found', () => {
      confirmed('open');
      const at = clock.now();
      const second = event('open', at + 30_000);
      assert.deepEqual(foreign(event('open', at), event('closed', at + 15_000, 'timer'), second), [second]);
    });

    it('are not schedules, timers, hands or trips', () => {
      const at = clock.now();
      for (const source of ['timer', 'schedule', 'deviceBatchCommand', 'manual', 'trip', 'override-event-end', ''])
        assert.deepEqual(foreign(event('open', at, source)), [], source);
      for (const source of ['API', 'cloud', 'remote-command', 'apiCommand'])
        assert.equal(foreign(event('open', at, source)).length, 1, source);
    });

    it('are not told of times before the record began', () => {
      assert.deepEqual(foreign(event('open', record.since() - 1)), []);
      assert.deepEqual(record.foreignCommands(service, deviceId, [{ position: 'open', source: 'API' }]), []);
    });

    it('our own are known after a restart', () => {
      confirmed('open');
      const at = clock.now();
      record = open();
      assert.deepEqual(foreign(event('open', at)), []);
    });
  });

  it('a view gets the newest first, of a device, a node or a time, and at most 2,000', async () => {
    for (let count = 0; count < 5_000; count += 1) run('open', { outcome: 'confirmed' }, { deviceId: `X${count % 7}` });
    assert.equal(record.recent().length, 2_000);
    assert.equal(record.recent()[0]?.sequence, 5_000);
    await clock.advance(1);
    run('close', { outcome: 'confirmed' }, { askedBy: { user: 'anna' } });
    assert.equal(record.recent({ sinceMs: clock.now() }).length, 1);
    assert.deepEqual(record.recent({ deviceId: 'd1' })[0]?.askedBy, { user: 'anna' });
    assert.equal(record.recent({ nodeId: 'n1', deviceId: 'x3', limit: 5 }).length, 5);
    record = open();
    assert.equal(record.recent().length, 2_000);
    assert.equal(record.recent()[0]?.sequence, 5_001);
  });
});
