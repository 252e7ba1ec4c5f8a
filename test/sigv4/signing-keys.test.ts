import assert from 'node:assert/strict';
import { deriveSigningKey } from '../../src/sigv4';
import { createSigningKeys } from '../../src/sigv4/signing-key';

const scopeOf = (date: string) => ({ date, region: 'global', service: 'em-agent-stream', terminator: 'aws4_request' });

describe('derived signing keys', () => {
  it('are derived once for a key id and scope', () => {
    const keys = createSigningKeys(2);
    const key = keys('AKID', 'secret', scopeOf('20260115'));
    assert.deepEqual(key, deriveSigningKey('secret', scopeOf('20260115')));
    assert.equal(keys('AKID', 'secret', scopeOf('20260115')), key);
    assert.notDeepEqual(keys('AKID', 'secret', scopeOf('20260116')), key);
    assert.notDeepEqual(keys('OTHER', 'another secret', scopeOf('20260115')), key);
  });

  it('are kept up to a limit: the oldest makes room', () => {
    const keys = createSigningKeys(2);
    const [first, second] = ['20260115', '20260116'].map((day) => keys('AKID', 'secret', scopeOf(day)));
    keys('AKID', 'secret', scopeOf('20260117'));
    assert.equal(keys('AKID', 'secret', scopeOf('20260116')), second);
    const again = keys('AKID', 'secret', scopeOf('20260115'));
    assert.notEqual(again, first);
    assert.deepEqual(again, first);
  });
});
