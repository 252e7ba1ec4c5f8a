import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceiverMemory } from '../../src/flow/receiving/receiver-memory';

const stream = { account: 'a', streamId: 's', fingerprint: 'f', deviceIds: ['d'] };

describe('what receivers remember over restarts', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-memory-'));
    file = join(directory, 'receivers.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('a generated secret is the same after a restart, another one for each node and purpose', () => {
    const memory = createReceiverMemory(file);
    const secret = memory.secretOf('n1', 'key');
    assert.match(secret, /^[A-Za-z0-9]{38,43}$/);
    assert.equal(createReceiverMemory(file).secretOf('n1', 'key'), secret);
    assert.equal(new Set([secret, memory.secretOf('n2', 'key'), memory.secretOf('n1', 'other')]).size, 3);
  });

  it('two machines make different secrets of the same node', () => {
    const other = createReceiverMemory(join(directory, 'other.json'));
    assert.notEqual(createReceiverMemory(file).secretOf('n', 'key'), other.secretOf('n', 'key'));
  });

  it('streams are remembered and forgotten, on the disk', () => {
    const memory = createReceiverMemory(file);
    memory.remember('n', stream);
    assert.deepEqual(createReceiverMemory(file).streamOf('n'), stream);
    memory.forget('n');
    assert.equal(createReceiverMemory(file).streamOf('n'), undefined);
  });

  it('nobody else may read the file', () => {
    createReceiverMemory(file).secretOf('n', 'key');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('nothing is written before something is asked', () => {
    createReceiverMemory(file);
    assert.throws(() => statSync(file), { code: 'ENOENT' });
  });

  it('a file that cannot be read is an error: other secrets would lock the service out', () => {
    writeFileSync(file, 'not json');
    assert.throws(() => createReceiverMemory(file).secretOf('n', 'key'), SyntaxError);
    writeFileSync(file, '{"version":2}');
    assert.throws(() => createReceiverMemory(file).secretOf('n', 'key'), /unknown version/);
  });

  it('a fingerprint tells configurations apart', () => {
    const { fingerprint } = createReceiverMemory(file);
    assert.equal(fingerprint({ a: 1 }), fingerprint({ a: 1 }));
    assert.notEqual(fingerprint({ a: 1 }), fingerprint({ a: 2 }));
  });
});
