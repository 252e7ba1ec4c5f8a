import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceiverMemory, generatedSecret } from '../../src/runtime/made/receivers/receiver-memory';

const stream = { account: 'a', streamId: 's', fingerprint: 'f', deviceIds: ['d'] };

describe('the persistent state of receivers', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-memory-'));
    file = join(directory, 'receivers.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const secretOf = (path: string, nodeId: string, purpose: string) =>
    generatedSecret(createReceiverMemory(path).key(), nodeId, purpose);

  it('a generated secret is the same after a restart, and different for each node and purpose', () => {
    const secret = secretOf(file, 'n1', 'key');
    assert.match(secret, /^[A-Za-z0-9]{38,43}$/);
    assert.equal(secretOf(file, 'n1', 'key'), secret);
    assert.equal(new Set([secret, secretOf(file, 'n2', 'key'), secretOf(file, 'n1', 'other')]).size, 3);
  });

  it('two machines generate different secrets for the same node', () => {
    const other = join(directory, 'other.json');
    assert.notEqual(secretOf(file, 'n', 'key'), secretOf(other, 'n', 'key'));
  });

  it('the file of version 0.1.0 gives the same secrets and fingerprints as there', () => {
    const key = '0123456789abcdef'.repeat(4);
    writeFileSync(file, JSON.stringify({ version: 1, key, streams: { n: stream } }));
    const memory = createReceiverMemory(file);
    assert.deepEqual([memory.key(), memory.streamOf('n')], [key, stream]);
    assert.equal(secretOf(file, 'n1', 'access key id'), 'G4xsgUzFvnbs8URU9OFlUI2H1GNupnAvAeYvghXc');
    assert.equal(memory.fingerprint({ a: 1 }), '564b4959b4ceaafbab957c84c3c09e922f28a4ad79c99ecdb09e9fb4319b9944');
  });

  it('streams are saved to and deleted from the file', () => {
    const memory = createReceiverMemory(file);
    memory.saveStream('n', stream);
    assert.deepEqual(createReceiverMemory(file).streamOf('n'), stream);
    memory.deleteStream('n');
    assert.equal(createReceiverMemory(file).streamOf('n'), undefined);
  });

  it('other users cannot read the file', () => {
    createReceiverMemory(file).key();
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('nothing is written before the first use', () => {
    createReceiverMemory(file);
    assert.throws(() => statSync(file), { code: 'ENOENT' });
  });

  for (const [name, content] of [
    ['damaged', 'not json'],
    ['damaged', '{"version":1,"streams":{}}'],
    ['newer', '{"version":2}'],
  ] as const)
    it(`a ${name} file (${content}) is set aside with a warning, and another key is made`, () => {
      writeFileSync(file, content);
      const kinds: string[] = [];
      const memory = createReceiverMemory(file, ({ kind }) => kinds.push(kind));
      assert.match(memory.key(), /^[0-9a-f]{64}$/);
      assert.deepEqual(kinds, [name]);
      assert.equal(readFileSync(`${file}.${name}`, 'utf8'), content);
      assert.equal(createReceiverMemory(file).key(), memory.key());
    });

  it('a file that cannot be written is reported once; the state lasts until the restart', () => {
    const blocked = join(file, 'receivers.json');
    writeFileSync(file, 'a file where a directory is needed');
    const kinds: string[] = [];
    const memory = createReceiverMemory(blocked, ({ kind }) => kinds.push(kind));
    const key = memory.key();
    memory.saveStream('n', stream);
    assert.deepEqual([memory.key(), memory.streamOf('n')], [key, stream]);
    assert.equal(kinds.length, 1);
    assert.notEqual(memory.trouble(), undefined);
    assert.equal(existsSync(blocked), false);
  });

  it('different configurations have different fingerprints', () => {
    const { fingerprint } = createReceiverMemory(file);
    assert.equal(fingerprint({ a: 1 }), fingerprint({ a: 1 }));
    assert.notEqual(fingerprint({ a: 1 }), fingerprint({ a: 2 }));
  });
});
