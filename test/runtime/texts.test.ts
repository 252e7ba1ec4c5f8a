import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { createTexts } from '../../src/runtime';

describe('texts', () => {
  const asked: unknown[] = [];
  const RED = {
    _: (...call: unknown[]) => {
      asked.push(call);
      return '';
    },
  } as unknown as NodeAPI;
  const key = '@breakerflow/node-red-breakers/breaker-account:breakerflow.status.timer';
  beforeEach(() => {
    asked.length = 0;
  });

  it("are looked up in the runtime's language", () => {
    createTexts(RED)('status.timer', { seconds: 3 });
    assert.deepEqual(asked, [[key, { seconds: 3 }]]);
  });
  it('are given to an editor in its own language', () => {
    createTexts(RED, 'zh-CN')('status.timer', { seconds: 3 });
    assert.deepEqual(asked, [[key, { seconds: 3, lng: 'zh-CN' }]]);
  });
});
