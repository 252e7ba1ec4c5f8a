import assert from 'node:assert/strict';
import { createLog } from '../../src/rehearsal/log';

describe('the log of a rehearsal', () => {
  it('is in order of time, and in the order of telling at one instant, whatever is told late', () => {
    let now = 0;
    const log = createLog(() => now);
    const tell = (what: string, at?: number) => log.add('fence', { what }, at);
    for (const at of [10, 20, 30]) {
      now = at;
      tell(`at ${at}`);
    }
    tell('told late', 20);
    tell('told later', 5);
    tell('now');
    assert.deepEqual(
      log.events.map((event) => event.kind === 'fence' && event.what),
      ['told later', 'at 10', 'at 20', 'told late', 'at 30', 'now'],
    );
  });

  it('counts what it does not keep any more, which changes its hash', () => {
    const log = createLog(() => 1);
    for (let count = 0; count < 50_000; count += 1) log.add('fence', { what: 'x' });
    const before = log.hash();
    log.add('fence', { what: 'x' });
    assert.deepEqual([log.events.length, log.dropped], [50_000, 1]);
    assert.notEqual(log.hash(), before);
  });
});
