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

describe('the command record', () => {
  let clock: ManualClock;
  let lines: string[];
  let record: CommandRecord;
  beforeEach(() => {
    clock = createManualClock();
    lines = [];
    record = reopen();
  });

  const journal = (): RecordJournal => ({
    read: () => [[...lines]],
    append(line, head) {
      if (lines.length === 0) lines.push(...head());
      lines.push(line);
      return true;
    },
  });
  const reopen = () => createCommandRecord(clock, journal());
  const request = (more: Partial<RequestedCommand> = {}): RequestedCommand => ({
    service,
    deviceId,
    operation: 'remoteHandle.setPosition',
    askedBy: { flow: 'Site', nodeId: 'n1', nodeName: 'Heater', messageId: 'm1' },
    ...more,
  });
  const run = (command: 'open' | 'close', end: Parameters<ReturnType<CommandRecord['begin']>['end']>[0], more = {}) => {
    const pending = record.begin(request({ command, ...more }));
    pending.sent();
    pending.end(end);
    return pending.sequence;
  };
  const confirmed = (command: 'open' | 'close') =>
    run(command, { outcome: 'confirmed', position: command === 'open' ? 'open' : 'closed' });
  const openedByUs = (atMs: number) => record.openedByUs(service, deviceId, atMs);

  describe('the entries', () => {
    it('store requester, reason, checks, times and end of a command', async () => {
      const pending = record.begin(request({ command: 'open', reason: 'overload', secondsUntilReset: 60 }));
      await clock.advance(1_000);
      pending.sent({ checked: ['armed', 'load'], serviceAt: clock.now() + 5 });
      await clock.advance(1_000);
      pending.end({ outcome: 'confirmed', position: 'open' });
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
      record = reopen();
      assert.deepEqual(record.recent(), [expected]);
    });

    it('are written when `sent` returns, not earlier', () => {
      const pending = record.begin(request({ command: 'open' }));
      const before = lines.length;
      pending.sent();
      assert.match(lines[before] ?? '', /"kind":"sent".*"command":"open"/);
      pending.sent();
      assert.equal(lines.length, before + 1);
    });

    it('store a command that was refused before it was sent as one line with the error code', () => {
      record.begin(request({ command: 'close' })).end({ error: 'LOCKED_OUT' });
      assert.equal(lines.filter((line) => line.includes('LOCKED_OUT')).length, 1);
      const [entry] = record.recent();
      assert.equal(entry?.error, 'LOCKED_OUT');
      assert.equal(entry?.sentAt, undefined);
      assert.deepEqual(record.recent({ sentOnly: true }), []);
    });

    it('merge a burst of equal refusals into one line per minute with their number', async () => {
      const refuse = () => record.begin(request({ command: 'close' })).end({ error: 'RATE_LIMITED_LOCALLY' });
      for (let count = 0; count < 5_000; count += 1) refuse();
      const lineCount = () => lines.filter((line) => line.includes('RATE_LIMITED_LOCALLY')).length;
      assert.equal(lineCount(), 1);
      assert.equal(record.recent().length, 1);
      assert.equal(record.recent()[0]?.repeated, 4_999);
      clock.step(3_600_000);
      refuse();
      assert.equal(lineCount(), 1);
      await clock.advance(60_000);
      refuse();
      assert.equal(lineCount(), 2);
    });

    it('contain no body and no secret of an address, and truncate long texts', () => {
      const requested = {
        ...request({ service: 'https://user:word@Service.example/?key=word' }),
        body: { secret: 'word' },
      };
      record.begin({ ...requested, reason: 'r'.repeat(100_000) }).end({ error: 'REFUSED' });
      assert.equal(lines.join('').includes('word'), false);
      assert(lines.join('').length < 2_000);
      assert.equal(record.recent({ service }).length, 1);
    });

    it('mark a command as interrupted if its process ended before it did', () => {
      record.begin(request({ command: 'open' })).sent();
      assert.equal(record.recent()[0]?.interrupted, undefined);
      record = reopen();
      assert.equal(record.recent()[0]?.interrupted, true);
    });

    it('skip and count damaged and unknown lines', () => {
      confirmed('open');
      lines.splice(1, 0, '{"kind":"sent","sequ', 'null', '[]', '{"kind":"later"}', '{"kind":"ended","sequence":-1}');
      lines.push('{"kind":"sent","sequence":9,"service":7,"operation":"x","askedAt":"2026-01-01","askedBy":{}}');
      record = reopen();
      assert.equal(record.damagedLines, 6);
      assert.equal(record.recent().length, 1);
    });
  });

  describe('sequence numbers', () => {
    it('increase with each command', () => {
      assert.deepEqual([confirmed('open'), confirmed('close'), confirmed('open')], [1, 2, 3]);
    });

    it('increase after a restart, also if the last commands were not written', () => {
      for (let count = 0; count < 250; count += 1) record.begin(request({ command: 'close' })).end({ error: 'MUTED' });
      const lastSequence = record.begin(request({ command: 'open' })).sequence;
      record = reopen();
      assert(record.begin(request({ command: 'open' })).sequence > lastSequence);
    });
  });

  describe('opened by us', () => {
    it('means that we sent an open within 60 s, regardless of the form of address and id', () => {
      confirmed('open');
      const at = clock.now();
      assert.deepEqual([at - 60_000, at, at + 60_000].map(openedByUs), [true, true, true]);
      assert.deepEqual([at - 60_001, at + 60_001].map(openedByUs), [false, false]);
      assert(record.openedByUs('HTTPS://SERVICE.example:443/', 'd1', at));
      assert.equal(record.openedByUs('https://other.example', deviceId, at), false);
      assert.equal(record.openedByUs(service, 'D2', at), false);
    });

    it('is known after a restart', () => {
      confirmed('open');
      const at = clock.now();
      record = reopen();
      assert(openedByUs(at));
      assert.equal(record.lastOpenCommand(service, 'd1')?.askedBy.nodeId, 'n1');
    });

    it('ends with our next close, and applies again after our next open', async () => {
      confirmed('open');
      await clock.advance(10_000);
      confirmed('close');
      assert.equal(openedByUs(clock.now()), false);
      await clock.advance(1_000);
      confirmed('open');
      assert(openedByUs(clock.now()));
    });

    const closes: [
      title: string,
      end: Parameters<ReturnType<CommandRecord['begin']>['end']>[0],
      stillOpenedByUs: boolean,
    ][] = [
      ['was not executed', { error: 'DEVICE_OFFLINE' }, true],
      ['was refused by an interlock', { error: 'BLOCKED_BY_INTERLOCK' }, true],
      ['did not close it, by a read', { outcome: 'unknown', position: 'open' }, true],
      ['has an unknown outcome', { outcome: 'unknown', position: 'unknown' }, false],
      ['ended in an error after which its execution is unknown', { error: 'TIMEOUT' }, false],
      ['was accepted but not read back', { outcome: 'accepted' }, false],
    ];
    for (const [title, end, stillOpenedByUs] of closes)
      it(`a close that ${title} ${stillOpenedByUs ? 'does not end it' : 'ends it, so that a confirmation is required'}`, async () => {
        confirmed('open');
        const at = clock.now();
        await clock.advance(10_000);
        run('close', end);
        assert.equal(openedByUs(at), stillOpenedByUs);
        record = reopen();
        assert.equal(openedByUs(at), stillOpenedByUs);
      });

    it('an open that was not executed does not count; an open with a lost answer counts', () => {
      run('open', { error: 'REFUSED' });
      assert.equal(openedByUs(clock.now()), false);
      run('open', { error: 'UNKNOWN_OUTCOME' });
      assert(openedByUs(clock.now()));
    });

    it('ends when a close is sent, before the close is answered', () => {
      confirmed('open');
      record.begin(request({ command: 'close' })).sent();
      assert.equal(openedByUs(clock.now()), false);
    });

    it('opens that changed nothing do not hide the open that opened the breaker', async () => {
      confirmed('open');
      const at = clock.now();
      for (let count = 0; count < 1_000; count += 1) {
        await clock.advance(10_000);
        confirmed('open');
      }
      assert(openedByUs(at));
      record = reopen();
      assert(openedByUs(at));
    });

    it("is compared by the service's clock", () => {
      const pending = record.begin(request({ command: 'open' }));
      pending.sent({ serviceAt: clock.now() + 3_600_000 });
      pending.end({ outcome: 'confirmed', position: 'open' });
      assert(openedByUs(clock.now() + 3_600_000));
      assert.equal(openedByUs(clock.now()), false);
    });

    it('a deferred open counts when the service has executed it after the override event', async () => {
      const pending = record.begin(request({ command: 'open' }));
      pending.sent();
      pending.end({ outcome: 'deferred', position: 'closed' });
      await clock.advance(7_200_000);
      assert.equal(openedByUs(clock.now() - 30_000), false);
      pending.end({ outcome: 'confirmed', position: 'open' });
      assert(openedByUs(clock.now() - 30_000));
      record = reopen();
      assert(openedByUs(clock.now() - 30_000));
      assert.equal(record.recent()[0]?.outcome, 'confirmed');
    });

    it('a command to several devices counts for each of them', () => {
      const several = { deviceIds: ['D1', 'D2'] };
      run('open', { outcome: 'accepted' }, { ...several, deviceId: undefined, operation: 'batchCommands.create' });
      assert(record.openedByUs(service, 'd2', clock.now()));
    });
  });

  describe('foreign commands', () => {
    const event = (position: 'open' | 'closed', at: number, source = 'remote-command') => ({ at, position, source });
    const foreign = (...history: ReturnType<typeof event>[]) => record.foreignCommands(service, 'd1', history);
    beforeEach(() => clock.advance(600_000));

    it('are movements by an API without a command of ours', async () => {
      confirmed('open');
      const at = clock.now();
      await clock.advance(300_000);
      const other = event('closed', clock.now());
      assert.deepEqual(foreign(event('open', at + 2_000), other), [other]);
    });

    it('include those of a second Node-RED with the same flow, because each of our commands explains one movement', () => {
      confirmed('open');
      const at = clock.now();
      const second = event('open', at + 30_000);
      assert.deepEqual(foreign(event('open', at), event('closed', at + 15_000, 'timer'), second), [second]);
    });

    it('do not include movements by schedules, timers, hands or trips', () => {
      const at = clock.now();
      for (const source of ['timer', 'schedule', 'deviceBatchCommand', 'manual', 'trip', 'override-event-end', ''])
        assert.deepEqual(foreign(event('open', at, source)), [], source);
      for (const source of ['API', 'cloud', 'remote-command', 'apiCommand'])
        assert.equal(foreign(event('open', at, source)).length, 1, source);
    });

    it('do not include movements before the record began', () => {
      assert.deepEqual(foreign(event('open', record.since() - 1)), []);
      assert.deepEqual(record.foreignCommands(service, deviceId, [{ position: 'open', source: 'API' }]), []);
    });

    it('do not include our own commands after a restart', () => {
      confirmed('open');
      const at = clock.now();
      record = reopen();
      assert.deepEqual(foreign(event('open', at)), []);
    });
  });

  it('recent() returns at most 2,000 entries, the newest first, of a device, a node or a time', async () => {
    for (let count = 0; count < 5_000; count += 1) run('open', { outcome: 'confirmed' }, { deviceId: `X${count % 7}` });
    assert.equal(record.recent().length, 2_000);
    assert.equal(record.recent()[0]?.sequence, 5_000);
    await clock.advance(1);
    run('close', { outcome: 'confirmed' }, { askedBy: { user: 'anna' } });
    assert.equal(record.recent({ sinceMs: clock.now() }).length, 1);
    assert.deepEqual(record.recent({ deviceId: 'd1' })[0]?.askedBy, { user: 'anna' });
    assert.equal(record.recent({ nodeId: 'n1', deviceId: 'x3', limit: 5 }).length, 5);
    record = reopen();
    assert.equal(record.recent().length, 2_000);
    assert.equal(record.recent()[0]?.sequence, 5_001);
  });
});
