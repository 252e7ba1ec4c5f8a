import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LockFileProblem, openLockFile } from '../../nodes/breaker-account/commands/lock-file';

const at = Date.UTC(2026, 0, 15, 12);
const device = { service: 'https://service.example', deviceId: 'D1' };
const other = { service: 'https://service.example', deviceId: 'D2' };

describe('lock-outs', () => {
  let directory: string;
  let file: string;
  let problems: LockFileProblem[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-locks-'));
    file = join(directory, 'breakerflow-locks.json');
    problems = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const open = () => openLockFile(file, at, (problem) => problems.push(problem));

  it('apply after a restart, with their person and time, until they are removed', () => {
    assert.equal(open().lock(device, 'Anna', at), 'saved');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const locks = open();
    assert.deepEqual(locks.lockedBy(device), { ...device, by: 'Anna', at });
    assert.equal(locks.lockedBy(other), undefined);
    assert.equal(locks.unknown(device), false);
    locks.unlock(device);
    assert.equal(locks.lockedBy(device), undefined);
    assert.deepEqual(open().all(), []);
    assert.deepEqual(problems, []);
  });

  it('belong to the device at the service, regardless of the form of address and id', () => {
    const locks = open();
    locks.lock(device, 'Anna', at);
    const spelled = { service: 'HTTPS://service.example:443/', deviceId: 'd1' };
    assert.equal(locks.lockedBy(spelled)?.by, 'Anna');
    assert.equal(locks.lockedBy({ ...device, service: 'https://another.example' }), undefined);
    locks.unlock(spelled);
    assert.equal(locks.lockedBy(device), undefined);
  });

  it('apply in memory if they cannot be saved, and that is reported', () => {
    mkdirSync(`${file}.new`);
    const locks = open();
    assert.equal(locks.lock(device, 'Anna', at), 'memory-only');
    assert.equal(locks.lockedBy(device)?.by, 'Anna');
    assert.equal(problems[0]?.code, 'unwritable');
  });

  describe('a file that cannot be read', () => {
    const contents: [title: string, text: string, reason: string][] = [
      ['is cut off', '{"version":1,"locks":[{"serv', 'JSON'],
      ['is empty', '', 'JSON'],
      ['is of a newer version', '{"version":7,"locks":[]}', 'version 7'],
      ['has no list', '{"version":1}', 'JSON'],
      ['is something else', 'null', 'JSON'],
    ];
    for (const [title, text, reason] of contents)
      it(`because it ${title} is reported and set aside, and the lock of every device is unknown, also after restarts`, () => {
        writeFileSync(file, text);
        for (const locks of [open(), open()]) {
          assert(locks.unknown());
          assert(locks.unknown(device));
        }
        const setAside = readdirSync(directory).find((name) => name.includes('.damaged-')) ?? '';
        assert.deepEqual(problems, [{ code: 'lost', file, reason, setAside: join(directory, setAside) }]);
        assert.equal(readFileSync(join(directory, setAside), 'utf8'), text);
      });

    it('the unknown state ends for each device that is locked or unlocked, and for all when it is acknowledged', () => {
      writeFileSync(file, 'x');
      open().unlock(device);
      open().lock(other, 'Anna', at);
      const locks = open();
      assert.equal(locks.unknown(device), false);
      assert.equal(locks.unknown(other), false);
      assert.equal(locks.unknown({ ...device, deviceId: 'D3' }), true);
      locks.acknowledge();
      assert.equal(open().unknown(), false);
      assert.equal(open().lockedBy(other)?.by, 'Anna');
    });

    it('its readable locks are kept', () => {
      open().lock(device, 'Anna', at);
      writeFileSync(file, readFileSync(file, 'utf8').replace('"locks": [', '"locks": [{"deviceId":5},'));
      const locks = open();
      assert.equal(locks.lockedBy(device)?.by, 'Anna');
      assert(locks.unknown(other));
    });

    it('may be missing', () => {
      mkdirSync(file);
      assert(open().unknown(device));
      assert.equal(problems[0]?.reason, 'EISDIR');
    });
  });
});
