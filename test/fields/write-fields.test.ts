import assert from 'node:assert/strict';
import { all, type Condition, guardFields, readConfig, where, writeFields } from '../../src/fields';

const shownBy = (fields: Readonly<Record<string, { readonly when: Condition }>>, config: object) =>
  Object.entries(fields).flatMap(([name, { when }]) => (when({ ...config }) ? [name] : []));

describe('the fields of nodes that write', () => {
  const is = (...actions: string[]) => where('action', ...actions);
  const fields = writeFields({ writes: is('set', 'restart'), readsBack: is('set'), seconds: 10, leastSeconds: 2 });

  it('what only reads has none of them', () => {
    assert.deepEqual(shownBy(fields, { action: 'get' }), []);
  });
  it('what is not read back is not waited for, because it cannot be or the user does not want it', () => {
    assert.deepEqual(shownBy(fields, { action: 'restart' }), ['dryRun', 'expiry', 'mute']);
    assert.equal(fields.readBackSeconds.when({ action: 'set', readBack: true }), true);
    assert.equal(fields.readBackSeconds.when({ action: 'set', readBack: false }), false);
  });
  it('an old node that stored none of them reads back, is muted after a start and is no dry run', () => {
    assert.deepEqual(readConfig(fields, {}), {
      dryRun: false,
      readBack: true,
      readBackSeconds: 10,
      expiry: undefined,
      mute: true,
    });
    assert.equal(readConfig(writeFields(), {}).readBackSeconds, 15);
  });
  it('what acts later has no age that counts', () => {
    const guards = guardFields(is('create', 'declare'), is('create'));
    assert.deepEqual(shownBy(guards, { action: 'declare' }), ['dryRun']);
    assert.deepEqual(shownBy(guards, { action: 'create' }), ['dryRun', 'expiry', 'mute']);
  });
});

describe('conditions on fields', () => {
  it('one field with one of its values, and all of several', () => {
    const both = all(where('action', 'find', 'list'), where('from', 'value'));
    assert.equal(both({ action: 'list', from: 'value' }), true);
    assert.equal(both({ action: 'list', from: 'picked' }), false);
    assert.equal(both({ from: 'value' }), false);
  });
});
