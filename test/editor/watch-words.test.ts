import assert from 'node:assert/strict';
import type { ListedSubject } from '../../src/admin-api';
import { lookText, sorted, takesAcknowledgement } from '../../src/editor/sidebar/watch-words';
import type { Words } from '../../src/editor/sidebar/words';

/** A key and its parameters stand for the text. */
const words: Words = {
  text: (key, params = {}) => [key, ...Object.values(params)].join(' '),
  language: 'en-US',
};
const subject = (more: Partial<ListedSubject> = {}): ListedSubject => ({
  ...{ deviceId: 'heater', measure: 'current', look: 'well', acknowledged: false },
  ...more,
});
const ids = (subjects: readonly ListedSubject[]) => subjects.map(({ deviceId }) => deviceId);

describe('watches in words', () => {
  it('what counts says since when, and how long until it is told', () => {
    assert.equal(
      lookText(subject({ look: 'counting', forMs: 120_000, remainsMs: 780_000 }), words),
      'watches.look.counting 2 min 13 min',
    );
  });

  it('an alarm that somebody has seen says so', () => {
    assert.match(
      lookText(subject({ look: 'alarm', acknowledged: true }), words),
      /^watches.acknowledged watches.look.alarm/,
    );
  });

  it('only an alarm that nobody has seen takes an acknowledgement', () => {
    assert(takesAcknowledgement(subject({ look: 'alarm' })));
    assert(takesAcknowledgement(subject({ look: 'recovering' })));
    assert(!takesAcknowledgement(subject({ look: 'alarm', acknowledged: true })));
    assert(!takesAcknowledgement(subject({ look: 'unread' })));
  });

  it('the worst is first, an acknowledged alarm behind the others, and what is well apart in its order', () => {
    const { notWell, well } = sorted([
      subject({ deviceId: 'a' }),
      subject({ deviceId: 'b', look: 'counting' }),
      subject({ deviceId: 'c', look: 'alarm', acknowledged: true }),
      subject({ deviceId: 'd', look: 'unread' }),
      subject({ deviceId: 'e' }),
      subject({ deviceId: 'f', look: 'alarm' }),
    ]);
    assert.deepEqual(
      [ids(notWell), ids(well)],
      [
        ['f', 'c', 'd', 'b'],
        ['a', 'e'],
      ],
    );
  });
});
