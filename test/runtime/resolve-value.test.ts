import assert from 'node:assert/strict';
import { util } from '@node-red/util';
import type { Node } from 'node-red';
import { resolveValue } from '../../src/runtime';

// Node-RED's own evaluation, without a Node-RED around it.
const RED = { util };

describe('values of typed inputs', () => {
  const context = {
    get: (name: string, _store: unknown, done: (error: Error | null, value: unknown) => void) =>
      done(null, `of ${name}`),
  };
  const node = {
    id: 'n',
    type: 'meter-read',
    _flow: { getSetting: () => undefined },
    context: () => ({ flow: context, global: context }),
  } as unknown as Node;
  const msg = { _msgid: 'm', payload: { limit: 16, names: ['oven'] } };
  const resolved = (value: string, source: string) => resolveValue(RED, node, { value, source } as never, msg);

  it('are evaluated by Node-RED', async () => {
    for (const [value, source, expected] of [
      ['payload.limit', 'msg', 16],
      ['payload.names[0]', 'msg', 'oven'],
      ['16', 'str', '16'],
      ['16', 'num', 16],
      ['{"a":[1]}', 'json', { a: [1] }],
      ['true', 'bool', true],
      ['limit', 'flow', 'of limit'],
      ['payload.limit * 2', 'jsonata', 32],
    ] as const)
      assert.deepEqual(await resolved(value, source), expected, `${source}: ${value}`);
  });

  it('are undefined for a missing property and for an empty input, but an empty string is a string', async () => {
    assert.equal(await resolved('payload.nothing', 'msg'), undefined);
    assert.equal(await resolved('', 'num'), undefined);
    assert.equal(await resolved('', 'json'), undefined);
    assert.equal(await resolved('', 'str'), '');
  });

  it('that cannot be evaluated are invalid input with the field, whether the evaluation throws or calls back', async () => {
    for (const [value, source] of [
      ['{', 'json'],
      ['payload.', 'msg'],
      ['payload.limit.(', 'jsonata'],
      ['$error("no limit")', 'jsonata'],
    ] as const)
      await assert.rejects(resolved(value, source), (error: Error & { readonly code?: string }) => {
        assert.equal(error.code, 'INVALID_INPUT');
        assert.match(error.message, /cannot be read/);
        return true;
      });
  });
});
